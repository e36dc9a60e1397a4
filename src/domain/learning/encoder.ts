import { formatDay } from "#domain/calendar.ts";
import type { ScoreWeights } from "#domain/scoring/model.ts";
import {
  type CategoryColumn,
  type CellValue,
  firstCategoryCode,
  isMissing,
  missingCode,
  type NumberColumn,
  otherCode,
  type TableColumn,
  type TrainingTable,
  toCategory,
  toNumber,
} from "./table.ts";

/** Code 0 is a missing value; code 1 is the first range. */
export type NumberEncoding = {
  kind: "number";
  name: string;
  isDate: boolean;
  /** The least and the greatest training value of each range. */
  lows: number[];
  highs: number[];
};
/** Code 0 is a missing value, 1 any category that is not listed, 2 the first listed one. */
export type CategoryEncoding = {
  kind: "category";
  name: string;
  /** By increasing share of outcomes, so that boosting can split them like ranges. */
  categories: string[];
};
export type ColumnEncoding = NumberEncoding | CategoryEncoding;

/** The values that share one weight. */
export type ValueRange =
  | { kind: "missing" }
  | { kind: "other" }
  | { kind: "category"; name: string }
  | { kind: "range"; from: number | null; to: number | null; isDate: boolean };

export type EncoderOptions = {
  /** Ranges of a number that has many different values. */
  ranges: number;
  maxCategories: number;
  /** A number with at most this many different values has one range for each that is frequent enough. */
  maxSingleValues: number;
  /** Columns with a prior weight are kept even where they are constant. */
  prior?: ScoreWeights | undefined;
};

export const logisticEncoder: EncoderOptions = { ranges: 12, maxSingleValues: 20, maxCategories: 100 };
export const boostingEncoder: EncoderOptions = { ranges: 62, maxSingleValues: 62, maxCategories: 62 };

const maxSortedValues = 50_000;
const minZeroShare = 0.01;

const leastRows = (count: number): number => Math.min(100, Math.max(2, Math.round(count * 0.002)));

/** Key of a category's weight in the prior. */
export const categoryKey = (column: string, category: string): string => `${column}=${category}`;

/** Adds ranges of about equal size over a sorted part; a frequent value gets a range of its own. */
const addRanges = (
  sorted: Float32Array,
  count: number,
  maxSingleValues: number,
  encoding: NumberEncoding,
) => {
  const starts: number[] = [];
  for (let at = 0; at < sorted.length; at += 1)
    if (at === 0 || sorted[at] !== sorted[at - 1]) starts.push(at);
  const target =
    starts.length <= maxSingleValues
      ? leastRows(sorted.length)
      : Math.max(1, sorted.length / Math.max(1, count));
  let from = 0;
  const close = (to: number): void => {
    if (to <= from) return;
    encoding.lows.push(sorted[from] as number);
    encoding.highs.push(sorted[to - 1] as number);
    from = to;
  };
  starts.forEach((start, index) => {
    const end = starts[index + 1] ?? sorted.length;
    if (end - start >= target) close(start);
    // The last range is not left with a small rest.
    if (end - from >= target && (sorted.length - end >= target / 2 || end === sorted.length)) close(end);
  });
  close(sorted.length);
};

const fitNumber = (column: NumberColumn, rows: Uint32Array, options: EncoderOptions): NumberEncoding => {
  const step = Math.max(1, Math.ceil(rows.length / maxSortedValues));
  const sample = new Float32Array(Math.ceil(rows.length / step));
  for (let at = 0; at < sample.length; at += 1)
    sample[at] = column.values[rows[at * step] as number] as number;
  const sorted = sample.filter((value) => !Number.isNaN(value)).sort();
  const encoding: NumberEncoding = {
    kind: "number",
    name: column.name,
    isDate: column.isDate,
    lows: [],
    highs: [],
  };
  const below = sorted.filter((value) => value < 0);
  const above = sorted.filter((value) => value > 0);
  const zeros = sorted.length - below.length - above.length;
  if (zeros < Math.max(2, minZeroShare * sorted.length)) {
    addRanges(sorted, options.ranges, options.maxSingleValues, encoding);
    return encoding;
  }
  const share = (part: Float32Array) => Math.round((options.ranges * part.length) / (sorted.length - zeros));
  addRanges(below, share(below), options.maxSingleValues, encoding);
  encoding.lows.push(0);
  encoding.highs.push(0);
  addRanges(above, share(above), options.maxSingleValues, encoding);
  return encoding;
};

