import { sql } from "drizzle-orm";
import * as z from "zod";
import { type ClosingDays, closingDaysInput } from "#domain/compliance/closing-days.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { readSetting, saveSetting } from "#server/store/workspace/settings.ts";

const settingKey = { category: "compliance", key: "closing_days" };

const stored = z.object({ closings: z.array(closingDaysInput.safeExtend({ id: z.uuid() })) });

/** By their first day. */
export const readClosingDays = async (db: Reader): Promise<ClosingDays[]> => {
  const parsed = stored.safeParse(await readSetting(db, settingKey));
  const closings = parsed.success ? parsed.data.closings : [];
  return closings.toSorted((a, b) => a.from.localeCompare(b.from) || a.id.localeCompare(b.id));
};

/** Reads them; no other transaction can change them until this one ends. */
export const lockClosingDays = async (tx: Tx): Promise<ClosingDays[]> => {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('settings/compliance', 0))`);
  return readClosingDays(tx);
};

export const saveClosingDays = (tx: Tx, closings: readonly ClosingDays[]): Promise<void> =>
  saveSetting(tx, settingKey, { closings }, "Days on which the business is closed");

/** The last day before messages that legal hours keep over closed days are due. */
const longestHoldDays = 16;

/**
 * Schedules what only these days held back: marketing, and messages to states whose hours are closed on holidays. The
 * gate decides anew; the delay lets every process load the days first.
 */
export const rescheduleReopened = async (tx: Tx, { name, from, to }: ClosingDays): Promise<void> => {
  const reason = JSON.stringify([{ code: "marketing_holiday", holiday: name }]);
  await tx.execute(sql`
    UPDATE actions SET not_before = now() + interval '2 seconds'
     WHERE status = 'held' AND (
       reasons @> ${reason}::jsonb
       OR (not_before BETWEEN ${from}::date - interval '1 day' AND ${to}::date + make_interval(days => ${longestHoldDays})
           AND jsonb_path_exists(reasons, '$[*].code ? (@ starts with "quiet_")')))`);
};
