import { and, eq, sql } from "drizzle-orm";
import type { SavedContactPolicy } from "#contract/compliance.ts";
import { defaultGatePolicy } from "#domain/compliance/defaults.ts";
import type { GatePolicy } from "#domain/compliance/facts.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { settings } from "#server/db/schema/access.ts";

const settingKey = { category: "compliance", key: "policy" };

export const readContactPolicy = async (db: Reader): Promise<SavedContactPolicy> => {
  const [row] = await db
    .select({ value: settings.value, updatedAt: settings.updatedAt })
    .from(settings)
    .where(and(eq(settings.category, settingKey.category), eq(settings.key, settingKey.key)));
  const stored = Object(row?.value) as Record<string, unknown>;
  const readFlag = (name: keyof GatePolicy): boolean => {
    const value = stored[name];
    return typeof value === "boolean" ? value : defaultGatePolicy[name];
  };
  return {
    answerInQuietHours: readFlag("answerInQuietHours"),
    sendOnHolidays: readFlag("sendOnHolidays"),
    updatedAt: row?.updatedAt.toISOString() ?? null,
  };
};

/** Reads the policy; no other transaction can save it until this one ends. */
export const lockContactPolicy = async (tx: Tx): Promise<SavedContactPolicy> => {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('settings/compliance', 0))`);
  return readContactPolicy(tx);
};

export const saveContactPolicy = async (tx: Tx, value: GatePolicy): Promise<void> => {
  await tx
    .insert(settings)
    .values({ ...settingKey, value, description: "Marketing on holidays, answers in quiet hours" })
    .onConflictDoUpdate({
      target: [settings.category, settings.key],
      set: { value, updatedAt: sql`greatest(now(), ${settings.updatedAt} + interval '1 millisecond')` },
    });
};

/** Schedules actions that only the old policy held back; the delay lets every process load the new policy first. */
export const rescheduleNewlyAllowed = async (
  tx: Tx,
  before: GatePolicy,
  after: GatePolicy,
): Promise<void> => {
  const holidays = after.sendOnHolidays && !before.sendOnHolidays;
  const answers = after.answerInQuietHours && !before.answerInQuietHours;
  if (!holidays && !answers) return;
  await tx.execute(sql`
    UPDATE actions SET not_before = now() + interval '2 seconds'
     WHERE status = 'held' AND (
       (${holidays} AND reasons @> '[{"code": "marketing_holiday"}]')
       OR (${answers} AND config ->> 'purpose' = 'service'
           AND jsonb_path_exists(reasons, '$[*].code ? (@ starts with "quiet_")')))`);
};
