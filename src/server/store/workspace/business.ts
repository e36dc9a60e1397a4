import { and, eq, sql } from "drizzle-orm";
import { type BusinessDetails, businessFields, businessVariables } from "#domain/business.ts";
import type { GeneralSettings } from "#domain/general-settings.ts";
import type { Db, Reader, Tx } from "#server/db/database.ts";
import { settings } from "#server/db/schema/access.ts";

const settingKey = { category: "business", key: "business" };

export type StoredBusiness = BusinessDetails & { updatedAt: string | null };

export const readBusinessDetails = async (db: Reader): Promise<StoredBusiness> => {
  const [row] = await db
    .select({ value: settings.value, updatedAt: settings.updatedAt })
    .from(settings)
    .where(and(eq(settings.category, settingKey.category), eq(settings.key, settingKey.key)));
  const stored = Object(row?.value) as Record<string, unknown>;
  const textOrNull = (field: string): string | null => {
    const value = stored[`company_${field}`];
    return typeof value === "string" && value !== "" ? value : null;
  };
  const details = Object.fromEntries(businessFields.map((field) => [field, textOrNull(field)]));
  return { ...(details as BusinessDetails), updatedAt: row?.updatedAt.toISOString() ?? null };
};

/** Reads the details; no other transaction can save them until this one ends. */
export const lockBusinessDetails = async (tx: Tx): Promise<StoredBusiness> => {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('settings/business', 0))`);
  return readBusinessDetails(tx);
};

export const saveBusinessDetails = async (tx: Tx, details: BusinessDetails): Promise<void> => {
  const value = Object.fromEntries(
    businessFields.flatMap((field) => (details[field] ? [[`company_${field}`, details[field]]] : [])),
  );
  await tx
    .insert(settings)
    .values({ ...settingKey, value, description: "Who speaks in messages" })
    .onConflictDoUpdate({
      target: [settings.category, settings.key],
      set: { value, updatedAt: sql`greatest(now(), ${settings.updatedAt} + interval '1 millisecond')` },
    });
};

/** The sender's details for messages: values for `{{company_name}}` and similar variables, language and time zone. */
export const readBusiness = async (
  db: Db,
  general: () => Promise<GeneralSettings>,
): Promise<{ values: Record<string, string>; language: "en" | "es"; timezone: string }> => {
  const { updatedAt: _, ...details } = await readBusinessDetails(db);
  const { locale, timezone } = await general();
  return { values: businessVariables(details), language: locale.startsWith("es") ? "es" : "en", timezone };
};
