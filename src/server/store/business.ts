import { and, eq } from "drizzle-orm";
import type { GeneralSettings } from "#domain/general-settings.ts";
import type { Db } from "#server/db/database.ts";
import { settings } from "#server/db/schema/access.ts";

/** Who speaks in messages: fills `{{company_name}}` and its like. */
export const readBusiness = async (
  db: Db,
  general: () => Promise<GeneralSettings>,
): Promise<{ values: Record<string, string>; language: "en" | "es" }> => {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(and(eq(settings.category, "business"), eq(settings.key, "business")));
  const stored = Object.entries(Object(row?.value) as Record<string, unknown>).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  const { locale } = await general();
  return {
    values: { company_name: "Faro", ...Object.fromEntries(stored) },
    language: locale.startsWith("es") ? "es" : "en",
  };
};
