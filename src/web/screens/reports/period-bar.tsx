import { useTranslation } from "react-i18next";
import { addDays, daysOf, isPeriod } from "#domain/figures/period.ts";
import { useFormat } from "#web/lib/format.ts";
import { Input } from "#web/ui/input.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { instantOfDay } from "./day-text.ts";
import { presets, type RangeName, rangeNames, type useReportsView } from "./use-reports-view.ts";

type PeriodBarProps = Pick<ReturnType<typeof useReportsView>, "range" | "period" | "today" | "setView"> & {
  timezone: string;
};

/** The period, and with which one it is compared. */
export const PeriodBar = ({ range, period, today, setView, timezone }: PeriodBarProps) => {
  const { t } = useTranslation();
  const { day } = useFormat();
  const choose = (next: RangeName) =>
    setView(
      next === "own"
        ? { range: "own", period }
        : { range: next, period: { from: addDays(today, 1 - presets[next]), to: today } },
    );
  const change = (part: "from" | "to") => (value: string) => {
    const next = { ...period, [part]: value };
    if (value !== "" && isPeriod(next)) setView({ range: "own", period: next });
  };
  const shown = (date: string) => day(instantOfDay(date, timezone));
  return (
    <>
      <SegmentedControl
        label={t("reports.range.label")}
        options={rangeNames.map((id) => ({ id, label: t(`reports.range.${id}`) }))}
        value={range}
        onChange={choose}
      />
      {range === "own" && (
        <div className="flex items-center gap-1.5">
          <Input
            type="date"
            aria-label={t("reports.from")}
            value={period.from}
            max={period.to}
            onChange={({ target }) => change("from")(target.value)}
            className="w-36"
          />
          <Input
            type="date"
            aria-label={t("reports.to")}
            value={period.to}
            min={period.from}
            onChange={({ target }) => change("to")(target.value)}
            className="w-36"
          />
        </div>
      )}
      <p className="text-sm text-soft">
        {t("reports.period", {
          from: shown(period.from),
          to: shown(period.to),
          count: daysOf(period),
        })}
      </p>
    </>
  );
};
