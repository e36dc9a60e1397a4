import { and, eq } from "drizzle-orm";
import { defaultVoiceConfig, type VoiceConfig, voiceConfig } from "#domain/voice/voice-config.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { settings } from "#server/db/schema/access.ts";

const place = { category: "voice", key: "voice" };

export const readVoiceConfig = async (db: Reader): Promise<VoiceConfig> => {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(and(eq(settings.category, place.category), eq(settings.key, place.key)));
  return row ? voiceConfig.parse(row.value) : defaultVoiceConfig;
};

export const saveVoiceConfig = async (tx: Tx, value: VoiceConfig): Promise<void> => {
  await tx
    .insert(settings)
    .values({ ...place, value, description: "Voice, speech recognition, instructions, handoff, call length" })
    .onConflictDoUpdate({ target: [settings.category, settings.key], set: { value, updatedAt: new Date() } });
};
