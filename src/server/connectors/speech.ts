import * as z from "zod";
import { accents, voiceSettingsFor } from "#domain/voice/script.ts";
import type { VendorContext, VendorRequest } from "./connector.ts";
import { type VendorFailure, vendorFailure } from "./test-result.ts";
import { jsonPost, requestJson } from "./vendor-request.ts";
import { describeFailure, type ReadResponse, readJsonResponse } from "./vendor-response.ts";

export type Voice = { id: string; name: string };
export type SpeechRequest = { text: string; language: string; accent: string; voiceId: string };
export type SpeechResult = { audio: Buffer } | VendorFailure;

/** A voice-synthesis vendor: what voices it has, and how it speaks. */
export type SpeechVendor = {
  service: "elevenlabs" | "google-tts";
  listVoices: (context: SpeechContext) => Promise<Voice[] | VendorFailure>;
  synthesize: (context: SpeechContext, speech: SpeechRequest) => Promise<SpeechResult>;
};
export type SpeechContext = VendorContext<{ apiKey?: string | null | undefined }>;

/** Minutes of speech, and some to spare. */
const audioLimits = { maxBytes: 16_777_216, timeoutMs: 45_000 };
/** The complete list of a vendor's voices is long. */
const listLimits = { maxBytes: 8_388_608 };

/** A voice id becomes part of a path. */
const pathSafe = /^[\w-]{1,200}$/;
const unknownVoice = (voiceId: string): VendorFailure =>
  vendorFailure({ en: `There is no voice ${voiceId}`, es: `No existe la voz ${voiceId}` });
const noVoices: VendorFailure = vendorFailure({
  en: "The account has no voices",
  es: "La cuenta no tiene voces",
});

const elevenVoices = z.object({ voices: z.array(z.object({ voice_id: z.string(), name: z.string() })) });

/** The monolingual model of old is refused by the vendor, so every language is spoken by the multilingual one. */
const elevenModel = "eleven_multilingual_v2";

const elevenHeaders = ({ apiKey }: SpeechContext["settings"]): Record<string, string> => ({
  "xi-api-key": apiKey ?? "",
});

const listElevenVoices = async (context: SpeechContext): Promise<Voice[] | VendorFailure> =>
  listed(
    "ElevenLabs",
    await requestJson("ElevenLabs", context, {
      path: "/v1/voices",
      headers: elevenHeaders(context.settings),
      ...listLimits,
    }),
    elevenVoices.transform(({ voices }) => voices.map(({ voice_id: id, name }) => ({ id, name }))),
  );

export const elevenLabsSpeechRequest = (speech: SpeechRequest, voice: string): VendorRequest => {
  const call = jsonPost({
    text: speech.text,
    model_id: elevenModel,
    voice_settings: voiceSettingsFor(speech.language),
  });
  return { ...call, path: `/v1/text-to-speech/${voice}?output_format=mp3_44100_128` };
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
    if (!pathSafe.test(voice)) return unknownVoice(voice);
    const call = elevenLabsSpeechRequest(speech, voice);
    const answer = await context.send({
      ...call,
      ...audioLimits,
      headers: { ...call.headers, ...elevenHeaders(context.settings), accept: "audio/mpeg" },
    });
    const isAudio =
      answer.ok && answer.status === 200 && (answer.headers["content-type"] ?? "").startsWith("audio/");
    if (isAudio) return answer.body.length > 0 ? { audio: answer.body } : silent("ElevenLabs");
    const read = readJsonResponse("ElevenLabs", answer);
    return read.ok ? describeFailure("ElevenLabs", read.response) : read.failure;
  },
};

/** Google has no voices for Latin America as a whole, nor for Mexico: those of the US are the nearest. */
const googleLocale = (accent: string): string =>
  accent === "es-LA" || accent === "es-MX" || accent === "es-PR" ? "es-US" : accent;
const googleLocales = new Set(Object.values(accents).flat().map(googleLocale));

/** Without a choice, the accent's first neural voice. */
export const googleVoice = ({ voiceId, accent }: Pick<SpeechRequest, "voiceId" | "accent">) => {
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
    listed(
      "Google Text-to-Speech",
      await requestJson("Google Text-to-Speech", context, {
        path: "/v1/voices",
        headers: googleHeaders(context.settings),
        ...listLimits,
      }),
      googleVoices.transform(({ voices }) =>
        voices
          .filter(({ languageCodes }) => languageCodes.some((code) => googleLocales.has(code)))
          .map(({ name }) => ({ id: name, name })),
      ),
    ),
  synthesize: async (context, speech) => {
    const call = jsonPost({
      input: { text: speech.text },
      voice: googleVoice(speech),
      audioConfig: { audioEncoding: "MP3" },
    });
    const read = await requestJson("Google Text-to-Speech", context, {
      ...call,
      ...audioLimits,
      path: "/v1/text:synthesize",
      headers: { ...call.headers, ...googleHeaders(context.settings) },
    });
    if (!read.ok) return read.failure;
    const spoken = read.response.status < 300 ? googleAudio.safeParse(read.response.json) : undefined;
    if (spoken?.success) return { audio: Buffer.from(spoken.data.audioContent, "base64") };
    return read.response.status < 300
      ? silent("Google Text-to-Speech")
      : describeFailure("Google Text-to-Speech", read.response);
  },
};

export const speechVendors: Record<"elevenlabs" | "google", SpeechVendor> = { elevenlabs, google };

const silent = (label: string): VendorFailure =>
  vendorFailure({ en: `${label} answered without any sound`, es: `${label} respondió sin sonido` });

const listed = (label: string, read: ReadResponse, voices: z.ZodType<Voice[]>): Voice[] | VendorFailure => {
  if (!read.ok) return read.failure;
  const parsed = read.response.status < 300 ? voices.safeParse(read.response.json) : undefined;
  return parsed?.success ? parsed.data : describeFailure(label, read.response);
};
