import * as z from "zod";
import { accents, voiceSettingsFor } from "#domain/voice/script.ts";
import type { VendorContext, VendorRequest } from "./connector.ts";
import { type VendorFailure, vendorFailure } from "./test-result.ts";
import { jsonPost, requestJson } from "./vendor-request.ts";
import { describeFailure, parseSuccess, type ReadResponse, readJsonResponse } from "./vendor-response.ts";

export type Voice = { id: string; name: string };
export type SpeechRequest = { text: string; language: string; accent: string; voiceId: string };
export type SpeechResult = { audio: Buffer } | VendorFailure;

export type SpeechVendor = {
  service: "elevenlabs" | "google-tts";
  listVoices: (context: SpeechContext) => Promise<Voice[] | VendorFailure>;
  synthesize: (context: SpeechContext, speech: SpeechRequest) => Promise<SpeechResult>;
};
export type SpeechContext = VendorContext<{ apiKey?: string | null | undefined }>;

/** Enough for several minutes of speech. */
const audioLimits = { maxBytes: 16 * 1024 * 1024, timeoutMs: 45_000 };
const voiceListLimits = { maxBytes: 8 * 1024 * 1024 };

/** A voice id becomes part of a path. */
const voiceIdFormat = /^[\w-]{1,200}$/;
const unknownVoice = (voiceId: string): VendorFailure =>
  vendorFailure({ en: `There is no voice ${voiceId}`, es: `No existe la voz ${voiceId}` });
const noVoices: VendorFailure = vendorFailure({
  en: "The account has no voices",
  es: "La cuenta no tiene voces",
});

const elevenVoices = z.object({ voices: z.array(z.object({ voice_id: z.string(), name: z.string() })) });

/** ElevenLabs rejects its old monolingual model, so every language uses the multilingual one. */
const elevenModel = "eleven_multilingual_v2";

const elevenHeaders = ({ apiKey }: SpeechContext["settings"]): Record<string, string> => ({
  "xi-api-key": apiKey ?? "",
});

const listElevenVoices = async (context: SpeechContext): Promise<Voice[] | VendorFailure> =>
  parseVoices(
    "ElevenLabs",
    await requestJson("ElevenLabs", context, {
      path: "/v1/voices",
      headers: elevenHeaders(context.settings),
      ...voiceListLimits,
    }),
    elevenVoices.transform(({ voices }) => voices.map(({ voice_id: id, name }) => ({ id, name }))),
  );

const elevenLabsSpeechRequest = (speech: SpeechRequest, voice: string): VendorRequest => {
  const request = jsonPost({
    text: speech.text,
    model_id: elevenModel,
    voice_settings: voiceSettingsFor(speech.language),
  });
  return { ...request, path: `/v1/text-to-speech/${voice}?output_format=mp3_44100_128` };
};

const elevenlabs: SpeechVendor = {
  service: "elevenlabs",
  listVoices: listElevenVoices,
  synthesize: async (context, speech) => {
    let voice = speech.voiceId;
    if (voice === "auto") {
      const voices = await listElevenVoices(context);
      if (!Array.isArray(voices)) return voices;
      const [first] = voices;
      if (!first) return noVoices;
      voice = first.id;
    }
    if (!voiceIdFormat.test(voice)) return unknownVoice(voice);
    const request = elevenLabsSpeechRequest(speech, voice);
    const result = await context.send({
      ...request,
      ...audioLimits,
      headers: { ...request.headers, ...elevenHeaders(context.settings), accept: "audio/mpeg" },
    });
    const isAudio =
      result.ok && result.status === 200 && (result.headers["content-type"] ?? "").startsWith("audio/");
    if (isAudio) return result.body.length > 0 ? { audio: result.body } : noAudio("ElevenLabs");
    const failed = readJsonResponse("ElevenLabs", result);
    return failed.ok ? describeFailure("ElevenLabs", failed.response) : failed.failure;
  },
};

/** Google has no Spanish voices for Latin America, Mexico or Puerto Rico; US Spanish is the closest. */
const googleLocale = (accent: string): string =>
  accent === "es-LA" || accent === "es-MX" || accent === "es-PR" ? "es-US" : accent;
const googleLocales = new Set(Object.values(accents).flat().map(googleLocale));

/** `auto` is the accent's first neural voice. */
const googleVoice = ({ voiceId, accent }: Pick<SpeechRequest, "voiceId" | "accent">) => {
  if (voiceId !== "auto") {
    const locale = /^[a-z]{2,3}-[A-Z]{2}/.exec(voiceId)?.[0];
    return { languageCode: locale ?? googleLocale(accent), name: voiceId };
  }
  const languageCode = googleLocales.has(googleLocale(accent)) ? googleLocale(accent) : "en-US";
  return { languageCode, name: `${languageCode}-Neural2-A` };
};

const googleVoices = z.object({
  voices: z.array(z.object({ name: z.string(), languageCodes: z.array(z.string()) })),
});
const googleAudio = z.object({ audioContent: z.base64().min(1) });
const googleHeaders = ({ apiKey }: SpeechContext["settings"]): Record<string, string> => ({
  "x-goog-api-key": apiKey ?? "",
});

const google: SpeechVendor = {
  service: "google-tts",
  listVoices: async (context) =>
    parseVoices(
      "Google Text-to-Speech",
      await requestJson("Google Text-to-Speech", context, {
        path: "/v1/voices",
        headers: googleHeaders(context.settings),
        ...voiceListLimits,
      }),
      googleVoices.transform(({ voices }) =>
        voices
          .filter(({ languageCodes }) => languageCodes.some((code) => googleLocales.has(code)))
          .map(({ name }) => ({ id: name, name })),
      ),
    ),
  synthesize: async (context, speech) => {
    const request = jsonPost({
      input: { text: speech.text },
      voice: googleVoice(speech),
      audioConfig: { audioEncoding: "MP3" },
    });
    const result = await requestJson("Google Text-to-Speech", context, {
      ...request,
      ...audioLimits,
      path: "/v1/text:synthesize",
      headers: { ...request.headers, ...googleHeaders(context.settings) },
    });
    if (!result.ok) return result.failure;
    const audio = parseSuccess(googleAudio, result.response)?.audioContent;
    if (audio !== undefined) return { audio: Buffer.from(audio, "base64") };
    return result.response.status < 300
      ? noAudio("Google Text-to-Speech")
      : describeFailure("Google Text-to-Speech", result.response);
  },
};

export const speechVendors: Record<"elevenlabs" | "google", SpeechVendor> = { elevenlabs, google };

const noAudio = (label: string): VendorFailure =>
  vendorFailure({ en: `${label} answered without any sound`, es: `${label} respondió sin sonido` });

const parseVoices = (
  label: string,
  result: ReadResponse,
  schema: z.ZodType<Voice[]>,
): Voice[] | VendorFailure =>
  result.ok
    ? (parseSuccess(schema, result.response) ?? describeFailure(label, result.response))
    : result.failure;
