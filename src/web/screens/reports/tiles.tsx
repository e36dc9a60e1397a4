import { useTranslation } from "react-i18next";
import type { Reports } from "#contract/reports.ts";
import type { Figure } from "#domain/figures/figure.ts";
import { figureTexts } from "#domain/figures/figure-texts.ts";
import { type FigureName, figures } from "#domain/figures/figures.ts";
import type { ReportCell } from "#domain/figures/tables.ts";
import { StatCard, StatCardSkeleton } from "#web/components/chart/stat-card.tsx";
import { useFigureText } from "./use-figure-text.ts";

/** What is looked at first. */
const tileNames: readonly FigureName[] = [
  "new_leads",
  "speed_to_lead",
  "first_answer",
  "conversion",
  "cost_per_conversion",
];

const grid = "grid grid-cols-2 gap-3.5 md:grid-cols-3 xl:grid-cols-5";

export const TilesSkeleton = () => (
  <div className={grid} aria-busy="true">
    {tileNames.map((name) => (
      <StatCardSkeleton key={name} />
    ))}
  </div>
);

const findCell = ({ tables }: Reports, name: FigureName): ReportCell | undefined =>
  tables.map(({ total }) => total[name]).find((cell) => cell !== undefined);

/** The totals that are looked at first. */
export const Tiles = ({ reports }: { reports: Reports }) => {
  const { t } = useTranslation();
  const text = useFigureText();
  return (
    <div className={grid}>
      {tileNames.map((name) => {
        const { unit, good }: Figure = figures[name];
        const cell = findCell(reports, name);
        const change = cell && text.change(unit, cell, good);
        const value = cell?.value ?? null;
        const caption =
          unit === "seconds" && cell && cell.p90 !== null
            ? t("reports.p90", { p90: text.value("seconds", cell.p90), number: text.number(cell.count) })
            : unit === "share" && cell && cell.low !== null && cell.high !== null
              ? t("reports.interval", { low: text.percent(cell.low), high: text.percent(cell.high) })
              : unit === "share" && cell && cell.count > 0
                ? t("reports.tooFewOf", { number: text.number(cell.count) })
                : undefined;
        return (
          <StatCard
            key={name}
            label={figureTexts[name].name[text.language]}
            value={value === null ? t("reports.none") : text.value(unit, value)}
            caption={caption}
            trend={
              change && {
                text: `${change.isNew ? "" : change.isUp ? "+" : "−"}${change.text}`,
                good: change.isGood,
              }
            }
          />
        );
      })}
    </div>
  );
};
