import { codeCount, encodeRows, fitEncoder, logisticEncoder } from "./encoder.ts";
import { computeAuc } from "./metrics.ts";
import { allRows, sampleRows } from "./splits.ts";
import { missingCode, otherCode, pickLabels, type TableColumn, type TrainingTable } from "./table.ts";

/** What the person who reads the report should know about a column. */
export type ColumnWarning =
  /** The column alone almost tells the outcome, so it was probably recorded after it. */
  | { code: "leak"; column: string; auc: number }
  | { code: "dropped"; column: string; why: "empty" | "constant" | "identifier" | "too_many_values" };

const leakAuc = 0.9;
const maxScreenedRows = 50_000;
const minIdentifierRows = 20;
const identifierShare = 0.5;
const identifierName = /(^|[^a-z])(id|uuid|guid)$|[a-z](Id|ID)$/;

/** Whether nearly every row has its own text or, for whole numbers, the next number. */
const isIdentifier = (column: TableColumn, rows: Uint32Array): boolean => {
  if (column.kind === "category") {
    const codes = Array.from(rows, (row) => column.codes[row] as number).filter(
      (code) => code !== missingCode,
    );
    const overflow = codes.filter((code) => code === otherCode).length;
    const distinct = new Set(codes).size + overflow;
    return codes.length >= minIdentifierRows && distinct > identifierShare * codes.length;
  }
  const values = Float32Array.from(rows, (row) => column.values[row] as number).filter(
    (value) => !Number.isNaN(value),
  );
  if (values.length < minIdentifierRows || column.isDate || values.some((value) => !Number.isInteger(value)))
    return false;
  const distinct = new Set(values).size;
  const range = values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b)) + 1;
  const isSequence = distinct === values.length && range <= column.values.length * 1.1;
  return isSequence || (distinct > 0.9 * values.length && identifierName.test(column.name));
};

const isEmpty = (column: TableColumn): boolean =>
  column.kind === "number"
    ? column.values.every(Number.isNaN)
    : column.codes.every((code) => code === missingCode);

const isConstant = (column: TableColumn): boolean =>
  column.kind === "number"
    ? column.values.every((value) => Object.is(value, column.values[0]))
    : column.codes.every((code) => code === column.codes[0]);

/** The AUC of one column, whose codes are ranked by the share of outcomes in the other half of the rows. */
const columnAuc = (codes: Uint8Array, size: number, labels: Uint8Array): number => {
  const count = labels.length;
  const rate = labels.reduce((sum, label) => sum + label, 0) / count;
  const halves = [0, 1].map(() => ({ people: new Float64Array(size), outcomes: new Float64Array(size) }));
  // Alternating rows of each outcome, so that both halves have about as many.
  const seen = [0, 0];
  const halfOf = Uint8Array.from(labels, (label) => {
    seen[label] = (seen[label] ?? 0) + 1;
    return (seen[label] ?? 0) % 2;
  });
  for (let row = 0; row < count; row += 1) {
    const half = halves[halfOf[row] as number];
    const code = codes[row] as number;
    if (!half) continue;
    half.people[code] = (half.people[code] as number) + 1;
    half.outcomes[code] = (half.outcomes[code] as number) + (labels[row] as number);
  }
  const aucs = [0, 1].map((half) => {
    const other = halves[1 - half];
    const shares = Float64Array.from({ length: size }, (_, code) =>
      other ? ((other.outcomes[code] as number) + rate) / ((other.people[code] as number) + 1) : rate,
    );
    const rows = allRows(count).filter((row) => halfOf[row] === half);
    return computeAuc(
      Float64Array.from(rows, (row) => shares[codes[row] as number] as number),
      Uint8Array.from(rows, (row) => labels[row] as number),
    );
  });
  return ((aucs[0] ?? 0.5) + (aucs[1] ?? 0.5)) / 2;
};

/** Leaves out columns that cannot help and warns of those that help too much. */
export const screenColumns = (
  table: TrainingTable,
  seed: number,
): { columns: TableColumn[]; warnings: ColumnWarning[] } => {
  const rows = sampleRows(allRows(table.labels.length), maxScreenedRows, seed);
  const labels = pickLabels(table, rows);
  const columns: TableColumn[] = [];
  const warnings: ColumnWarning[] = [];
  for (const column of table.columns) {
    const drop = (why: Extract<ColumnWarning, { code: "dropped" }>["why"]): void =>
      void warnings.push({ code: "dropped", column: column.name, why });
    if (isEmpty(column)) drop("empty");
    else if (isConstant(column)) drop("constant");
    else if (isIdentifier(column, rows)) drop("identifier");
    else {
      const encodings = fitEncoder({ ...table, columns: [column] }, rows, logisticEncoder);
      const [encoding] = encodings;
      if (!encoding) {
        drop(column.kind === "category" ? "too_many_values" : "constant");
        continue;
      }
      columns.push(column);
      const auc = columnAuc(encodeRows(table, rows, encodings), codeCount(encoding), labels);
      if (auc > leakAuc) warnings.push({ code: "leak", column: column.name, auc });
    }
  }
  return { columns, warnings };
};
