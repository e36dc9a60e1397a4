import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import { chime } from "#sandbox/speech/mp3.ts";
import { elevenlabsVoices } from "#sandbox/speech/voices.ts";
import {
  bodyField,
  pathParam,
  queryParam,
  requestHeader,
  type SimulatedResponse,
  sendResponse,
  type Vendor,
} from "#sandbox/vendor.ts";

const languages = [
  { language_id: "en", name: "English" },
  { language_id: "es", name: "Spanish" },
  { language_id: "fr", name: "French" },
  { language_id: "de", name: "German" },
];
const models: Record<string, { name: string; maxLength: number }> = {
  eleven_multilingual_v2: { name: "Eleven Multilingual v2", maxLength: 10_000 },
  eleven_flash_v2_5: { name: "Eleven Flash v2.5", maxLength: 40_000 },
  eleven_v3: { name: "Eleven v3", maxLength: 5000 },
};

const failure = (http: number, status: string, message: string): SimulatedResponse => ({
  status: http,
  body: { detail: { status, message } },
});

const auth: VendorAuth = {
  credentials: (request) => [requestHeader(request, "xi-api-key")],
  unauthorized: () => failure(401, "invalid_api_key", "Invalid API key"),
  rateLimited: () =>
    failure(429, "too_many_concurrent_requests", "You have too many concurrent requests. Please try again."),
};

/** The checks run in ElevenLabs' order. */
const validateSpeech = (
  voice: string,
  model: string,
  text: string | undefined,
  key: string,
): SimulatedResponse | undefined => {
  if (text === undefined)
    return {
      status: 422,
      body: { detail: [{ loc: ["body", "text"], msg: "Field required", type: "missing" }] },
    };
  const modelLimits = models[model];
  if (!modelLimits)
    return failure(400, "unsupported_model", `The model ${model} is deprecated or does not exist.`);
  if (!elevenlabsVoices.some(({ id }) => id === voice))
    return failure(400, "voice_not_found", `A voice for the voice_id ${voice} was not found.`);
  if (text.length > modelLimits.maxLength)
    return failure(
      400,
      "max_character_limit_exceeded",
      `Text is longer than ${modelLimits.maxLength} characters.`,
    );
  if (key.includes("quota"))
    return failure(
      401,
      "quota_exceeded",
      `This request exceeds your quota. You have 0 credits remaining, while ${text.length} credits are required for this request.`,
    );
  return undefined;
};

export const elevenlabs: Vendor = {
  id: "elevenlabs",
  mount: (app) => {
    requireCredentials(app, auth);
    app.get("/v1/user", async (request) => ({
      user_id: "sandbox",
      subscription: {
        tier: "creator",
        status: "active",
        character_count: requestHeader(request, "xi-api-key")?.includes("quota") ? 100_000 : 12_480,
        character_limit: 100_000,
        next_character_count_reset_unix: 1_800_000_000,
      },
      is_new_user: false,
      first_name: "Faro",
    }));
    app.get("/v1/models", async () =>
      Object.entries(models).map(([model_id, { name, maxLength }]) => ({
        model_id,
        name,
        can_do_text_to_speech: true,
        can_use_style: true,
        can_use_speaker_boost: true,
        maximum_text_length_per_request: maxLength,
        languages,
      })),
    );
    app.get("/v1/voices", async () => ({
      voices: elevenlabsVoices.map(({ id, name, accent, gender, age, useCase }) => ({
        voice_id: id,
        name,
        category: "premade",
        labels: { accent, gender, age, use_case: useCase },
        preview_url: null,
        settings: null,
      })),
    }));
    app.post("/v1/text-to-speech/:voice", async (request, reply) => {
      const refusal = validateSpeech(
        pathParam(request, "voice"),
        bodyField(request, "model_id") ?? "eleven_multilingual_v2",
        bodyField(request, "text"),
        requestHeader(request, "xi-api-key") ?? "",
      );
      if (refusal) return sendResponse(reply, refusal);
      const format = queryParam(request, "output_format") ?? "mp3_44100_128";
      if (format !== "mp3_44100_128")
        return sendResponse(
          reply,
          failure(400, "invalid_output_format", `The sandbox does not make ${format}.`),
        );
      return sendResponse(reply, { status: 200, type: "audio/mpeg", body: chime() });
    });
  },
};
