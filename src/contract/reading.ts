import * as z from "zod";
import { readingSourceKinds } from "#domain/reading/counted-reading.ts";
import {
  readChannels,
  readIntents,
  readLanguages,
  readObjections,
  readOptOuts,
  readSentiments,
  readTopics,
  readUrgencies,
} from "#domain/reading/labels.ts";
import { scoreNames } from "#domain/scoring/model.ts";
import { apiRoute } from "./api-route.ts";
import { reasonSchema } from "./deliveries.ts";
import { id } from "./fields.ts";

const maxTextLength = 20_000;

/** Whose reading of a message counts. */
export const readingSource = z.object({
  kind: z.enum(readingSourceKinds),
  name: z.string().nullable().describe("Vendor and model; null for the others"),
});

const messageToRead = z.strictObject({
  text: z.string().max(maxTextLength).describe("The message as received"),
  previous: z
    .string()
    .max(maxTextLength)
    .nullable()
    .default(null)
    .describe("Our last message before it; a short answer takes its sense from it"),
  channel: z.enum(readChannels).nullable().default(null),
});

const messageReading = z.object({
  language: z.enum(readLanguages),
  intent: z.enum(readIntents),
  also: z.array(z.enum(readIntents)).describe("Other intents that are present"),
  sentiment: z.literal(readSentiments),
  urgency: z.literal(readUrgencies),
  asks: z.array(z.enum(readTopics)).describe("Topics that the sender wants to know about or be sent"),
  objection: z.enum(readObjections).nullable(),
  callback: z
    .string()
    .nullable()
    .describe("First moment at which the sender wants contact; local to the workspace's timezone"),
  optOut: z.enum(readOptOuts).describe("`unclear`: an operator should look"),
  confidence: z.number().describe("Of the intent, between 0 and 1"),
  quotes: z
    .array(
      z.object({
        field: z.string(),
        value: z.union([z.string(), z.number()]),
        quote: z.string(),
        start: z.int(),
        end: z.int(),
        confidence: z.number(),
      }),
    )
    .describe("The words of the message that each statement rests on"),
  reader: z
    .enum(["local", "model"])
    .describe("`local`: read on this machine, without any vendor. `model`: a model read it, and was surer"),
  model: z.string().nullable().describe("Vendor and model; null for `local`"),
});

const triedScore = z.object({
  name: z.enum(scoreNames),
  before: z.int().nullable().describe("Null where not enough was known of the person"),
  after: z.int(),
  /** What the message changes, in points, strongest first. */
  changes: z.array(z.object({ feature: z.string(), points: z.number() })),
});

const triedRule = z.object({
  id,
  name: z.string(),
  /** Whether it would fire; otherwise its trigger did and `why` names the condition or limit that stops it. */
  fires: z.boolean(),
  why: z.array(reasonSchema),
});

export const readingApi = {
  read: apiRoute({
    method: "POST",
    path: "/api/brain/read",
    access: "viewer",
    area: "ai",
    summary: "What a message says: language, intent, feeling, urgency, topics, objection, callback, opt-out",
    input: { body: messageToRead },
    output: messageReading,
    topics: [],
  }),
  outgoing: apiRoute({
    method: "POST",
    path: "/api/brain/outgoing",
    access: "viewer",
    area: "ai",
    summary: "What would leave this machine if a model were asked to read the message",
    input: {
      body: messageToRead.extend({
        personId: id.nullable().default(null).describe("Whose message it is; their name is replaced, too"),
      }),
    },
    output: z.object({
      text: z.string(),
      previous: z.string().nullable(),
      /** Whether the workspace replaces names, addresses and numbers before a text leaves. */
      isMinimised: z.boolean(),
    }),
    topics: ["settings"],
  }),
  tryOnPerson: apiRoute({
    method: "POST",
    path: "/api/brain/try",
    access: "viewer",
    area: "ai",
    summary:
      "What a message of a person would change: their scores and the rules that it sets off; nothing is saved",
    input: { body: messageToRead.extend({ personId: id }) },
    output: z.object({
      reading: messageReading,
      scores: z.array(triedScore),
      rules: z.array(triedRule),
    }),
    topics: [],
  }),
};
