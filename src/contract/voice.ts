import * as z from "zod";
import { consentPurposes } from "#domain/compliance/consent.ts";
import {
  callEndReasons,
  callOutcomes,
  callOwners,
  callSpeakers,
  handoffReasons,
} from "#domain/voice/call.ts";
import { callCommand } from "#domain/voice/call-command.ts";
import { allAccents, scriptLanguages, ttsProviders } from "#domain/voice/script.ts";
import { voiceConfig } from "#domain/voice/voice-config.ts";
import { apiRoute } from "./api-route.ts";
import { reasonSchema } from "./deliveries.ts";
import { id, isoInstant, okResponse, pageAfter, settingsUpdate } from "./fields.ts";

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

/** One line of a transcript. */
export const callTurn = z.object({
  id,
  speaker: z.enum(callSpeakers),
  text: z.string(),
  /** Milliseconds since the call was answered. */
  atMs: z.int(),
  durationMs: z.int().nullable(),
  language: z.string().nullable(),
  isInterrupted: z.boolean(),
  /** disclosure, recording_notice, opt_out, handoff, robot, fact:<key>, … */
  marks: z.array(z.string()),
  /** How the answer was made, in milliseconds; null for lines of people. */
  latency: z
    .object({
      /** Until the model's first token, or until the policy or the script had decided. */
      thinkMs: z.int(),
      /** From there until the first piece was sent. */
      sendMs: z.int(),
      decidedBy: z.string(),
      model: z.string().nullable(),
      /** Titles of the knowledge that the answer rests on. */
      sources: z.array(z.string()),
    })
    .nullable(),
});
export type CallTurn = z.infer<typeof callTurn>;

/** A goal of the script, and when it was reached. */
export const callGoal = z.object({ title: z.string(), atMs: z.int().nullable() });
/** A fact of the script, and what the person said. */
export const callFact = z.object({
  key: z.string(),
  label: z.string(),
  value: z.string().nullable(),
  quote: z.string().nullable(),
  atMs: z.int().nullable(),
});

const callProgress = {
  goals: z.array(callGoal),
  facts: z.array(callFact),
};

const scores = z.object({ intent: z.int(), propensity: z.int(), churn: z.int() }).nullable();

/** Only the call that was asked for has its turns, goals and facts: the list stays small with many calls. */
export const liveCall = z.object({
  id,
  personId: id.nullable(),
  personName: z.string().nullable(),
  personType: z.string().nullable(),
  phoneNumber: z.string(),
  place: z.string().nullable(),
  type: z.string(),
  status: z.string(),
  scriptName: z.string().nullable(),
  scriptVersion: z.int().nullable(),
  language: z.string().nullable(),
  owner: z.enum(callOwners),
  handoffReason: z.enum(handoffReasons).nullable(),
  handoffNote: z.string().nullable(),
  startedAt: isoInstant,
  answeredAt: isoInstant.nullable(),
  recordingNoticeAt: isoInstant.nullable(),
  answeredBy: z.string().nullable(),
  simulated: z.boolean(),
  /** Words of the caller that are not final yet. */
  partial: z.string().nullable(),
  turns: z.array(callTurn),
  ...callProgress,
  scores,
  /** US dollars so far. */
  cost: z.number(),
});
export type LiveCall = z.infer<typeof liveCall>;

/** A call that waits for its time. */
export const upcomingCall = z.object({
  id,
  personId: id,
  personName: z.string().nullable(),
  channel: z.enum(["call", "voice_agent"]),
  scriptName: z.string().nullable(),
  /** When it may be placed. */
  at: isoInstant,
  /** Why it waits. */
  reasons: z.array(reasonSchema),
});
export type UpcomingCall = z.infer<typeof upcomingCall>;

export type CallGoal = z.infer<typeof callGoal>;
export type CallFact = z.infer<typeof callFact>;

