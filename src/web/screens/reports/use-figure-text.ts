import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { FigureUnit } from "#domain/figures/figure.ts";
import type { ReportCell } from "#domain/figures/tables.ts";
import type { Language } from "#domain/language.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatDollars, formatFixed } from "#web/lib/number-format.ts";

/** The abbreviations are the same in both languages. */
const steps = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
  ["s", 1],
] as const;

/** A duration in its two largest units, such as `2 min 40 s`. */
export const durationText = (seconds: number, number: (value: number) => string): string => {
  if (seconds < 10) return `${formatFixed(seconds, seconds < 1 ? 1 : 0, number)} s`;
  const whole = Math.round(seconds);
  const at = steps.findIndex(([, size]) => whole >= size);
  const [unit, size] = steps[at] ?? steps[3];
  const [smaller, smallerSize] = steps[at + 1] ?? steps[3];
  const first = Math.floor(whole / size);
  const second = Math.floor((whole - first * size) / smallerSize);
  const isEnough = second === 0 || first >= 10 || unit === "s";
  return isEnough ? `${number(first)} ${unit}` : `${number(first)} ${unit} ${number(second)} ${smaller}`;
};

/** A change against the period before: its text, also with its sign, and whether it is an improvement. */
export type Change = { text: string; signed: string; isUp: boolean; isGood: boolean | undefined };

/** From here on a change is said as a factor: nobody reads “+6,823%”. */
const leastFactor = 10;

/** Values of figures in words, in the formats of the workspace. */
export const useFigureText = () => {
  const { i18n } = useTranslation();
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
      if (now === null || before === null || before === 0 || now === before) return undefined;
      const isUp = now > before;
      const isGood = good === "neither" ? undefined : isUp === (good === "more");
      if (unit !== "share" && now / before >= leastFactor) {
        const text = `×${number(Math.round(now / before))}`;
        return { text, signed: text, isUp, isGood };
      }
      const text =
        unit === "share" ? percent(Math.abs(now - before)) : percent(Math.abs(now - before) / before);
      return { text, signed: `${isUp ? "+" : "−"}${text}`, isUp, isGood };
    };
    const language: Language = i18n.language === "es" ? "es" : "en";
    return { language, number, percent, value, change };
  }, [i18n.language, number, numberLocale]);
};
