import { CircleCheck, CircleX, Clock3, Info } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cn } from "#web/lib/cn.ts";
import type { ReasonLike } from "#web/lib/reason-values.ts";
import { reasonText } from "#web/lib/reasons.ts";
import { useWording } from "#web/lib/use-wording.ts";

export const toneIcons = {
  note: { icon: CircleCheck, className: "text-ok" },
  wait: { icon: Clock3, className: "text-warn" },
  stop: { icon: CircleX, className: "text-bad" },
  plain: { icon: Info, className: "text-soft" },
} as const;

type ReasonListProps = { reasons: readonly ReasonLike[]; className?: string };

/** The reasons why something was allowed, waits or was stopped, one line each. */
export const ReasonList = ({ reasons, className }: ReasonListProps) => {
  const { t } = useTranslation();
  const wording = useWording();
  const texts = reasons.map((reason) => reasonText(reason, wording));
  // Reasons with the same text are shown once.
  const lines = [...new Map(texts.map((line) => [line.text, line])).values()];
  return (
    <ul className={cn("grid gap-1 text-sm", className)}>
      {lines.map(({ text, tone }) => {
        const { icon: Icon, className: color } = toneIcons[tone];
        return (
          <li key={text} className="flex min-w-0 items-start gap-1.5">
            <Icon aria-hidden="true" className={cn("mt-0.5 size-4 shrink-0", color)} strokeWidth={2} />
            <span className="sr-only">{`${t(`reasons.tone.${tone}`)}: `}</span>
            <span className="min-w-0 break-words">{text}</span>
          </li>
        );
      })}
    </ul>
  );
};
