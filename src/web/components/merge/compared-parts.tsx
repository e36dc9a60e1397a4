import { useTranslation } from "react-i18next";
import type { DuplicatePair } from "#contract/duplicates.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Tooltip } from "#web/ui/tooltip.tsx";

/** What speaks for and against that two people are one, each with its weight. */
export const ComparedParts = ({ parts }: Pick<DuplicatePair, "parts">) => {
  const { t } = useTranslation();
  const { number } = useFormat();
  const worded = useWorded();
  return (
    <ul className="flex flex-wrap gap-1.5">
      {parts.map(({ comparison, level, weight, values }) => (
        <li key={comparison}>
          <Tooltip text={values.map((value) => value ?? t("merge.nothing")).join(" · ")}>
            <span
              className={cn(
                "inline-flex items-center gap-1.5 rounded-md px-1.5 py-0.5 text-xs",
                weight > 0 ? "bg-ok-tint text-ok" : "bg-bad-tint text-bad",
              )}
            >
              {worded(`merge.part.${comparison}`, level)}
              <span className="tabular-nums">{`${weight > 0 ? "+" : "−"}${number(Math.abs(weight))}`}</span>
            </span>
          </Tooltip>
        </li>
      ))}
    </ul>
  );
};
