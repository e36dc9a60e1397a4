import * as z from "zod";
import { defineConnector, secret } from "./connector.ts";
import { responseCheck, singleRequestTest } from "./vendor-request.ts";

const label = "Google Text-to-Speech";

export const checkGoogleTts = responseCheck(
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
  test: singleRequestTest(
    label,
    ({ apiKey }) => ({
      path: "/v1/voices?languageCode=es-US",
      headers: { "x-goog-api-key": apiKey ?? "" },
    }),
    checkGoogleTts,
  ),
});
