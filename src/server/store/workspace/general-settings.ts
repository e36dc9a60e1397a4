import { and, eq } from "drizzle-orm";
import { defaultGeneralSettings, type GeneralSettings, generalSettings } from "#domain/general-settings.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { settings } from "#server/db/schema/access.ts";

const place = { category: "general", key: "general" };

export const readGeneralSettings = async (db: Reader): Promise<GeneralSettings> => {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(and(eq(settings.category, place.category), eq(settings.key, place.key)));
  return row ? generalSettings.parse(row.value) : defaultGeneralSettings;
};

export const saveGeneralSettings = async (tx: Tx, value: GeneralSettings): Promise<void> => {
  await tx
    .insert(settings)
    .values({ ...place, value, description: "Timezone, locale, data retention, session timeout" })
    .onConflictDoUpdate({ target: [settings.category, settings.key], set: { value, updatedAt: new Date() } });
};
