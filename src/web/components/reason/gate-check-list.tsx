import { CircleCheck, CircleX, Clock3 } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { DeliveryWhy } from "#contract/deliveries.ts";
import { cn } from "#web/lib/cn.ts";
import { reasonText } from "#web/lib/reasons.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { useWorded } from "#web/lib/worded.ts";

const looks = {
  note: { icon: CircleCheck, className: "text-ok" },
  wait: { icon: Clock3, className: "text-warn" },
  stop: { icon: CircleX, className: "text-bad" },
} as const;

type CheckListProps = Pick<DeliveryWhy, "checks" | "ruling">;

/** Every check of the gate: those that said something with their words, then those that had nothing against it. */
export const GateCheckList = ({ checks, ruling }: CheckListProps) => {
  const { t } = useTranslation();
  const worded = useWorded();
  const wording = useWording();
  const said = checks.map(({ check, reasons }) => ({
    check,
    lines: reasons.map((reason) => reasonText(reason, wording)),
  }));
  const isStopped = ruling === "stop" && !said.some(({ lines }) => lines.some(({ tone }) => tone === "stop"));
  const toneOf = (lines: { tone: string }[]): keyof typeof looks => {
    if (lines.some(({ tone }) => tone === "stop")) return "stop";
    if (lines.some(({ tone }) => tone === "wait")) return isStopped ? "stop" : "wait";
    return "note";
  };
  const spoke = said.filter(({ lines }) => lines.length > 0);
  const silent = said.filter(({ lines }) => lines.length === 0);
  return (
    <ul className="grid gap-1.5 text-sm">
      {spoke.map(({ check, lines }) => {
        const tone = toneOf(lines);
        const { icon: Icon, className } = looks[tone];
        return (
          <li key={check} className="flex min-w-0 items-start gap-2">
            <Icon aria-hidden="true" className={cn("mt-0.5 size-4 shrink-0", className)} strokeWidth={2} />
            <span className="min-w-0 break-words">
              <span className="sr-only">{`${t(`reasons.tone.${tone}`)}: `}</span>
              <b className="mr-1.5 inline-block font-[540] first-letter:uppercase">
                {worded("reasons.check", check)}
              </b>
              <span className="text-soft">{[...new Set(lines.map(({ text }) => text))].join(". ")}</span>
            </span>
          </li>
        );
      })}
      {silent.length > 0 && (
        <li className="flex min-w-0 items-start gap-2 text-soft">
          <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ok" strokeWidth={2} />
          <span className="min-w-0">
            {t("reasons.story.passed", {
              checks: silent.map(({ check }) => worded("reasons.check", check)).join(", "),
            })}
          </span>
        </li>
      )}
    </ul>
  );
};
