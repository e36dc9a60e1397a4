import { CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { DeliveryExplanation } from "#contract/deliveries.ts";
import { cn } from "#web/lib/cn.ts";
import { reasonText } from "#web/lib/reasons.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { useWorded } from "#web/lib/worded.ts";
import { toneIcons } from "./reason-list.tsx";

type CheckListProps = Pick<DeliveryExplanation, "checks" | "ruling">;

/** All checks of the gate: first those with reasons, then those that passed without any. */
export const GateCheckList = ({ checks, ruling }: CheckListProps) => {
  const { t } = useTranslation();
  const worded = useWorded();
  const wording = useWording();
  const results = checks.map(({ check, reasons }) => ({
    check,
    lines: reasons.map((reason) => reasonText(reason, wording)),
  }));
  const isStopped =
    ruling === "stop" && !results.some(({ lines }) => lines.some(({ tone }) => tone === "stop"));
  const toneOf = (lines: { tone: string }[]): "note" | "wait" | "stop" => {
    if (lines.some(({ tone }) => tone === "stop")) return "stop";
    if (lines.some(({ tone }) => tone === "wait")) return isStopped ? "stop" : "wait";
    return "note";
  };
  const withReasons = results.filter(({ lines }) => lines.length > 0);
  const passed = results.filter(({ lines }) => lines.length === 0);
  return (
    <ul className="grid gap-1.5 text-sm">
      {withReasons.map(({ check, lines }) => {
        const tone = toneOf(lines);
        const { icon: Icon, className } = toneIcons[tone];
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
      {passed.length > 0 && (
        <li className="flex min-w-0 items-start gap-2 text-soft">
          <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ok" strokeWidth={2} />
          <span className="min-w-0">
            {t("reasons.story.passed", {
              checks: passed.map(({ check }) => worded("reasons.check", check)).join(", "),
            })}
          </span>
        </li>
      )}
    </ul>
  );
};
