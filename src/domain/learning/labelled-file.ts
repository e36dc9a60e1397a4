import { readCsvRows } from "#domain/ingestion/csv.ts";
import { createColumnBuilder, isMissing, type TrainingTable } from "./table.ts";

export type LabelledFileColumns = { label: string; fold?: string; time?: string; drop: readonly string[] };

export type LabelledFile = {
  table: TrainingTable;
  /** The part of each row, named by the file; undefined without a column of folds. */
  folds: string[] | undefined;
  /** What the reader should know about how the file was understood. */
  notes: string[];
};

/** A file that cannot be used, with what to change. */
export type UnusableFile = { problem: string };

const yesWords = new Set(["1", "1.0", "true", "t", "yes", "y", "si", "sí", "s"]);
const noWords = new Set(["0", "0.0", "-1", "false", "f", "no", "n"]);
const maxFolds = 20;

const quote = (names: readonly string[], max = 8): string =>
  names
    .slice(0, max)
    .map((name) => `"${name}"`)
    .join(", ") + (names.length > max ? ", …" : "");

/** Unique names for all columns, also for those without one. */
const nameColumns = (header: readonly string[]): string[] => {
  const names: string[] = [];
  for (const [index, cell] of header.entries()) {
    const name = cell.trim() || `column ${index + 1}`;
    let unique = name;
    for (let copy = 2; names.includes(unique); copy += 1) unique = `${name} (${copy})`;
    names.push(unique);
  }
  return names;
};

/** Which of the two values of the label means that the outcome happened. */
const findPositive = (values: readonly string[]): string | undefined => {
  const known = values.find((value) => yesWords.has(value.toLowerCase()));
  if (known !== undefined || values.every((value) => noWords.has(value.toLowerCase()))) return known;
  const other = values.filter((value) => !noWords.has(value.toLowerCase()));
  return other.toSorted((a, b) => Number(a) - Number(b) || (a < b ? -1 : 1)).at(-1);
};

/** Reads a file with one person per row and a column with the outcome. `parseTime` gives NaN for what is no instant. */
export const readLabelledFile = (
  text: string,
  wanted: LabelledFileColumns,
  parseTimes: (texts: readonly string[]) => Float64Array,
): LabelledFile | UnusableFile => {
  const rows = readCsvRows(text);
  const { value: header } = rows.next();
  if (!header) return { problem: "The file is empty: it needs a header and one row per person." };
  const names = nameColumns(header);
  const find = (name: string): number => {
    const exact = names.indexOf(name);
    return exact >= 0 ? exact : names.findIndex((found) => found.toLowerCase() === name.trim().toLowerCase());
  };
  const asked = [wanted.label, wanted.fold, wanted.time, ...wanted.drop].filter((name) => name !== undefined);
  const unknown = asked.filter((name) => find(name) < 0);
  if (unknown.length > 0)
    return { problem: `There is no column ${quote(unknown)}. The columns are ${quote(names, 60)}.` };
  const labelAt = find(wanted.label);
  const foldAt = wanted.fold === undefined ? -1 : find(wanted.fold);
  const timeAt = wanted.time === undefined ? -1 : find(wanted.time);
  const left = new Set([labelAt, foldAt, timeAt, ...wanted.drop.map(find)]);
  const features = names
    .map((name, index) => ({ index, builder: createColumnBuilder(name) }))
    .filter(({ index }) => !left.has(index));

  const labels: string[] = [];
  const folds: string[] = [];
  const times: string[] = [];
  const skipped = { label: 0, fold: 0, time: 0, ragged: 0 };
  for (const row of rows) {
    const cell = (index: number): string => row[index]?.trim() ?? "";
    if (row.length > names.length) skipped.ragged += 1;
    if (isMissing(cell(labelAt))) skipped.label += 1;
    else if (foldAt >= 0 && isMissing(cell(foldAt))) skipped.fold += 1;
    else if (timeAt >= 0 && isMissing(cell(timeAt))) skipped.time += 1;
    else {
      labels.push(cell(labelAt));
      if (foldAt >= 0) folds.push(cell(foldAt));
      if (timeAt >= 0) times.push(cell(timeAt));
      for (const { index, builder } of features) builder.add(row[index]);
    }
  }
  if (labels.length === 0 && Object.values(skipped).every((count) => count === 0))
    return { problem: "The file has a header, but no row below it." };
  if (labels.length === 0)
    return {
      problem: `No row has a value in the label column "${names[labelAt]}", so there is nothing to learn.`,
    };
  const labelValues = [...new Set(labels)];
  if (labelValues.length > 2)
    return {
      problem: `The label column "${names[labelAt]}" has ${labelValues.length} different values (${quote(labelValues, 5)}); it needs two, for example 1 and 0.`,
    };
  if (features.length === 0) return { problem: "No column is left to learn from." };
  const foldNames = [...new Set(folds)];
  if (foldAt >= 0 && (foldNames.length < 2 || foldNames.length > maxFolds))
    return {
      problem: `The fold column "${names[foldAt]}" has ${foldNames.length} different values; it needs 2 to ${maxFolds}.`,
    };
  const instants = timeAt >= 0 ? parseTimes(times) : undefined;
  const wrongTime = instants ? times.find((_, row) => Number.isNaN(instants[row])) : undefined;
  if (wrongTime !== undefined)
    return {
      problem: `The time column "${names[timeAt]}" contains "${wrongTime}", which is neither a date nor a number.`,
    };

  const positive = findPositive(labelValues);
  const notes = [
    ...(positive !== undefined && !yesWords.has(positive.toLowerCase())
      ? [`The label "${positive}" counts as the outcome.`]
      : []),
    ...(skipped.label > 0 ? [`${skipped.label} rows have no label and are left out.`] : []),
    ...(skipped.fold > 0 ? [`${skipped.fold} rows have no fold and are left out.`] : []),
    ...(skipped.time > 0 ? [`${skipped.time} rows have no time and are left out.`] : []),
    ...(skipped.ragged > 0
      ? [`${skipped.ragged} rows have more cells than the header; the rest is ignored.`]
      : []),
  ];
  return {
    table: {
      columns: features.map(({ builder }) => builder.finish()),
      labels: Uint8Array.from(labels, (label) => (label === positive ? 1 : 0)),
      times: instants,
    },
    folds: foldAt >= 0 ? folds : undefined,
    notes,
  };
};
