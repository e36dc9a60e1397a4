import { sql } from "drizzle-orm";
import * as z from "zod";
import type { Reader, Tx } from "#server/db/database.ts";
import { readSetting, saveSetting } from "#server/store/workspace/settings.ts";

const keyOf = (service: string) => ({ category: "lead_cursor", key: service });
const cursor = z.object({ until: z.number() });

/** Up to when the leads of a vendor were listed, in milliseconds since 1970; undefined before the first time. */
export const readLeadCursor = async (db: Reader, service: string): Promise<number | undefined> =>
  cursor.safeParse(await readSetting(db, keyOf(service))).data?.until;

export const saveLeadCursor = (tx: Tx, service: string, until: number): Promise<void> =>
  saveSetting(tx, keyOf(service), { until }, "Up to when the leads of a vendor were listed");

/** Adds a poll unless one is waiting. */
export const queueLeadPoll = async (tx: Tx, service: string): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    INSERT INTO integration_work (service, kind, payload)
    SELECT ${service}, 'lead_poll', '{"is": "poll"}'::jsonb WHERE NOT EXISTS (
      SELECT FROM integration_work WHERE service = ${service} AND kind = 'lead_poll' AND state = 'waiting')`);
  return (rowCount ?? 0) > 0;
};
