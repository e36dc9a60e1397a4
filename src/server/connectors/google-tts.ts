import * as z from "zod";
import { defineConnector, secret } from "./connector.ts";
import { judge, probe } from "./probe.ts";

const label = "Google Text-to-Speech";

export const judgeGoogleTts = judge(
  label,
  z.object({ voices: z.array(z.unknown()).min(1) }),
  ({ voices }) => ({
    en: `${voices.length} voices`,
    es: `${voices.length} voces`,
  }),
);

export const googleTts = defineConnector({
  id: "google-tts",
  label,
  group: "voice",
  settings: z.strictObject({ apiKey: secret("API Key") }),
  baseUrl: () => "https://texttospeech.googleapis.com",
  allow: "public",
  sample: { apiKey: "sandbox" },
  test: probe(
    label,
    ({ apiKey }) => ({
      path: "/v1/voices?languageCode=es-US",
      headers: { "x-goog-api-key": apiKey ?? "" },
    }),
    judgeGoogleTts,
  ),
});
