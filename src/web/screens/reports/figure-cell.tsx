import { useTranslation } from "react-i18next";
import type { Figure } from "#domain/figures/figure.ts";
import { type FigureName, figures } from "#domain/figures/figures.ts";
import type { ReportCell } from "#domain/figures/tables.ts";
import { ShareBar } from "#web/components/chart/share-bar.tsx";
import { ChangeText } from "./change-text.tsx";
import { useFigureText } from "./use-figure-text.ts";

type FigureCellProps = {
  name: FigureName;
  cell: ReportCell | undefined;
  /** The largest upper end of the column, up to which its bars are drawn. */
  max: number;
  /** Says whose number it is. */
  label: string;
  /** Opens what is behind it; absent where the user may not see it. */
  onOpen?: (() => void) | undefined;
};

/** A number with what it rests on: the number itself, its interval or p90, and its change. */
export const FigureCell = ({ name, cell, max, label, onOpen }: FigureCellProps) => {
  const { t } = useTranslation();
  const text = useFigureText();
  const { unit, good }: Figure = figures[name];
  const none = <span className="text-faint">{t("reports.none")}</span>;
  if (!cell) return none;
  const change = text.change(unit, cell, good);
  const main =
    unit === "share" ? text.number(cell.count) : cell.value === null ? null : text.value(unit, cell.value);
  if (main === null) return none;
  const isEmpty = cell.count === 0 && (cell.value ?? 0) === 0;
  const number = <span className="font-[600]">{main}</span>;
  return (
    <div className="grid min-w-0 gap-0.5 tabular-nums">
      <div className="flex flex-wrap items-baseline gap-x-1.5">
        {onOpen && !isEmpty ? (
          <button
            type="button"
            onClick={onOpen}
            aria-label={t("reports.open", { what: label, number: main })}
            className="rounded-sm underline decoration-line underline-offset-4 hover:decoration-sea"
          >
            {number}
          </button>
        ) : (
          number
        )}
        {unit === "share" && cell.value !== null && (
          <span className="text-soft text-xs">{text.percent(cell.value)}</span>
        )}
        {unit === "share" && cell.value === null && cell.count > 0 && (
          <span className="text-faint text-xs">{t("reports.tooFew")}</span>
        )}
        {change && <ChangeText change={change} />}
      </div>
      {unit === "seconds" && cell.p90 !== null && (
        <span className="text-faint text-xs">
          {t("reports.p90", { p90: text.value("seconds", cell.p90), number: text.number(cell.count) })}
        </span>
      )}
      {unit === "share" && cell.value !== null && cell.low !== null && cell.high !== null && (
        <>
          <div className="max-w-28 min-w-16">
            <ShareBar share={cell.value} lower={cell.low} upper={cell.high} max={max} />
          </div>
          <span className="text-faint text-xs">
            {t("reports.interval", { low: text.percent(cell.low), high: text.percent(cell.high) })}
          </span>
        </>
      )}
    </div>
  );
};