export const callDetail = callSummary.extend({
  personType: z.string().nullable(),
  scriptName: z.string().nullable(),
  scriptVersion: z.int().nullable(),
  language: z.string().nullable(),
  summary: z.string().nullable(),
  endReason: z.enum(callEndReasons).nullable(),
  handoffReason: z.enum(handoffReasons).nullable(),
  handoffNote: z.string().nullable(),
  handoffAt: isoInstant.nullable(),
  answeredAt: isoInstant.nullable(),
  endedAt: isoInstant.nullable(),
  recordingNoticeAt: isoInstant.nullable(),
  recordingStartedAt: isoInstant.nullable(),
  /** US dollars for models; the vendor's price is `price`. */
  modelCost: z.number().nullable(),
  turns: z.array(callTurn),
  ...callProgress,
  scores,
  nextAction: z.string().nullable(),
  /** The calls above and below this one in the list, whose first is the newest. */
  previousId: id.nullable(),
  nextId: id.nullable(),
});
export type CallDetail = z.infer<typeof callDetail>;

export const voiceApi = {
  calls: apiRoute({
    method: "GET",
    path: "/api/calls",
    access: "viewer",
    area: "voice",
    scope: "calls:read",
    list: true,
    summary: "Calls, newest first, 200 where no limit is given; a cursor leads to older ones",
    input: { query: z.object(pageAfter(200)) },
    output: z.array(callSummary),
    topics: ["calls"],
  }),
  call: apiRoute({
    method: "GET",
    path: "/api/calls/{id}",
    access: "viewer",
    area: "voice",
    scope: "calls:read",
    summary: "One call: transcript, facts, outcome, costs",
    input: byId,
    output: callDetail,
    topics: ["calls"],
  }),
  setOutcome: apiRoute({
    method: "PUT",
    path: "/api/calls/{id}/outcome",
    access: "operator",
    area: "voice",
    summary: "Correct the outcome of a call",
    input: { ...byId, body: z.strictObject({ outcome: z.enum(callOutcomes).nullable() }) },
    output: okResponse,
    topics: ["calls", "people"],
  }),
  place: apiRoute({
    method: "POST",
    path: "/api/people/{id}/call",
    access: "operator",
    area: "voice",
    summary: "Have the voice agent call a person, as the gate allows",
    input: {
      ...byId,
      body: z.strictObject({
        /** Null for the script that fits the person's language. */
        scriptId: id.nullable().default(null),
        purpose: z.enum(consentPurposes).default("service"),
      }),
    },
    output: z.object({ actionId: id }),
    problems: ["no_script", "call_planned"],
    topics: ["actions", "calls"],
  }),
  live: apiRoute({
    method: "GET",
    path: "/api/voice/live",
    access: "viewer",
    area: "voice",
    summary: "Calls that are running, and those that are due next",
    input: {
      query: z.strictObject({
        /** The call whose whole conversation is wanted; the first of the list if it is absent or over. */
        call: id.optional(),
      }),
    },
    output: z.object({
      /** Who asks for a person first, then the longest; at most 100. */
      calls: z.array(liveCall),
      /** All that are running. */
      total: z.int(),
      next: z.array(upcomingCall),
      /** The server's clock. */
      now: isoInstant,
    }),
    topics: ["live-calls", "calls", "actions"],
  }),
  command: apiRoute({
    method: "POST",
    path: "/api/calls/{id}/command",
    access: "operator",
    area: "voice",
    summary: "Whisper to the agent, take over, speak, hand back, transfer or hang up",
    input: { ...byId, body: callCommand },
    output: okResponse,
    problems: ["call_over", "call_not_taken"],
    topics: ["live-calls"],
  }),
  recording: apiRoute({
    method: "GET",
    path: "/api/calls/{id}/recording",
    access: "viewer",
    area: ["voice", "people", "inbox"],
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
    area: "voice",
    scope: "calls:read",
    summary: "Who said what in a call",
    input: byId,
    output: z.object({ turns: z.array(z.object({ speaker: z.string(), text: z.string(), at: z.number() })) }),
    topics: ["calls"],
  }),
  stats: apiRoute({
    method: "GET",
    path: "/api/voice/stats",
    access: "viewer",
    area: "voice",
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
    area: ["voice", "people"],
    summary: "The voice configuration",
    input: {},
    output: voiceConfig,
    topics: ["settings"],
  }),
  saveConfig: apiRoute({
    method: "PUT",
    path: "/api/voice/config",
    access: "operator",
    area: "voice",
    summary: "Save the voice configuration; fields left out stay as they are",
    input: { body: settingsUpdate(voiceConfig) },
    output: voiceConfig,
    topics: ["settings"],
  }),
  voices: apiRoute({
    method: "GET",
    path: "/api/tts/voices",
    access: "viewer",
    area: "voice",
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
    area: "voice",
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
