import { and, asc, count, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { TestCallerInput } from "#domain/test-callers/test-caller.ts";
import type { TestCallResult } from "#domain/test-callers/test-result.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { testCallers } from "#server/db/schema/voice.ts";

export type TestCallerRow = typeof testCallers.$inferSelect;

/** In the order in which they were added. */
export const listTestCallers = (db: Reader, scriptId: string): Promise<TestCallerRow[]> =>
  db.select().from(testCallers).where(eq(testCallers.scriptId, scriptId)).orderBy(asc(testCallers.id));

export const countTestCallers = async (tx: Tx, scriptId: string): Promise<number> => {
  const [row] = await tx
    .select({ count: count() })
    .from(testCallers)
    .where(eq(testCallers.scriptId, scriptId));
  return row?.count ?? 0;
};

export const insertTestCallers = (
  tx: Tx,
  scriptId: string,
  callers: readonly TestCallerInput[],
): Promise<TestCallerRow[]> =>
  tx
    .insert(testCallers)
    // Ids of this process are in the order of the list.
    .values(callers.map((caller) => ({ id: newId(), ...caller, scriptId })))
    .returning();

/** A caller of the script, whose row stays locked until the transaction ends. */
export const lockTestCaller = async (
  tx: Tx,
  scriptId: string,
  id: string,
): Promise<TestCallerRow | undefined> => {
  const [row] = await tx
    .select()
    .from(testCallers)
    .where(and(eq(testCallers.scriptId, scriptId), eq(testCallers.id, id)))
    .for("update");
  return row;
};

export const updateTestCaller = async (
  tx: Tx,
  id: string,
  change: Partial<TestCallerInput>,
): Promise<TestCallerRow | undefined> => {
  const [row] = await tx
    .update(testCallers)
    .set({
      ...change,
      updatedAt: sql`greatest(date_trunc('milliseconds', clock_timestamp()), ${testCallers.updatedAt} + interval '1 millisecond')`,
    })
    .where(eq(testCallers.id, id))
    .returning();
  return row;
};

export const deleteTestCaller = async (tx: Tx, id: string): Promise<void> => {
  await tx.delete(testCallers).where(eq(testCallers.id, id));
};

/** Marks callers as waiting for a run, whatever ran before; returns those that exist. */
export const startTestRun = async (
  tx: Tx,
  scriptId: string,
  runId: string,
  ids: readonly string[] | undefined,
): Promise<string[]> => {
  const rows = await tx
    .update(testCallers)
    .set({ runId, runState: "waiting" })
    .where(
      and(
        eq(testCallers.scriptId, scriptId),
        ids === undefined ? undefined : inArray(testCallers.id, [...ids]),
      ),
    )
    .returning({ id: testCallers.id });
  return rows.map(({ id }) => id);
};

export const stopTestRuns = async (tx: Tx, scriptId: string): Promise<number> => {
  const rows = await tx
    .update(testCallers)
    .set({ runId: null, runState: null })
    .where(and(eq(testCallers.scriptId, scriptId), isNotNull(testCallers.runId)))
    .returning({ id: testCallers.id });
  return rows.length;
};

/** The callers of a run that have no result yet. */
export const listRunCallers = (db: Reader, runId: string): Promise<TestCallerRow[]> =>
  db.select().from(testCallers).where(eq(testCallers.runId, runId)).orderBy(asc(testCallers.id));

/** The caller as it is now, marked as talking; undefined where it left the run. */
export const claimTestCaller = async (
  tx: Tx,
  runId: string,
  id: string,
): Promise<TestCallerRow | undefined> => {
  const [row] = await tx
    .update(testCallers)
    .set({ runState: "running" })
    .where(and(eq(testCallers.id, id), eq(testCallers.runId, runId)))
    .returning();
  return row;
};

/** Stores a result unless the caller was stopped or started again meanwhile. */
export const saveTestResult = async (
  tx: Tx,
  runId: string,
  id: string,
  result: TestCallResult,
): Promise<void> => {
  await tx
    .update(testCallers)
    .set({ result, runId: null, runState: null })
    .where(and(eq(testCallers.id, id), eq(testCallers.runId, runId)));
};
