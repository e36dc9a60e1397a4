import { and, eq, sql } from "drizzle-orm";
import { defaultGeneralSettings, type GeneralSettings, generalSettings } from "#domain/general-settings.ts";
import {
  defaultSecuritySettings,
  type SecuritySettings,
  securitySettings,
} from "#domain/security-settings.ts";
import { defaultPhoneSettings, type PhoneSettings, phoneSettings } from "#domain/voice/phone-settings.ts";
import { defaultVoiceConfig, type VoiceConfig, voiceConfig } from "#domain/voice/voice-config.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { settings } from "#server/db/schema/access.ts";

type SettingKey = { category: string; key: string };

export const readSetting = async (db: Reader, { category, key }: SettingKey): Promise<unknown> => {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(and(eq(settings.category, category), eq(settings.key, key)));
  return row?.value;
};

/** No other transaction can save this setting until this one ends. */
const lockSetting = async (tx: Tx, { category, key }: SettingKey): Promise<void> => {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`settings/${category}/${key}`}, 0))`);
};

export const saveSetting = async (
  tx: Tx,
  key: SettingKey,
  value: object,
  description: string,
): Promise<void> => {
  await tx
    .insert(settings)
    .values({ ...key, value, description })
    .onConflictDoUpdate({ target: [settings.category, settings.key], set: { value, updatedAt: new Date() } });
};

const generalKey = { category: "general", key: "general" };

export const readGeneralSettings = async (db: Reader): Promise<GeneralSettings> => {
  const stored = await readSetting(db, generalKey);
  return stored === undefined ? defaultGeneralSettings : generalSettings.parse(stored);
};

export const lockGeneralSettings = async (tx: Tx): Promise<GeneralSettings> => {
  await lockSetting(tx, generalKey);
  return readGeneralSettings(tx);
};

export const saveGeneralSettings = (tx: Tx, value: GeneralSettings): Promise<void> =>
  saveSetting(tx, generalKey, value, "Timezone, locale, data retention, session timeout");

const voiceKey = { category: "voice", key: "voice" };

export const readVoiceConfig = async (db: Reader): Promise<VoiceConfig> => {
  const stored = await readSetting(db, voiceKey);
  return stored === undefined ? defaultVoiceConfig : voiceConfig.parse(stored);
};

export const lockVoiceConfig = async (tx: Tx): Promise<VoiceConfig> => {
  await lockSetting(tx, voiceKey);
  return readVoiceConfig(tx);
};

export const saveVoiceConfig = (tx: Tx, value: VoiceConfig): Promise<void> =>
  saveSetting(tx, voiceKey, value, "Voice, speech recognition, instructions, handoff, call length");

const phoneKey = { category: "voice", key: "phone" };

export const readPhoneSettings = async (db: Reader): Promise<PhoneSettings> => {
  const stored = await readSetting(db, phoneKey);
  return stored === undefined ? defaultPhoneSettings : phoneSettings.parse(stored);
};

export const lockPhoneSettings = async (tx: Tx): Promise<PhoneSettings> => {
  await lockSetting(tx, phoneKey);
  return readPhoneSettings(tx);
};

export const savePhoneSettings = (tx: Tx, value: PhoneSettings): Promise<void> =>
  saveSetting(tx, phoneKey, value, "Incoming calls, transfer targets, staffed hours, tools of the agent");

const securityKey = { category: "security", key: "security" };

export const readSecuritySettings = async (db: Reader): Promise<SecuritySettings> => {
  const stored = await readSetting(db, securityKey);
  return stored === undefined ? defaultSecuritySettings : securitySettings.parse(stored);
};

export const saveSecuritySettings = (tx: Tx, value: SecuritySettings): Promise<void> =>
  saveSetting(tx, securityKey, value, "Second factor of administrators");
