import { desc, eq, sql } from "drizzle-orm";
import type { ReportLimit, ReportLimitInput } from "#contract/report-limits.ts";
import { figures } from "#domain/figures/figures.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { reportLimits } from "#server/db/schema/reports.ts";

const toLimit = (row: typeof reportLimits.$inferSelect): ReportLimit => ({
  id: row.id,
  figure: row.figure,
  side: row.side,
  value: row.value,
  days: row.days,
  fewest: row.fewest,
  unit: figures[row.figure].unit,
  crossedAt: row.crossedAt?.toISOString() ?? null,
  seen: row.seen,
  seenAt: row.seenAt?.toISOString() ?? null,
});

export const listReportLimits = async (db: Reader): Promise<ReportLimit[]> =>
  (
    await db
      .select()
      .from(reportLimits)
      .orderBy(sql`${reportLimits.crossedAt} IS NULL`, desc(reportLimits.createdAt), reportLimits.id)
  ).map(toLimit);

export const insertReportLimit = async (
  tx: Tx,
  input: ReportLimitInput,
  createdBy: string,
): Promise<ReportLimit | undefined> => {
  const [row] = await tx
    .insert(reportLimits)
    .values({ ...input, createdBy })
    .returning();
  return row && toLimit(row);
};

/** The deleted limit. */
export const deleteReportLimit = async (tx: Tx, id: string): Promise<ReportLimit | undefined> => {
  const [row] = await tx.delete(reportLimits).where(eq(reportLimits.id, id)).returning();
  return row && toLimit(row);
};

/** A limit, whose row stays locked: two processes do not notify of the same crossing. */
export const lockReportLimit = async (tx: Tx, id: string): Promise<ReportLimit | undefined> => {
  const [row] = await tx.select().from(reportLimits).where(eq(reportLimits.id, id)).for("update");
  return row && toLimit(row);
};

export const recordLook = async (
  tx: Tx,
  id: string,
  { seen, crossedAt }: { seen: number | null; crossedAt: Date | null },
): Promise<void> => {
  await tx.update(reportLimits).set({ seen, crossedAt, seenAt: sql`now()` }).where(eq(reportLimits.id, id));
};
