import type { accents, ScriptLanguage, TtsProvider } from "./script.ts";
import type { VoiceConfig } from "./voice-config.ts";

type Accent = (typeof accents)[ScriptLanguage][number];

/** Why a call does not sound as configured. */
export const voiceFallbackCodes = [
  /** The vendor of the voices has none for this accent. */
  "accent_not_offered",
  /** The accent belongs to another language than the script. */
  "accent_other_language",
  "no_voice",
  "voice_other_language",
  "voice_other_provider",
  /** Plain calls cannot use this vendor. */
  "provider_not_offered",
] as const;
export type VoiceFallbackCode = (typeof voiceFallbackCodes)[number];
/** `from` is what was configured, `to` is the voice that speaks instead. */
export type VoiceFallback = { code: VoiceFallbackCode; from: string; to: string };

export type VoiceWish = {
  language: ScriptLanguage;
  accent: string;
  ttsProvider: TtsProvider;
  /** The script's own voice. */
  voiceId: string | null;
  /** The voice of the voice configuration; `auto` chooses by language. */
  configVoice: string;
};

export type TranscriptionFallback =
  | { code: "asr_not_offered"; from: string; to: string }
  /** Twilio has no recognition of its own and chooses a vendor. */
  | { code: "asr_vendor_choice"; from: string; to: string };

export type RelayVoice = {
  language: string;
  ttsProvider: "ElevenLabs" | "Google";
  voice: string;
  /** Null leaves the choice to Twilio. */
  transcriptionProvider: "Deepgram" | "Google" | null;
  speechModel: string | null;
  fallback: VoiceFallback | null;
  /** Names what listens where it is not what was configured. */
  transcriptionFallback: TranscriptionFallback | null;
};

type SpokenAccent = {
  /** The locale of the relay. */
  locale: string;
  /** Google's voice of the accent. */
  voice: string;
  /** Google has no voices for the accent itself. */
  isSubstitute?: true;
};

/** Latin American Spanish is what es-US voices speak. Google has no voices for Mexico, so es-US is named as its substitute. */
const spokenAccents: Record<Accent, SpokenAccent> = {
  "en-US": { locale: "en-US", voice: "en-US-Neural2-F" },
  "en-GB": { locale: "en-GB", voice: "en-GB-Neural2-A" },
  "en-AU": { locale: "en-AU", voice: "en-AU-Neural2-A" },
  "es-LA": { locale: "es-US", voice: "es-US-Neural2-A" },
  "es-ES": { locale: "es-ES", voice: "es-ES-Neural2-A" },
  "es-MX": { locale: "es-US", voice: "es-US-Neural2-A", isSubstitute: true },
  "fr-FR": { locale: "fr-FR", voice: "fr-FR-Neural2-A" },
  "fr-CA": { locale: "fr-CA", voice: "fr-CA-Neural2-A" },
  "de-DE": { locale: "de-DE", voice: "de-DE-Neural2-A" },
};

const defaultAccents: Record<ScriptLanguage, Accent> = {
  en: "en-US",
  es: "es-LA",
  fr: "fr-FR",
  de: "de-DE",
};

const providerNames: Record<TtsProvider, string> = { elevenlabs: "ElevenLabs", google: "Google" };

/** Google's names begin with a locale; ElevenLabs gives ids without one. */
const googleLocale = /^([a-z]{2})-[A-Z]{2}-/;
const providerOfVoice = (voice: string): TtsProvider => (googleLocale.test(voice) ? "google" : "elevenlabs");
const speaksLanguage = (voice: string, language: ScriptLanguage): boolean =>
  (googleLocale.exec(voice)?.[1] ?? language) === language;
const googleVoiceName = (voice: string): string => `Google ${voice}`;

const isAccent = (accent: string): accent is Accent => Object.hasOwn(spokenAccents, accent);

type ChosenVoice = {
  locale: string;
  provider: TtsProvider;
  voice: string;
  /** The voice comes with the accent; no one chose it. */
  isByAccent: boolean;
  fallback: VoiceFallback | null;
};

/** The accent's own voice, and why the accent is not the wanted one. */
const accentVoice = ({ language, accent }: Pick<VoiceWish, "language" | "accent">): ChosenVoice => {
  const belongs = isAccent(accent) && accent.startsWith(language);
  const { locale, voice, isSubstitute } = spokenAccents[belongs ? accent : defaultAccents[language]];
  const to = googleVoiceName(voice);
  const fallback: VoiceFallback | null = belongs
    ? isSubstitute
      ? { code: "accent_not_offered", from: accent, to }
      : null
    : { code: "accent_other_language", from: accent, to };
  return { locale, provider: "google", voice, isByAccent: true, fallback };
};