const fitCategory = (
  column: CategoryColumn,
  rows: Uint32Array,
  labels: Uint8Array,
  { maxCategories, prior }: EncoderOptions,
): CategoryEncoding => {
  const counts = new Uint32Array(column.categories.length + firstCategoryCode);
  const outcomes = new Uint32Array(counts.length);
  let total = 0;
  for (const row of rows) {
    const code = column.codes[row] as number;
    counts[code] = (counts[code] as number) + 1;
    outcomes[code] = (outcomes[code] as number) + (labels[row] as number);
    total += labels[row] as number;
  }
  const rate = total / Math.max(1, rows.length);
  const least = leastRows(rows.length);
  const found = column.categories
    .map((name, index) => ({
      name,
      count: counts[index + firstCategoryCode] as number,
      outcomes: outcomes[index + firstCategoryCode] as number,
      isInPrior: prior?.weights[categoryKey(column.name, name)] !== undefined,
    }))
    .filter(({ count, isInPrior }) => count >= least || isInPrior)
    .sort(
      (a, b) => Number(b.isInPrior) - Number(a.isInPrior) || b.count - a.count || compareText(a.name, b.name),
    )
    .slice(0, maxCategories)
    // Ten rows of the average smooth the share of rare categories.
    .map(({ name, count, outcomes: happened }) => ({ name, share: (happened + 10 * rate) / (count + 10) }));
  return {
    kind: "category",
    name: column.name,
    categories: found
      .sort((a, b) => a.share - b.share || compareText(a.name, b.name))
      .map(({ name }) => name),
  };
};

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Whether the prior has a weight for the column or one of its categories. */
export const isInPrior = (column: TableColumn, prior: ScoreWeights | undefined): boolean =>
  prior !== undefined &&
  (column.kind === "number"
    ? prior.weights[column.name] !== undefined
    : column.categories.some((name) => prior.weights[categoryKey(column.name, name)] !== undefined));

/** The number of codes of a column. */
export const codeCount = (encoding: ColumnEncoding): number =>
  encoding.kind === "number" ? encoding.lows.length + 1 : encoding.categories.length + firstCategoryCode;

/** Learns the ranges and categories of every column from the given rows. Columns without any difference are left out. */
export const fitEncoder = (
  table: TrainingTable,
  rows: Uint32Array,
  options: EncoderOptions,
): ColumnEncoding[] =>
  table.columns.flatMap((column) => {
    const encoding =
      column.kind === "number"
        ? fitNumber(column, rows, options)
        : fitCategory(column, rows, table.labels, options);
    if (isInPrior(column, options.prior)) return [encoding];
    const codes = encodeRows({ ...table, columns: [column] }, rows, [encoding]);
    return codes.some((code) => code !== codes[0]) ? [encoding] : [];
  });

const toThresholds = ({ lows, highs }: NumberEncoding): Float64Array =>
  Float64Array.from({ length: Math.max(0, lows.length - 1) }, (_, index) => {
    return ((highs[index] as number) + (lows[index + 1] as number)) / 2;
  });

const findRange = (thresholds: Float64Array, value: number): number => {
  let low = 0;
  let high = thresholds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value > (thresholds[middle] as number)) low = middle + 1;
    else high = middle;
  }
  return low + 1;
};

/** Writes the codes of `rows` from `start` to `end` into one column of `codes`. */
type ColumnWriter = (
  rows: Uint32Array,
  start: number,
  end: number,
  codes: Uint8Array,
  width: number,
  index: number,
) => void;

