import { foldHeader } from "./fold-header.ts";

const totals =
  /^(?:grand |sub ?)?totals?(?: general)?(?: \d+)?$|^(?:suma|sum|subtotal|promedio|average|count|cantidad)$/;
const testNames = /^(?:(?:test|prueba|asdf+|xxx+|aaa+|demo|ejemplo|example)(?: |$))+$/;

/** A first letter of a word that the patterns know. */
const mayBeTotal = /^\s*[gstpac]/i;
const mayBeTest = /^\s*[tpaxde]/i;

/** Why a row is no person: the word that says so. Undefined for others. */
export const findNotAPerson = (
  cells: readonly string[],
  foldedHeaders: readonly string[],
  name: string | undefined,
): string | undefined => {
  const first = cells.find((cell) => cell.trim() !== "") ?? "";
  if (mayBeTotal.test(first) && first.length < 30 && totals.test(foldHeader(first))) return first;
  if (name !== undefined && mayBeTest.test(name) && testNames.test(foldHeader(name))) return name;
  return isRepeatedHeader(cells, foldedHeaders) ? first : undefined;
};

const isRepeatedHeader = (cells: readonly string[], foldedHeaders: readonly string[]): boolean => {
  let same = 0;
  for (const [column, cell] of cells.entries()) {
    if (cell.trim() === "") continue;
    const header = foldedHeaders[column] ?? "";
    // Folding keeps about the length, so most cells need not be folded.
    if (Math.abs(cell.length - header.length) > 12 || foldHeader(cell) !== header) return false;
    same += 1;
  }
  return same > 1;
};
