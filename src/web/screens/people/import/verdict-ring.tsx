import { useTranslation } from "react-i18next";
import type { Batch } from "#contract/batches.ts";
import { useFormat } from "#web/lib/format.ts";
import { type ColoredVerdict, coloredVerdicts, verdictColors } from "./verdict-colors.ts";

const radius = 52;
const circumference = 2 * Math.PI * radius;
const gap = 2;

/** What happened to the rows, as a ring; the list beside it has the same figures. */
export const VerdictRing = ({ counts, total }: Pick<Batch, "counts"> & { total: number }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const shown = coloredVerdicts.filter((verdict) => (counts[verdict] ?? 0) > 0);
  const lengthOf = (verdict: ColoredVerdict) => (circumference * (counts[verdict] ?? 0)) / Math.max(1, total);
  let start = 0;
  return (
    <svg
      viewBox="0 0 148 148"
      role="img"
      aria-label={t("import.report.ring", { shown: format.number(total) })}
      className="size-37"
    >
      <circle cx="74" cy="74" r={radius} fill="none" stroke="var(--hover)" strokeWidth="15" />
      <g transform="rotate(-90 74 74)">
        {shown.map((verdict) => {
          const length = lengthOf(verdict);
          const offset = start;
          start += length;
          return (
            <circle
              key={verdict}
              cx="74"
              cy="74"
              r={radius}
              fill="none"
              strokeWidth="15"
              stroke={verdictColors[verdict]}
              strokeDasharray={`${Math.max(1, length - (shown.length > 1 ? gap : 0))} ${circumference}`}
              strokeDashoffset={-offset}
            />
          );
        })}
      </g>
      <text x="74" y="75" textAnchor="middle" className="fill-ink font-[660] text-[22px] tabular-nums">
        {format.number(total)}
      </text>
      <text x="74" y="92" textAnchor="middle" className="fill-soft text-[12px]">
        {t("import.report.rows")}
      </text>
    </svg>
  );
};
