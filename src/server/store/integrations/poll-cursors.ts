import { sql } from "drizzle-orm";
import * as z from "zod";
import type { PollKind } from "#domain/integrations/integration-work.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { readSetting, saveSetting } from "#server/store/workspace/settings.ts";

const leadKey = (service: string) => ({ category: "lead_cursor", key: service });
const leadCursor = z.object({ until: z.number() });

/** Up to when the leads of a vendor were listed, in milliseconds since 1970; undefined before the first time. */
export const readLeadCursor = async (db: Reader, service: string): Promise<number | undefined> =>
  leadCursor.safeParse(await readSetting(db, leadKey(service))).data?.until;

export const saveLeadCursor = (tx: Tx, service: string, until: number): Promise<void> =>
  saveSetting(tx, leadKey(service), { until }, "Up to when the leads of a vendor were listed");

const messageKey = (service: string) => ({ category: "message_cursor", key: service });
const messageCursor = z.object({ newestId: z.string().regex(/^\d+$/) });

/** The newest message of a vendor that was listed; undefined before the first time. */
export const readMessageCursor = async (db: Reader, service: string): Promise<string | undefined> =>
  messageCursor.safeParse(await readSetting(db, messageKey(service))).data?.newestId;

export const saveMessageCursor = (tx: Tx, service: string, newestId: string): Promise<void> =>
  saveSetting(tx, messageKey(service), { newestId }, "The newest message of a vendor that was listed");

/** Adds a poll unless one is waiting. */
export const queuePoll = async (tx: Tx, service: string, kind: PollKind): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    INSERT INTO integration_work (service, kind, payload)
    SELECT ${service}, ${kind}, '{"is": "poll"}'::jsonb WHERE NOT EXISTS (
      SELECT FROM integration_work WHERE service = ${service} AND kind = ${kind} AND state = 'waiting')`);
  return (rowCount ?? 0) > 0;
};
