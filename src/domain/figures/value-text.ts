import type { FigureUnit } from "./figure.ts";

/** The abbreviations are the same in both languages. */
const steps = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
  ["s", 1],
] as const;

/** A duration in its two largest units, such as `2 min 40 s`. */
export const durationText = (seconds: number, number: (value: number) => string): string => {
  if (seconds < 10) {
    const digits = seconds < 1 ? 10 : 1;
    return `${number(Math.round(seconds * digits) / digits)} s`;
  }
  const whole = Math.round(seconds);
  const at = steps.findIndex(([, size]) => whole >= size);
  const [unit, size] = steps[at] ?? steps[3];
  const [smaller, smallerSize] = steps[at + 1] ?? steps[3];
  const first = Math.floor(whole / size);
  const second = Math.floor((whole - first * size) / smallerSize);
  const isEnough = second === 0 || first >= 10 || unit === "s";
  return isEnough ? `${number(first)} ${unit}` : `${number(first)} ${unit} ${number(second)} ${smaller}`;
};

// Numbers have the same form in English and in the Spanish of Puerto Rico and the United States.
const plain = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });
const money = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 4,
});
const percent = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 1 });

/** A value of a figure as mails and notifications write it. */
export const figureValueText = (unit: FigureUnit, value: number): string => {
  switch (unit) {
    case "count":
      return plain.format(value);
    case "seconds":
      return durationText(value, plain.format);
    case "share":
      return percent.format(value);
    case "dollars":
      return money.format(value);
  }
};
