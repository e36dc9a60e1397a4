import * as z from "zod";
import { businessDetails } from "#domain/business.ts";
import { outreachChannels } from "#domain/channels/channel.ts";
import { askedQuestions, firstThings, thingStates } from "#domain/first-steps/first-steps.ts";
import { goLiveChannels } from "#domain/go-live/records.ts";
import { language } from "#domain/language-schema.ts";
import { actionStatuses } from "#domain/messages/action-status.ts";
import { readIntents } from "#domain/reading/labels.ts";
import { apiRoute } from "./api-route.ts";
import { reasonSchema } from "./deliveries.ts";
import { id, isoInstant, okResponse, shortText } from "./fields.ts";

const gateAnswer = z.object({
  ruling: z.enum(["send", "wait", "stop"]),
  until: isoInstant.nullable(),
  reasons: z.array(reasonSchema),
});

/** The lead that the user sent; each instant is null until it has happened. */
const sentLead = z.object({
  endpointId: id,
  endpointName: z.string(),
  receivedAt: isoInstant,
  personId: id.nullable(),
  personName: z.string().nullable(),
  readAt: isoInstant.nullable(),
  /** What the message was read as; null where no intent was found. */
  readAs: z.enum(readIntents).nullable(),
  scoredAt: isoInstant.nullable(),
  intentScore: z.int().nullable(),
  propensityScore: z.int().nullable(),
  /** What a rule planned as an answer. */
  answer: z
    .object({
      id,
      channel: z.enum(outreachChannels),
      status: z.enum(actionStatuses),
      ruleName: z.string().nullable(),
      reasons: z.array(reasonSchema),
      at: isoInstant.nullable(),
    })
    .nullable(),
});
export type SentLead = z.infer<typeof sentLead>;

/** The user as a customer at the sandbox phone. */
const ownPhone = z.object({
  personId: id,
  name: z.string(),
  number: z.string(),
  message: z
    .object({
      id,
      status: z.enum(actionStatuses),
      reasons: z.array(reasonSchema),
      sentAt: isoInstant.nullable(),
      repliedAt: isoInstant.nullable(),
      reply: z.string().nullable(),
    })
    .nullable(),
});
export type OwnPhone = z.infer<typeof ownPhone>;

export const firstStepProgress = z.object({
  things: z.array(
    z.object({ id: z.enum(firstThings), state: z.enum(thingStates), doneAt: isoInstant.nullable() }),
  ),
  next: z.enum(firstThings).nullable(),
  /** Things that are proven and not kept yet; `keep` keeps them. */
  toKeep: z.array(z.enum(firstThings)),
  lead: sentLead.nullable(),
  phone: ownPhone.nullable(),
  asked: z.partialRecord(z.enum(askedQuestions), isoInstant),
  /** The first connected channel, with the steps of its guide; null where none is connected, or for who may not see it. */
  channel: z.object({ channel: z.enum(goLiveChannels), done: z.int(), total: z.int() }).nullable(),
});
export type FirstStepProgress = z.infer<typeof firstStepProgress>;

export const firstStepsApi = {
  progress: apiRoute({
    method: "GET",
    path: "/api/first-steps",
    access: "viewer",
    area: "everyone",
    summary: "What the page Start offers to the user, and what of it happened",
    input: {},
    output: firstStepProgress,
    topics: ["account", "events", "people", "actions", "threads", "integrations", "settings"],
  }),
  names: apiRoute({
    method: "POST",
    path: "/api/first-steps/names",
    access: "admin",
    area: "settings",
    summary: "Name the business and oneself at the first sign-in, or skip that",
    input: {
      body: z.union([
        z.strictObject({ skip: z.literal(true) }),
        z.strictObject({
          businessName: businessDetails.shape.name,
          firstName: shortText.nullable(),
          lastName: shortText.nullable(),
          language,
        }),
      ]),
    },
    output: okResponse,
    topics: ["account", "users", "settings"],
  }),
  hide: apiRoute({
    method: "POST",
    path: "/api/first-steps/hide",
    access: "viewer",
    area: "everyone",
    summary: "Hide the page Start from oneself for ever",
    input: {},
    output: okResponse,
    topics: ["account"],
  }),
  keep: apiRoute({
    method: "POST",
    path: "/api/first-steps/keep",
    access: "viewer",
    area: "everyone",
    summary: "Keep what is proven to be done, so that it stays done when its data is deleted",
    input: {},
    output: okResponse,
    topics: ["account"],
  }),
  sendLead: apiRoute({
    method: "POST",
    path: "/api/first-steps/lead",
    access: "operator",
    area: "endpoints",
    summary: "Send a sample lead through an endpoint of the demo",
    input: { body: z.strictObject({ message: z.string().trim().min(1).max(1000) }) },
    output: z.object({ eventId: id }),
    topics: ["account", "events", "people"],
    perMinute: 20,
  }),
  addPhone: apiRoute({
    method: "POST",
    path: "/api/first-steps/phone",
    access: "operator",
    area: "people",
    summary: "Add oneself as a customer, with a number of the sandbox phone",
    input: {},
    output: z.object({ personId: id }),
    topics: ["account", "people"],
    perMinute: 20,
  }),
  gate: apiRoute({
    method: "GET",
    path: "/api/first-steps/gate",
    access: "operator",
    area: "inbox",
    summary: "What the gate says of a message to the sandbox phone now, and at ten in the evening",
    input: {},
    output: z.object({
      now: gateAnswer,
      evening: gateAnswer.extend({ at: isoInstant, timezone: z.string() }).nullable(),
    }),
    topics: ["account", "people", "actions"],
  }),
  sendMessage: apiRoute({
    method: "POST",
    path: "/api/first-steps/message",
    access: "operator",
    area: "inbox",
    summary: "Write to oneself at the sandbox phone; the gate applies as usual",
    input: { body: z.strictObject({ text: z.string().trim().min(1).max(1000) }) },
    output: z.object({ actionId: id }),
    topics: ["account", "actions", "threads"],
    perMinute: 20,
  }),
  asked: apiRoute({
    method: "POST",
    path: "/api/first-steps/asked",
    access: "viewer",
    area: ["inbox", "people", "compliance"],
    summary: "Keep that a question about a message or a rule was answered",
    input: {
      body: z.discriminatedUnion("question", [
        z.strictObject({ question: z.enum(["refused", "sent"]), actionId: id }),
        z.strictObject({ question: z.literal("forward"), ruleId: id, personId: id }),
      ]),
    },
    output: okResponse,
    topics: ["account"],
  }),
};
