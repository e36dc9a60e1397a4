import * as z from "zod";
import { conversationChannels } from "#domain/channels/channel.ts";
import { language } from "#domain/language-schema.ts";
import { personStatuses } from "#domain/person.ts";
import { dayParts, timeReasonCodes } from "#domain/profile/best-time.ts";
import { nextActionKinds, nextActionReasons } from "#domain/profile/next-action.ts";
import { channelReasonCodes } from "#domain/profile/preferred-channel.ts";
import { sendOutcomes } from "#domain/profile/what-changed.ts";
import { readIntents } from "#domain/reading/labels.ts";
import { scoreNames } from "#domain/scoring/model.ts";
import { apiRoute } from "./api-route.ts";
import { reasonSchema } from "./deliveries.ts";
import { id, isoInstant } from "./fields.ts";

const channel = z.enum(conversationChannels);
const entryIds = z.array(id).describe("Timeline entries that it rests on");

const preferredChannel = z.object({
  channel: channel.nullable(),
  reason: z.looseObject({ code: z.enum(channelReasonCodes) }),
  channels: z
    .array(
      z.object({
        channel,
        closedBy: z.string().nullable().describe("Why nothing may be sent on it; null where it is open"),
        sent: z.int(),
        answered: z.int(),
        wrote: z.int().describe("Messages and calls of theirs that answered none of ours on this channel"),
        rate: z.number().describe("Expected share of answers, 0 to 1"),
      }),
    )
    .describe("Best first"),
});

const bestTime = z.object({
  window: z
    .object({ days: z.enum(dayParts), fromHour: z.int(), toHour: z.int() })
    .nullable()
    .describe("In the person's time zone"),
  reason: z.looseObject({ code: z.enum(timeReasonCodes), count: z.int() }),
  nextAt: isoInstant.nullable(),
  heat: z.array(z.number()).length(168).describe("By hour of the week from Sunday 0:00, 0 to 1"),
  open: z.array(z.boolean()).length(168).describe("Whether the contact hours allow it, in the same order"),
  timezone: z.string(),
});

const nextAction = z.object({
  kind: z.enum(nextActionKinds),
  channel: channel.nullable(),
  purpose: z.enum(["service", "marketing"]),
  reason: z.looseObject({ code: z.enum(nextActionReasons) }),
  evidence: entryIds,
  earliestAt: isoInstant.nullable(),
  gate: z
    .object({
      ruling: z.enum(["send", "wait", "stop"]),
      until: isoInstant.nullable(),
      reasons: z.array(reasonSchema),
    })
    .nullable()
    .describe("What the gate would decide now; null where nothing would be sent"),
});

const summary = z.object({
  sentences: z.array(z.object({ text: z.string(), entryIds })),
  language,
  /** Null for the summary that is composed from facts. */
  author: z.object({ vendor: z.string(), model: z.string(), simulated: z.boolean() }).nullable(),
  writtenAt: isoInstant,
  newEntries: z.int().describe("Entries since it was written"),
  isBeingWritten: z.boolean(),
});

const change = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("score"), score: z.enum(scoreNames), before: z.int(), after: z.int() }),
  z.object({
    kind: z.literal("message"),
    entryId: id,
    at: isoInstant,
    channel: channel.nullable(),
    intent: z.enum(readIntents).nullable(),
  }),
  z.object({
    kind: z.literal("stage"),
    entryId: id,
    at: isoInstant,
    from: z.enum(personStatuses),
    to: z.enum(personStatuses),
  }),
  z.object({
    kind: z.literal("preference"),
    entryId: id,
    at: isoInstant,
    state: z.enum(["opted_out", "opted_in"]),
  }),
  z.object({ kind: z.literal("consent"), at: isoInstant, channel: z.string(), state: z.string() }),
  z.object({
    kind: z.literal("send"),
    entryId: id,
    at: isoInstant,
    channel,
    outcome: z.enum(sendOutcomes),
  }),
]);

export const personProfile = z.object({
  preferredChannel,
  bestTime,
  nextAction,
  summary,
  changes: z.object({ since: isoInstant, items: z.array(change) }),
});
export type PersonProfileView = z.infer<typeof personProfile>;

const byId = { params: z.object({ id }) };

export const profilesApi = {
  get: apiRoute({
    method: "GET",
    path: "/api/people/{id}/profile",
    access: "viewer",
    area: ["people", "inbox"],
    scope: "people:read",
    summary:
      "Preferred channel, best time, next best action with the gate's answer, summary and what changed in 24 hours",
    input: byId,
    output: personProfile,
    topics: ["people", "actions"],
  }),
  refresh: apiRoute({
    method: "POST",
    path: "/api/people/{id}/profile/refresh",
    access: "operator",
    area: "people",
    summary: "Ask a model for a new summary; without a provider the composed one stays",
    input: byId,
    output: z.object({
      /** False where no provider is switched on, or a model was asked a moment ago. */
      asked: z.boolean(),
      reason: z.enum(["no_provider", "asked_already"]).nullable(),
    }),
    topics: ["people"],
  }),
};
