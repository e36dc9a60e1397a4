import * as z from "zod";

export const scriptLanguages = ["en", "es", "fr", "de"] as const;
export type ScriptLanguage = (typeof scriptLanguages)[number];

export const accents = {
  en: ["en-US", "en-GB", "en-AU"],
  es: ["es-LA", "es-ES", "es-MX"],
  fr: ["fr-FR", "fr-CA"],
  de: ["de-DE"],
} as const satisfies Record<ScriptLanguage, readonly string[]>;
export const allAccents = [...accents.en, ...accents.es, ...accents.fr, ...accents.de] as const;

export const useCases = ["welcome_call", "follow_up", "support", "survey", "appointment"] as const;
export const ttsProviders = ["elevenlabs", "google"] as const;
export type TtsProvider = (typeof ttsProviders)[number];
/** Characters of a script that a card shows. */
export const previewLength = 100;

/** The accent that the form selects after a change of language. */
export const accentAfterChange = (language: ScriptLanguage): string =>
  language === "es" ? "es-LA" : "en-US";

export const scriptInput = z.strictObject({
  name: z.string().trim().min(1).max(200),
  language: z.enum(scriptLanguages).default("en"),
  accent: z.enum(allAccents).default("en-US"),
  useCase: z.enum(useCases).default("welcome_call"),
  content: z.string().trim().min(1).max(20_000),
  enabled: z.boolean().default(true),
  voiceId: z.string().trim().max(200).nullable().default(null),
  ttsProvider: z.enum(ttsProviders).default("elevenlabs"),
});
export type ScriptInput = z.infer<typeof scriptInput>;

/** ElevenLabs voice settings by language, from the specification. */
export const voiceSettingsFor = (language: string) =>
  language.startsWith("es")
    ? { stability: 0.71, similarity_boost: 0.8, style: 0.2, use_speaker_boost: true }
    : { stability: 0.5, similarity_boost: 0.75, style: 0, use_speaker_boost: false };
