import * as z from "zod";
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
import { apiRoute } from "./api-route.ts";

const maxTextLength = 20_000;

export const readingApi = {
  read: apiRoute({
    method: "POST",
    path: "/api/brain/read",
    access: "viewer",
    summary: "What a message says: language, intent, feeling, urgency, topics, objection, callback, opt-out",
    input: {
      body: z.strictObject({
        text: z.string().max(maxTextLength).describe("The message as received"),
        previous: z
          .string()
          .max(maxTextLength)
          .nullable()
          .default(null)
          .describe("Our last message before it; a short answer takes its sense from it"),
        channel: z.enum(readChannels).nullable().default(null),
      }),
    },
    output: z.object({
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
      reader: z.literal("local").describe("Read on this machine, without any vendor"),
    }),
    topics: [],
  }),
};
