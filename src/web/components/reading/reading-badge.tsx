import { useTranslation } from "react-i18next";
import type { ReadingSource } from "#domain/reading/counted-reading.ts";
import type { ReadIntent } from "#domain/reading/labels.ts";
import { intentTone } from "#web/lib/reading-tone.ts";
import { Badge } from "#web/ui/badge.tsx";

type ReadingBadgeProps = { intent: ReadIntent; source: ReadingSource; className?: string };

/** What a message was read as, and by whom. */
export const ReadingBadge = ({ intent, source, className }: ReadingBadgeProps) => {
  const { t } = useTranslation();
  const { kind, name } = source;
  const reader =
    name === null && kind === "model" ? t("reading.by.anyModel") : t(`reading.by.${kind}`, { name });
  return (
    <span title={reader} className="inline-flex flex-wrap items-center gap-x-1.5">
      <Badge tone={intentTone(intent)} {...(className ? { className } : {})}>
        <span className="sr-only">{t("reading.readAs")}</span>
        {t(`reading.intent.${intent}`)}
      </Badge>
      {/* What this machine read is the usual case and needs no words on the screen. */}
      <span className={kind === "local" ? "sr-only" : "font-normal text-faint text-xs"}>{reader}</span>
    </span>
  );
};
