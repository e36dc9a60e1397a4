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

export const factKinds = ["yes_no", "number", "money", "date", "choice", "text"] as const;
export type FactKind = (typeof factKinds)[number];

/** Something that the agent finds out during the call. */
export const scriptFact = z.strictObject({
  /** Identifies the fact within the script. */
  key: z
    .string()
    .trim()
    .regex(/^[a-z][a-z0-9_]{0,39}$/),
  label: z.string().trim().min(1).max(60),
  kind: z.enum(factKinds).default("text"),
  /** How the agent asks for it, word for word. */
  question: z.string().trim().min(1).max(300),
  /** Asked for even if the conversation does not come to it. */
  isRequired: z.boolean().default(true),
  /** For the kind `choice`. */
  choices: z.array(z.string().trim().min(1).max(60)).max(12).default([]),
});
export type ScriptFact = z.infer<typeof scriptFact>;

/** A goal is reached when its words were said and its facts are known. */
export const scriptGoal = z.strictObject({
  title: z.string().trim().min(1).max(100),
  /** What the agent says for it, word for word; empty when its facts say it all. */
  say: z.string().trim().max(600).default(""),
  /** Keys of facts. */
  facts: z.array(z.string().max(40)).max(10).default([]),
});
export type ScriptGoal = z.infer<typeof scriptGoal>;

export const maxScriptGoals = 12;
export const maxScriptFacts = 20;

export const scriptInput = z.strictObject({
  name: z.string().trim().min(1).max(200),
  language: z.enum(scriptLanguages).default("en"),
  accent: z.enum(allAccents).default("en-US"),
  useCase: z.enum(useCases).default("welcome_call"),
  content: z.string().trim().min(1).max(20_000),
  enabled: z.boolean().default(true),
  voiceId: z.string().trim().max(200).nullable().default(null),
  ttsProvider: z.enum(ttsProviders).default("elevenlabs"),
  goals: z.array(scriptGoal).max(maxScriptGoals).default([]),
  facts: z.array(scriptFact).max(maxScriptFacts).default([]),
  /** Entries of the knowledge base that the agent may use; empty means all approved ones. */
  knowledgeIds: z.array(z.uuid()).max(100).default([]),
});
export type ScriptInput = z.infer<typeof scriptInput>;

/** ElevenLabs voice settings by language, from the specification. */
export const voiceSettingsFor = (language: string) =>
  language.startsWith("es")
    ? { stability: 0.71, similarity_boost: 0.8, style: 0.2, use_speaker_boost: true }
    : { stability: 0.5, similarity_boost: 0.75, style: 0, use_speaker_boost: false };