const createColumnWriter = (column: TableColumn | undefined, encoding: ColumnEncoding): ColumnWriter => {
  if (column?.kind === "number" && encoding.kind === "number" && encoding.lows.length > 0) {
    const { values } = column;
    const thresholds = toThresholds(encoding);
    return (rows, start, end, codes, width, index) => {
      for (let at = start; at < end; at += 1) {
        const value = values[rows[at] as number] as number;
        codes[at * width + index] = Number.isNaN(value) ? missingCode : findRange(thresholds, value);
      }
    };
  }
  if (column?.kind !== "category" || encoding.kind !== "category")
    return (_, start, end, codes, width, index) => {
      for (let at = start; at < end; at += 1) codes[at * width + index] = missingCode;
    };
  const known = new Map(encoding.categories.map((name, index) => [name, index + firstCategoryCode]));
  const recoded = Uint8Array.from([
    missingCode,
    otherCode,
    ...column.categories.map((name) => known.get(name) ?? otherCode),
  ]);
  const own = column.codes;
  return (rows, start, end, codes, width, index) => {
    for (let at = start; at < end; at += 1)
      codes[at * width + index] = recoded[own[rows[at] as number] as number] as number;
  };
};

const blockRows = 2048;

/** The codes of the given rows, row after row. */
export const encodeRows = (
  table: TrainingTable,
  rows: Uint32Array,
  encodings: ColumnEncoding[],
): Uint8Array => {
  const width = encodings.length;
  const codes = new Uint8Array(rows.length * width);
  const byName = new Map(table.columns.map((column) => [column.name, column]));
  const writers = encodings.map((encoding) => createColumnWriter(byName.get(encoding.name), encoding));
  // In blocks, because the codes of a block fit into the processor's cache.
  for (let start = 0; start < rows.length; start += blockRows) {
    const end = Math.min(rows.length, start + blockRows);
    for (const [index, write] of writers.entries()) write(rows, start, end, codes, width, index);
  }
  return codes;
};

/** The code of a single cell. */
export type CellEncoder = (value: CellValue) => number;

export const createCellEncoder = (encoding: ColumnEncoding): CellEncoder => {
  if (encoding.kind === "number") {
    const thresholds = toThresholds(encoding);
    const isEmpty = encoding.lows.length === 0;
    return (value) => {
      const number = readCellNumber(encoding, value);
      return isEmpty || Number.isNaN(number) ? missingCode : findRange(thresholds, number);
    };
  }
  const codes = new Map(encoding.categories.map((name, index) => [name, index + firstCategoryCode]));
  return (value) => {
    const known = typeof value === "string" ? codes.get(value) : undefined;
    if (known !== undefined) return known;
    return isMissing(value) ? missingCode : (codes.get(toCategory(value)) ?? otherCode);
  };
};

/** A cell's number as a table would hold it; NaN where it is missing or a category. */
export const readCellNumber = (encoding: ColumnEncoding, value: CellValue): number => {
  if (encoding.kind === "category") return Number.NaN;
  const number = Math.fround(typeof value === "number" ? value : toNumber(value, encoding.isDate));
  return Number.isFinite(number) ? number : Number.NaN;
};

/** The values that a code stands for. The first and the last range are open. */
export const describeCode = (encoding: ColumnEncoding, code: number): ValueRange => {
  if (code === missingCode) return { kind: "missing" };
  if (encoding.kind === "category") {
    const name = encoding.categories[code - firstCategoryCode];
    return name === undefined ? { kind: "other" } : { kind: "category", name };
  }
  const { lows, highs, isDate } = encoding;
  const low = lows[code - 1] ?? 0;
  const high = highs[code - 1] ?? 0;
  const isSingle = low === high;
  return {
    kind: "range",
    from: code === 1 && !isSingle ? null : low,
    to: code === lows.length && !isSingle ? null : high,
    isDate,
  };
};

const formatNumber = (value: number): string => String(Number(value.toPrecision(4)));

/** A range in words, such as "1 to 5". */
export const formatRange = (range: ValueRange): string => {
  if (range.kind === "missing" || range.kind === "other") return range.kind;
  if (range.kind === "category") return range.name;
  const format = range.isDate ? formatDay : formatNumber;
  if (range.from === null && range.to === null) return "any number";
  if (range.from === null) return `up to ${format(range.to ?? 0)}`;
  if (range.to === null) return `from ${format(range.from)}`;
  return range.from === range.to ? format(range.from) : `${format(range.from)} to ${format(range.to)}`;
};
