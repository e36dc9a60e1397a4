import type { FieldKind } from "./field-kind.ts";
import { readDecimal } from "./read-number.ts";

const maxNumber = 1e15;
const maxDecimals = 6;

const formats = {
  en: new Intl.NumberFormat("en-US", { maximumFractionDigits: maxDecimals }),
  // Puerto Rico writes 1,240.50 in Spanish, too.
  es: new Intl.NumberFormat("es-PR", { maximumFractionDigits: maxDecimals }),
};

export const numberKind: FieldKind<number> = {
  name: "number",
  read: (value, { decimalMark }) => {
    const number = typeof value === "string" ? readDecimal(value, { decimalMark }) : value;
    if (typeof number !== "number" || !Number.isFinite(number)) return { problem: "not_number" };
    if (Math.abs(number) > maxNumber) return { problem: "out_of_range" };
    // Without -0, which JSON does not keep.
    return { value: Number(number.toFixed(maxDecimals)) + 0 };
  },
  toText: (value, language) => formats[language].format(value),
  toCell: (value) => String(value),
};
