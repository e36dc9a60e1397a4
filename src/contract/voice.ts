import * as z from "zod";
import { allAccents, scriptLanguages, ttsProviders } from "#domain/voice/script.ts";
import { voiceConfig } from "#domain/voice/voice-config.ts";
import { apiRoute } from "./api-route.ts";
import { id, isoInstant, settingsUpdate } from "./fields.ts";

export const callSummary = z.object({
  id,
  personId: id.nullable(),
  personName: z.string().nullable(),
  type: z.string(),
  phoneNumber: z.string(),
  duration: z.int().nullable(),
  status: z.string(),
  outcome: z.string().nullable(),
  hasRecording: z.boolean(),
  hasTranscript: z.boolean(),
  /** A test send: the simulator handled it, and no telephone rang. */
  simulated: z.boolean(),
  /** US dollars; null until the vendor reports it. */
  price: z.number().nullable(),
  /** Result of answering machine detection; null where it was off. */
  answeredBy: z.string().nullable(),
  createdAt: isoInstant,
});
export type CallSummary = z.infer<typeof callSummary>;

const byId = { params: z.object({ id }) };

export const voiceApi = {
  calls: apiRoute({
    method: "GET",
    path: "/api/calls",
    access: "viewer",
    summary: "The newest 200 calls",
    input: {},
    output: z.array(callSummary),
    topics: ["calls"],
  }),
  recording: apiRoute({
    method: "GET",
    path: "/api/calls/{id}/recording",
    access: "viewer",
    summary: "The recording of a call",
    input: byId,
    output: z.string(),
    topics: ["calls"],
    media: "audio/mpeg",
  }),
  transcript: apiRoute({
    method: "GET",
    path: "/api/calls/{id}/transcript",
    access: "viewer",
    summary: "Who said what in a call",
    input: byId,
    output: z.object({ turns: z.array(z.object({ speaker: z.string(), text: z.string(), at: z.number() })) }),
    topics: ["calls"],
  }),
  stats: apiRoute({
    method: "GET",
    path: "/api/voice/stats",
    access: "viewer",
    summary: "Today's calls: how many, how long, handed over, successful",
    input: {},
    output: z.object({
      callsToday: z.int(),
      averageSeconds: z.int().nullable(),
      handoffs: z.int(),
      successPercent: z.int().nullable(),
    }),
    topics: ["calls"],
  }),
  config: apiRoute({
    method: "GET",
    path: "/api/voice/config",
    access: "viewer",
    summary: "The voice configuration",
    input: {},
    output: voiceConfig,
    topics: ["settings"],
  }),
  saveConfig: apiRoute({
    method: "PUT",
    path: "/api/voice/config",
    access: "operator",
    summary: "Save the voice configuration; fields left out stay as they are",
    input: { body: settingsUpdate(voiceConfig) },
    output: voiceConfig,
    topics: ["settings"],
  }),
  voices: apiRoute({
    method: "GET",
    path: "/api/tts/voices",
    access: "viewer",
    summary: "The voices of a provider; none without a key",
    input: { query: z.strictObject({ provider: z.enum(ttsProviders) }) },
    output: z.object({
      configured: z.boolean(),
      voices: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
    topics: ["integrations"],
  }),
  synthesize: apiRoute({
    method: "POST",
    path: "/api/tts/synthesize",
    access: "operator",
    summary: "Speak a text with a provider's voice",
    input: {
      body: z.strictObject({
        text: z.string().trim().min(1).max(5000),
        language: z.enum(scriptLanguages).default("en"),
        accent: z.enum(allAccents).default("en-US"),
        provider: z.enum(ttsProviders).default("elevenlabs"),
        voiceId: z.string().max(200).default("auto"),
      }),
    },
    output: z.string(),
    topics: [],
    media: "audio/mpeg",
  }),
};