/** The script's voice, else the configuration's where it fits, else the accent's. */
const chooseVoice = (wish: VoiceWish): ChosenVoice => {
  const { language, ttsProvider, voiceId, configVoice } = wish;
  const own = accentVoice(wish);
  const instead = (code: VoiceFallbackCode, from: string): ChosenVoice => ({
    ...own,
    fallback: { code, from, to: googleVoiceName(own.voice) },
  });
  const use = (voice: string): ChosenVoice => {
    const provider = providerOfVoice(voice);
    // A Google voice has its own accent; the relay must name the same locale.
    const locale = provider === "google" ? voice.slice(0, 5) : own.locale;
    return { locale, provider, voice, isByAccent: false, fallback: null };
  };
  if (voiceId !== null) {
    if (providerOfVoice(voiceId) !== ttsProvider) return instead("voice_other_provider", voiceId);
    return speaksLanguage(voiceId, language) ? use(voiceId) : instead("voice_other_language", voiceId);
  }
  if (configVoice !== "auto" && providerOfVoice(configVoice) === ttsProvider)
    return speaksLanguage(configVoice, language)
      ? use(configVoice)
      : instead("voice_other_language", configVoice);
  return ttsProvider === "elevenlabs" ? instead("no_voice", providerNames.elevenlabs) : own;
};

/** Deepgram's newest general model; the one before it covers French and German, too. */
const deepgramModel = (language: ScriptLanguage): string =>
  language === "en" || language === "es" ? "nova-3-general" : "nova-2-general";

/** ConversationRelay listens with Deepgram or Google, or with the one that Twilio chooses where none is named. */
export const relayTranscription = (
  asrProvider: VoiceConfig["asrProvider"],
  language: ScriptLanguage,
): Pick<RelayVoice, "transcriptionProvider" | "speechModel" | "transcriptionFallback"> => {
  if (asrProvider === "google")
    return { transcriptionProvider: "Google", speechModel: "telephony", transcriptionFallback: null };
  if (asrProvider === "twilio")
    return {
      transcriptionProvider: null,
      speechModel: null,
      transcriptionFallback: { code: "asr_vendor_choice", from: "Twilio", to: "Deepgram" },
    };
  return {
    transcriptionProvider: "Deepgram",
    speechModel: deepgramModel(language),
    transcriptionFallback: { code: "asr_not_offered", from: "ElevenLabs", to: "Deepgram" },
  };
};

/** The attributes with which ConversationRelay speaks and listens in a call of the voice agent. */
export const relayVoiceOf = (wish: VoiceWish & { asrProvider: VoiceConfig["asrProvider"] }): RelayVoice => {
  const { locale, provider, voice, fallback } = chooseVoice(wish);
  return {
    language: locale,
    ttsProvider: provider === "google" ? "Google" : "ElevenLabs",
    voice,
    ...relayTranscription(wish.asrProvider, wish.language),
    fallback,
  };
};

/** `<Say>` has a Mexican voice, of Amazon. */
const mexicanSayVoice = { voice: "Polly.Mia-Neural", language: "es-MX" };

/** The voice of plain calls: `<Say>` offers Google's and Amazon's voices only. */
export const sayVoiceOf = (
  wish: VoiceWish,
): { voice: string; language: string; fallback: VoiceFallback | null } => {
  const chosen = chooseVoice(wish);
  const spoken = chosen.provider === "google" ? chosen : accentVoice(wish);
  const isMexican = spoken.isByAccent && wish.language === "es" && wish.accent === "es-MX";
  const { voice, language } = isMexican
    ? mexicanSayVoice
    : { voice: `Google.${spoken.voice}`, language: spoken.locale };
  if (chosen.provider === "elevenlabs")
    return {
      voice,
      language,
      fallback: { code: "provider_not_offered", from: providerNames.elevenlabs, to: voice },
    };
  const { fallback } = chosen;
  if (!fallback || (isMexican && fallback.code === "accent_not_offered"))
    return { voice, language, fallback: null };
  return { voice, language, fallback: { ...fallback, to: voice } };
};
