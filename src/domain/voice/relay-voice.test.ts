import { describe, expect, test } from "vitest";
import { relayTranscription, relayVoiceOf, sayVoiceOf, type VoiceWish } from "./relay-voice.ts";
import { accents, type ScriptLanguage, scriptLanguages, ttsProviders } from "./script.ts";

const wish = (change: Partial<VoiceWish>): VoiceWish => ({
  language: "es",
  accent: "es-LA",
  ttsProvider: "google",
  voiceId: null,
  configVoice: "auto",
  ...change,
});
const relay = (change: Partial<VoiceWish>) => relayVoiceOf({ ...wish(change), asrProvider: "google" });
const elevenVoice = "EXAVITQu4vr4xnSDxMaL";

/** Accent, the relay's locale, Google's voice, the voice of plain calls. */
const spoken: [ScriptLanguage, string, string, string, string][] = [
  ["en", "en-US", "en-US", "en-US-Neural2-F", "Google.en-US-Neural2-F"],
  ["en", "en-GB", "en-GB", "en-GB-Neural2-A", "Google.en-GB-Neural2-A"],
  ["en", "en-AU", "en-AU", "en-AU-Neural2-A", "Google.en-AU-Neural2-A"],
  ["es", "es-LA", "es-US", "es-US-Neural2-A", "Google.es-US-Neural2-A"],
  ["es", "es-ES", "es-ES", "es-ES-Neural2-A", "Google.es-ES-Neural2-A"],
  ["es", "es-MX", "es-US", "es-US-Neural2-A", "Polly.Mia-Neural"],
  ["fr", "fr-FR", "fr-FR", "fr-FR-Neural2-A", "Google.fr-FR-Neural2-A"],
  ["fr", "fr-CA", "fr-CA", "fr-CA-Neural2-A", "Google.fr-CA-Neural2-A"],
  ["de", "de-DE", "de-DE", "de-DE-Neural2-A", "Google.de-DE-Neural2-A"],
];

test("the table has all accents of the scripts", () => {
  expect(spoken.map(([, accent]) => accent)).toEqual(Object.values(accents).flat());
});

describe("the relay's voice", () => {
  test.each(spoken)("%s %s: Google speaks %s with %s", (language, accent, locale, voice) => {
    expect(relay({ language, accent })).toMatchObject({
      language: locale,
      ttsProvider: "Google",
      voice,
      fallback:
        accent === "es-MX"
          ? { code: "accent_not_offered", from: "es-MX", to: "Google es-US-Neural2-A" }
          : null,
    });
  });

  test.each(spoken)("%s %s: a voice of ElevenLabs is passed on, in %s", (language, accent, locale) => {
    expect(relay({ language, accent, ttsProvider: "elevenlabs", voiceId: elevenVoice })).toMatchObject({
      language: locale,
      ttsProvider: "ElevenLabs",
      voice: elevenVoice,
      fallback: null,
    });
  });

  test.each(spoken)(
    "%s %s: without a voice of ElevenLabs, %s is spoken by %s",
    (language, accent, _, voice) => {
      expect(relay({ language, accent, ttsProvider: "elevenlabs" })).toMatchObject({
        ttsProvider: "Google",
        voice,
        fallback: { code: "no_voice", from: "ElevenLabs", to: `Google ${voice}` },
      });
    },
  );

  test.each<[string, Partial<VoiceWish>, object]>([
    [
      "the configuration's voice of ElevenLabs is used by a script without one",
      { ttsProvider: "elevenlabs", configVoice: elevenVoice },
      { ttsProvider: "ElevenLabs", voice: elevenVoice, fallback: null },
    ],
    [
      "the configuration's voice of Google is used in its language",
      { configVoice: "es-ES-Neural2-C" },
      { language: "es-ES", voice: "es-ES-Neural2-C", fallback: null },
    ],
    [
      "the configuration's voice is not used in another language",
      { configVoice: "en-US-Neural2-J" },
      { voice: "es-US-Neural2-A", fallback: { code: "voice_other_language", from: "en-US-Neural2-J" } },
    ],
    [
      "the script's voice goes before the configuration's",
      { voiceId: "es-US-Neural2-B", configVoice: "es-US-Neural2-C" },
      { voice: "es-US-Neural2-B", fallback: null },
    ],
    [
      "a configured voice of the other vendor is not used",
      { configVoice: elevenVoice },
      { ttsProvider: "Google", voice: "es-US-Neural2-A", fallback: null },
    ],
    [
      "a script's voice in another language is replaced",
      { voiceId: "fr-FR-Neural2-B" },
      { voice: "es-US-Neural2-A", fallback: { code: "voice_other_language", from: "fr-FR-Neural2-B" } },
    ],
    [
      "a voice of the other vendor is replaced",
      { ttsProvider: "elevenlabs", voiceId: "es-US-Neural2-B" },
      { ttsProvider: "Google", fallback: { code: "voice_other_provider", from: "es-US-Neural2-B" } },
    ],
    [
      "an accent of another language gives way to the language's own",
      { language: "fr", accent: "en-US" },
      {
        language: "fr-FR",
        voice: "fr-FR-Neural2-A",
        fallback: { code: "accent_other_language", from: "en-US", to: "Google fr-FR-Neural2-A" },
      },
    ],
  ])("%s", (_, change, expected) => {
    expect(relay(change)).toMatchObject(expected);
  });
});

describe("the relay's hearing", () => {
  test.each(scriptLanguages)("%s has a model for every configured provider", (language) => {
    const model = language === "en" || language === "es" ? "nova-3-general" : "nova-2-general";
    const deepgram = { transcriptionProvider: "Deepgram", speechModel: model };
    expect(relayTranscription("twilio", language)).toMatchObject({
      transcriptionProvider: null,
      speechModel: null,
      transcriptionFallback: { code: "asr_vendor_choice", from: "Twilio" },
    });
    expect(relayTranscription("elevenlabs", language)).toEqual({
      ...deepgram,
      transcriptionFallback: { code: "asr_not_offered", from: "ElevenLabs", to: "Deepgram" },
    });
    expect(relayTranscription("google", language)).toEqual({
      transcriptionProvider: "Google",
      speechModel: "telephony",
      transcriptionFallback: null,
    });
  });
});

describe("the voice of plain calls", () => {
  test.each(spoken)("%s %s has a voice without a fallback", (language, accent, _locale, _voice, say) => {
    expect(sayVoiceOf(wish({ language, accent }))).toMatchObject({ voice: say, fallback: null });
  });

  test.each(spoken)(
    "%s %s: ElevenLabs is not offered, and the fallback is named",
    (language, accent, ...rest) => {
      expect(
        sayVoiceOf(wish({ language, accent, ttsProvider: "elevenlabs", voiceId: elevenVoice })),
      ).toMatchObject({
        voice: rest[2],
        fallback: { code: "provider_not_offered", from: "ElevenLabs", to: rest[2] },
      });
    },
  );

  test("a chosen voice of Google is used even with a Mexican accent", () => {
    expect(sayVoiceOf(wish({ accent: "es-MX", voiceId: "es-US-Neural2-B" }))).toEqual({
      voice: "Google.es-US-Neural2-B",
      language: "es-US",
      fallback: null,
    });
  });

  test.each(ttsProviders)("an accent of another language is named for %s", (ttsProvider) => {
    const { voice, fallback } = sayVoiceOf(wish({ language: "de", accent: "en-US", ttsProvider }));
    expect(voice).toBe("Google.de-DE-Neural2-A");
    expect(fallback?.to).toBe(voice);
  });
});
