import type { FieldReadOptions } from "./field-kind.ts";

const plain = /^[+-]?\d{1,15}(?:\.\d{1,10})?$/;
/** Spaces and apostrophes only ever separate thousands. */
const spacesBetweenDigits = /(?<=\d)[\s\u00a0\u202f'’](?=\d{3})/g;

const isGrouped = (whole: string, mark: string): boolean => {
  const [first = "", ...groups] = whole.split(mark);
  return /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
};

type NumberMarks = Pick<FieldReadOptions, "decimalMark"> & {
  /** 1.240 is 1240, because sums have at most two decimals. */
  isMoney?: boolean;
};

/** The decimal mark that the text shows, or the one that is assumed. */
const findDecimalMark = (text: string, { decimalMark, isMoney }: NumberMarks): "." | "," | undefined => {
  const lastPoint = text.lastIndexOf(".");
  const lastComma = text.lastIndexOf(",");
  if (lastPoint >= 0 && lastComma >= 0) return lastPoint > lastComma ? "." : ",";
  const mark = lastPoint >= 0 ? "." : lastComma >= 0 ? "," : undefined;
  if (mark === undefined || text.indexOf(mark) !== text.lastIndexOf(mark)) return undefined;
  if (decimalMark) return (decimalMark === "point") === (mark === ".") ? mark : undefined;
  const looksGrouped = /^[1-9]\d{0,2}[.,]\d{3}$/.test(text);
  return looksGrouped && (mark === "," || isMoney) ? undefined : mark;
};

/** A number with marks of either language: 1,240.50, 1.240,50, 1 240,50, (12). Undefined if it is none. */
export const readDecimal = (text: string, marks: NumberMarks = {}): number | undefined => {
  const trimmed = text.trim().slice(0, 60);
  const inBrackets = /^\((.*)\)$/.exec(trimmed)?.[1];
  const signed = (inBrackets ?? trimmed).replace("−", "-").trim();
  const isNegative = inBrackets !== undefined || signed.startsWith("-");
  const unsigned = signed.replace(/^[+-]\s*/, "").replaceAll(spacesBetweenDigits, "");
  const decimalMark = findDecimalMark(unsigned, marks);
  const at = decimalMark ? unsigned.lastIndexOf(decimalMark) : unsigned.length;
  const whole = unsigned.slice(0, at);
  const decimals = unsigned.slice(at + 1);
  const groupMark = whole.includes(",") ? "," : ".";
  if (/[.,]/.test(whole) && !isGrouped(whole, groupMark)) return undefined;
  const digits = `${whole.replaceAll(groupMark, "") || (decimals ? "0" : "")}${decimals ? `.${decimals}` : ""}`;
  return plain.test(digits) ? (isNegative ? -1 : 1) * Number(digits) : undefined;
};
