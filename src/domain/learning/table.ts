import { toDayNumber } from "#domain/calendar.ts";

/** A cell as the product or a file holds it; empty text, null and numbers that are not finite are missing values. */
export type CellValue = string | number | boolean | null | undefined;
export type FeatureRow = Readonly<Record<string, CellValue>>;

export type NumberColumn = {
  kind: "number";
  name: string;
  /** Days since 1970 that ranges show as dates. */
  isDate: boolean;
  /** NaN where the value is missing. */
  values: Float32Array;
};
export type CategoryColumn = {
  kind: "category";
  name: string;
  /** 0 is a missing value, 1 stands for all categories beyond the limit, 2 is the first of `categories`. */
  codes: Uint16Array;
  categories: string[];
};
export type TableColumn = NumberColumn | CategoryColumn;
export type ColumnKind = TableColumn["kind"];

/** People with a known outcome, one row each. */
export type TrainingTable = {
  columns: TableColumn[];
  /** 1 where the outcome happened, 0 where it did not. */
  labels: Uint8Array;
  /** When each row was observed, in any unit; undefined where the rows have no order. */
  times?: Float64Array | undefined;
};

export const missingCode = 0;
export const otherCode = 1;
export const firstCategoryCode = 2;
const maxCategories = 60_000;
/** After this number of different numbers a column without text is not collected as categories any more. */
const maxCategoriesOfNumbers = 1000;
/** A column of numbers may contain this share of text, which then counts as missing. */
const maxTextShare = 0.1;
const maxTextsAmongNumbers = 3;

const missingTexts = new Set(["", "na", "n/a", "nan", "null", "?"]);
const numberText = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const commaNumberText = /^[+-]?\d+,\d+$/;
const dateText =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

export const isMissing = (value: CellValue): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === "number" && !Number.isFinite(value)) ||
  (typeof value === "string" && missingTexts.has(value.trim().toLowerCase()));

/** Days since 1970 of a date in the Gregorian calendar; the hour is the fraction. */
const parseDate = (text: string): number => {
  const match = dateText.exec(text);
  if (!match) return Number.NaN;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match
    .slice(1, 6)
    .map((part) => Number(part ?? 0));
  if (month < 1 || month > 12 || day < 1 || day > 31) return Number.NaN;
  return toDayNumber({ year, month, day }) + (hour * 60 + minute) / 1440;
};

/** The number of a cell; NaN where it is missing or text. Dates count only where the column holds dates. */
export const toNumber = (value: CellValue, isDate = false): number => {
  if (typeof value === "number") return Number.isFinite(value) ? value : Number.NaN;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value !== "string") return Number.NaN;
  const text = value.trim();
  if (isDate) return parseDate(text);
  if (numberText.test(text)) return toNumber(Number(text));
  // Spanish files write the decimal point as a comma.
  return commaNumberText.test(text) ? Number(text.replace(",", ".")) : Number.NaN;
};

export const toCategory = (value: CellValue): string => String(value).trim();

const grow = <T extends Float32Array | Uint16Array>(array: T, size: number): T => {
  if (size <= array.length) return array;
  const larger = new (array.constructor as new (length: number) => T)(Math.max(size, 2 * array.length));
  larger.set(array);
  return larger;
};

export type ColumnBuilder = {
  add: (value: CellValue) => void;
  /** The column in its given kind, or the kind that its cells show. */
  finish: () => TableColumn;
};

/** Collects one column in typed arrays, both as numbers and as categories until its kind is clear. */
export const createColumnBuilder = (name: string, kind?: ColumnKind): ColumnBuilder => {
  let values = new Float32Array(1024);
  let codes = new Uint16Array(1024);
  let length = 0;
  const codeByText = new Map<string, number>();
  const texts = new Set<string>();
  const counts = { filled: 0, numbers: 0, dates: 0 };

  const addCategory = (value: CellValue): number => {
    const text = toCategory(value);
    const known = codeByText.get(text);
    if (known !== undefined) return known;
    const isClearlyNumber = codeByText.size >= maxCategoriesOfNumbers && texts.size === 0;
    if (codeByText.size >= maxCategories || isClearlyNumber) return otherCode;
    const code = firstCategoryCode + codeByText.size;
    codeByText.set(text, code);
    return code;
  };
  const add = (value: CellValue): void => {
    values = grow(values, length + 1);
    codes = grow(codes, length + 1);
    const missing = isMissing(value);
    const date =
      !missing && typeof value === "string" && kind !== "category" ? parseDate(value.trim()) : Number.NaN;
    const isFlag = typeof value === "boolean" && kind !== "number";
    const number = !Number.isNaN(date) ? date : missing || isFlag ? Number.NaN : toNumber(value);
    values[length] = number;
    codes[length] = missing ? missingCode : addCategory(value);
    length += 1;
    if (missing) return;
    counts.filled += 1;
    if (!Number.isNaN(date)) counts.dates += 1;
    else if (!Number.isNaN(number)) counts.numbers += 1;
    else if (texts.size <= maxTextsAmongNumbers) texts.add(toCategory(value));
  };
  const finish = (): TableColumn => {
    const isDate = counts.dates > counts.numbers;
    const most = Math.max(counts.dates, counts.numbers);
    const isMostlyNumbers =
      most > 0 && counts.filled - most <= maxTextShare * counts.filled && texts.size <= maxTextsAmongNumbers;
    if (kind === "number" || (kind === undefined && (isMostlyNumbers || counts.filled === 0)))
      return { kind: "number", name, isDate, values: values.slice(0, length) };
    return { kind: "category", name, codes: codes.slice(0, length), categories: [...codeByText.keys()] };
  };
  return { add, finish };
};

/** A table from one object per person. A column that a row lacks is a missing value there. */
export const buildTable = (
  rows: readonly FeatureRow[],
  labels: ArrayLike<number | boolean>,
  { times, kinds = {} }: { times?: ArrayLike<number>; kinds?: Readonly<Record<string, ColumnKind>> } = {},
): TrainingTable => {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  return {
    columns: [...names].map((name) => {
      const builder = createColumnBuilder(name, kinds[name]);
      for (const row of rows) builder.add(row[name]);
      return builder.finish();
    }),
    labels: Uint8Array.from(labels, (label) => (label ? 1 : 0)),
    times: times && Float64Array.from(times),
  };
};

/** The given rows of a list. */
const pickRows = <T extends Float32Array | Float64Array | Uint16Array | Uint8Array>(
  values: T,
  rows: Uint32Array,
): T => {
  const picked = new (values.constructor as new (length: number) => T)(rows.length);
  for (let at = 0; at < rows.length; at += 1) picked[at] = values[rows[at] as number] as number;
  return picked;
};

export const pickLabels = ({ labels }: TrainingTable, rows: Uint32Array): Uint8Array =>
  pickRows(labels, rows);

/** A table of only some of the rows. */
export const selectRows = ({ columns, labels, times }: TrainingTable, rows: Uint32Array): TrainingTable => ({
  columns: columns.map((column) =>
    column.kind === "number"
      ? { ...column, values: pickRows(column.values, rows) }
      : { ...column, codes: pickRows(column.codes, rows) },
  ),
  labels: pickRows(labels, rows),
  times: times && pickRows(times, rows),
});
