import type { FieldKind } from "./field-kind.ts";
import { readDecimal } from "./read-number.ts";

const maxSum = 1e12;
const sign = String.raw`(?:US\$|[$€£¥]|\b(?:USD|EUR|GBP|MXN|DOP)\b)`;
const currencySigns = new RegExp(String.raw`^([+\-−(]?\s*)${sign}\s*|\s*${sign}(\)?)$`, "giu");

const options = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const formats = { en: new Intl.NumberFormat("en-US", options), es: new Intl.NumberFormat("es-PR", options) };

/** A sum in the currency that the field's label names; a currency sign in the text is read over. */
export const moneyKind: FieldKind<number> = {
  name: "money",
  read: (value, { decimalMark }) => {
    const sum =
      typeof value === "string"
        ? readDecimal(value.trim().replaceAll(currencySigns, "$1$2"), { decimalMark, isMoney: true })
        : value;
    if (typeof sum !== "number" || !Number.isFinite(sum)) return { problem: "not_money" };
    if (Math.abs(sum) > maxSum) return { problem: "out_of_range" };
    return { value: Math.round(sum * 100) / 100 + 0 };
  },
  toText: (value, language) => formats[language].format(value),
  toCell: (value) => value.toFixed(2),
};
