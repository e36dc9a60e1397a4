import type { Metric } from "#domain/figures/metrics.ts";
import { periodBefore } from "#domain/figures/period.ts";
import { type MeasuredTable, measureTable, metricsOfTable, type TableName } from "#domain/figures/tables.ts";
import type { Reader } from "#server/db/database.ts";
import { countRows, type ReportRange, readCounted } from "./read-reports.ts";

/** For some people the rows of a period are read, which takes too long above this number of them. */
const maxRowsForSome = 400_000;

/** Whether counting for some people would read too many rows of a period and the one before. */
export const isTooLarge = async (db: Reader, { people, period }: ReportRange): Promise<boolean> =>
  people !== undefined &&
  (await countRows(db, { period: { from: periodBefore(period).from, to: period.to } })) > maxRowsForSome;

/** Tables of a period, beside the period before. */
export const readTables = async (
  db: Reader,
  range: ReportRange,
  names: readonly TableName[],
): Promise<MeasuredTable[]> => {
  const metrics: Metric[] = [...new Set(names.flatMap(metricsOfTable))];
  const [now, before] = await Promise.all([
    readCounted(db, range, metrics),
    readCounted(db, { ...range, period: periodBefore(range.period) }, metrics),
  ]);
  return names.map((name) => measureTable(name, now, before));
};
