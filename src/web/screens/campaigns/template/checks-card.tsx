import { Check, CircleAlert, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { TemplatePreview } from "#contract/templates.ts";
import type { OutreachChannel } from "#domain/channels/channel.ts";
import { type ContentCheck, contentCheckLevels, maxHtmlBytes } from "#domain/messages/content-checks.ts";
import { reasonText } from "#web/lib/reasons.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";

const icons = {
  stop: <CircleX aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-bad" />,
  warn: <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />,
  ok: <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ok" />,
};

const Line = ({ level, children }: { level: keyof typeof icons; children: ReactNode }) => (
  <li className="flex gap-2.5 py-2.5 text-sm first:pt-0 last:pb-0">
    {icons[level]}
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </li>
);

type ChecksCardProps = { channel: OutreachChannel; preview: TemplatePreview | undefined };

/** What must be mended before the words can be saved, and what should be looked at. */
export const ChecksCard = ({ channel, preview }: ChecksCardProps) => {
  const { t } = useTranslation();
  const wording = useWording();
  const checks = (preview?.checks ?? []) as ContentCheck[];
  const problems = [
    ...new Set((preview?.problems ?? []).map((problem) => reasonText(problem, wording).text)),
  ];
  const count = (level: "stop" | "warn") =>
    checks.filter(({ code }) => contentCheckLevels[code] === level).length;
  const stops = count("stop") + problems.length;
  const warnings = count("warn");
  if (channel === "call" || channel === "voice_agent") return null;
  return (
    <Card
      title={t("templates.checks")}
      aside={
        <span className="flex gap-1.5">
          {stops > 0 && <Badge tone="bad">{t("templates.toMend", { count: stops })}</Badge>}
          {warnings > 0 && <Badge tone="warn">{t("templates.toLookAt", { count: warnings })}</Badge>}
        </span>
      }
    >
      <ul aria-label={t("templates.checks")} className="divide-y divide-line">
        {problems.map((text) => (
          <Line key={text} level="stop">
            {text}
          </Line>
        ))}
        {checks.map((check, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two blocks may have the same problem
          <Line key={index} level={contentCheckLevels[check.code]}>
            {t(`templates.check.${check.code}`, check)}
          </Line>
        ))}
        {preview && stops + warnings === 0 && <Line level="ok">{t("templates.checksOk")}</Line>}
        {channel === "email" && <Line level="ok">{t("templates.checkFooter")}</Line>}
        {preview?.htmlBytes != null && preview.htmlBytes <= maxHtmlBytes && (
          <Line level="ok">
            {t("templates.checkSize", {
              size: Math.ceil(preview.htmlBytes / 1024),
              most: maxHtmlBytes / 1024,
            })}
          </Line>
        )}
      </ul>
    </Card>
  );
};
