import { eq, inArray } from "drizzle-orm";
import { type GoLiveRecordName, isGoLiveRecordName } from "#domain/go-live/records.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { users } from "#server/db/schema/access.ts";
import { goLiveRecords } from "#server/db/schema/go-live.ts";

export type StoredGoLiveRecord = { at: string; by: string | null; detail: Record<string, unknown> | null };
export type StoredGoLiveRecords = Partial<Record<GoLiveRecordName, StoredGoLiveRecord>>;

export const readGoLiveRecords = async (db: Reader): Promise<StoredGoLiveRecords> => {
  const rows = await db
    .select({
      name: goLiveRecords.name,
      doneAt: goLiveRecords.doneAt,
      detail: goLiveRecords.detail,
      by: users.email,
    })
    .from(goLiveRecords)
    .leftJoin(users, eq(users.id, goLiveRecords.userId));
  return Object.fromEntries(
    rows.flatMap(({ name, doneAt, detail, by }) =>
      isGoLiveRecordName(name) ? [[name, { at: doneAt.toISOString(), by, detail }]] : [],
    ),
  );
};

export const saveGoLiveRecord = async (
  tx: Tx,
  name: GoLiveRecordName,
  userId: string | null,
  detail: Record<string, unknown> | null = null,
): Promise<void> => {
  const values = { doneAt: new Date(), userId, detail };
  await tx
    .insert(goLiveRecords)
    .values({ name, ...values })
    .onConflictDoUpdate({ target: goLiveRecords.name, set: values });
};

export const deleteGoLiveRecords = async (tx: Tx, names: readonly GoLiveRecordName[]): Promise<void> => {
  if (names.length === 0) return;
  await tx.delete(goLiveRecords).where(inArray(goLiveRecords.name, [...names]));
};
