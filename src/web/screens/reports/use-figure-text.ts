import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { changeOf } from "#domain/figures/change.ts";
import type { FigureUnit } from "#domain/figures/figure.ts";
import type { ReportCell } from "#domain/figures/tables.ts";
import { durationText } from "#domain/figures/value-text.ts";
import type { Language } from "#domain/language.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatDollars, formatFixed } from "#web/lib/number-format.ts";

/** A change against the period before: its text, and whether it is an improvement. */
export type Change = { text: string; isUp: boolean; isNew: boolean; isGood: boolean | undefined };

/** Values of figures in words, in the formats of the workspace. */
export const useFigureText = () => {
  const { t, i18n } = useTranslation();
  const { number, numberLocale } = useFormat();
  return useMemo(() => {
    const percent = (share: number): string => {
      const value = share * 100;
      return `${formatFixed(value, value !== 0 && value < 10 ? 1 : 0, number)}%`;
    };
    const value = (unit: FigureUnit, amount: number): string => {
      switch (unit) {
        case "count":
          return number(amount);
        case "seconds":
          return durationText(amount, number);
        case "share":
          return percent(amount);
        case "dollars":
          return formatDollars(amount, numberLocale);
      }
    };
    const change = (
      unit: FigureUnit,
      { value: now, before }: Pick<ReportCell, "value" | "before">,
      good: "more" | "less" | "neither",
    ): Change | undefined => {
      const found = changeOf(unit, now, before);
      if (found === undefined) return undefined;
      const { isUp } = found;
      const text =
        found.kind === "new"
          ? t("reports.new")
          : found.kind === "percent"
            ? percent(found.size)
            : value(unit, found.size);
      const isNew = found.kind === "new";
      return { text, isUp, isNew, isGood: good === "neither" ? undefined : isUp === (good === "more") };
    };
    const language: Language = i18n.language === "es" ? "es" : "en";
    return { language, number, percent, value, change };
  }, [t, i18n.language, number, numberLocale]);
};
