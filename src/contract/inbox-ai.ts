import * as z from "zod";
import { channels } from "#domain/channels/channel.ts";
import { autoReplyModes, suggestionStates } from "#domain/conversations/auto-reply.ts";
import { language } from "#domain/language-schema.ts";
import { readIntents } from "#domain/reading/labels.ts";
import { apiRoute } from "./api-route.ts";
import { id, isoInstant, okResponse } from "./fields.ts";

/** A suggested answer. Numbers in square brackets in the text refer to its sources. */
export const replySuggestion = z.object({
  id,
  /** The item that it answers. */
  answersId: z.string().nullable(),
  channel: z.enum(channels),
  language,
  text: z.string(),
  sources: z.array(
    z.object({
      number: z.int(),
      kind: z.enum(["knowledge", "thread", "person"]),
      /** The entry of the knowledge base, or the item of the thread. */
      id: z.string().nullable(),
      title: z.string(),
      quote: z.string(),
    }),
  ),
  /** What code verified about it. All must hold before an automatic send. */
  checks: z.array(z.object({ check: z.string(), ok: z.boolean(), detail: z.string().nullable() })),
  /** Null where no model was asked: knowledge base and templates alone. */
  vendor: z.string().nullable(),
  model: z.string().nullable(),
  isSimulated: z.boolean(),
  /** US dollars. */
  cost: z.number().nullable(),
  latencyMs: z.int().nullable(),
  state: z.enum(suggestionStates),
  createdAt: isoInstant,
});
export type ReplySuggestion = z.infer<typeof replySuggestion>;

const byPerson = { params: z.object({ id }) };

export const textEdits = ["rewrite", "shorten", "friendlier", "formal", "translate"] as const;

/** Of a channel and an intent; no entry is `off`. */
export const autoReplySettings = z.strictObject({
  rules: z
    .array(
      z.strictObject({
        channel: z.enum(["sms", "whatsapp", "email"]),
        intent: z.enum(readIntents),
        mode: z.enum(autoReplyModes),
      }),
    )
    .max(200),
});

export const inboxAiApi = {
  suggestion: apiRoute({
    method: "GET",
    path: "/api/inbox/{id}/suggestion",
    access: "viewer",
    area: "inbox",
    summary: "The open suggestion for the newest inbound message; null where there is none",
    input: byPerson,
    output: z.object({ suggestion: replySuggestion.nullable() }),
    topics: ["threads"],
  }),
  suggest: apiRoute({
    method: "POST",
    path: "/api/inbox/{id}/suggestion",
    access: "operator",
    area: "inbox",
    summary: "Make a suggestion for the newest inbound message, grounded in knowledge base and thread",
    input: {
      ...byPerson,
      body: z.strictObject({
        channel: z.enum(channels).optional(),
        /** What the answer should say, in the operator's words. */
        instruction: z.string().trim().max(1000).optional(),
      }),
    },
    output: z.object({ suggestion: replySuggestion.nullable(), reason: z.string().nullable() }),
    topics: ["threads"],
  }),
  decide: apiRoute({
    method: "POST",
    path: "/api/inbox/suggestions/{id}",
    access: "operator",
    area: "inbox",
    summary: "Say that a suggestion was taken into the text, or dismiss it",
    input: { ...byPerson, body: z.strictObject({ state: z.enum(["used", "dismissed"]) }) },
    output: okResponse,
    topics: ["threads"],
  }),
  edit: apiRoute({
    method: "POST",
    path: "/api/inbox/{id}/edit-text",
    access: "operator",
    area: "inbox",
    summary: "Rewrite, shorten or translate a text; nothing is stored or sent",
    input: {
      ...byPerson,
      body: z.strictObject({
        text: z.string().trim().min(1).max(10_000),
        edit: z.enum(textEdits),
        /** Of a translation. */
        language: language.optional(),
      }),
    },
    output: z.object({
      /** Null where no model answered; the reason says why. */
      text: z.string().nullable(),
      reason: z.string().nullable(),
      vendor: z.string().nullable(),
      isSimulated: z.boolean(),
    }),
    topics: [],
  }),
  summary: apiRoute({
    method: "POST",
    path: "/api/inbox/{id}/summary",
    access: "viewer",
    area: "inbox",
    summary: "What a thread is about, who waits for what, and what was agreed; each sentence with its items",
    input: byPerson,
    output: z.object({
      sentences: z.array(z.object({ text: z.string(), itemIds: z.array(z.string()) })),
      vendor: z.string().nullable(),
      isSimulated: z.boolean(),
    }),
    topics: [],
  }),
  autoReplies: apiRoute({
    method: "GET",
    path: "/api/inbox/auto-replies",
    access: "viewer",
    area: ["inbox", "settings"],
    summary: "What happens with suggested answers, by channel and intent",
    input: {},
    output: autoReplySettings,
    topics: ["settings"],
  }),
  setAutoReplies: apiRoute({
    method: "PUT",
    path: "/api/inbox/auto-replies",
    access: "admin",
    area: "inbox",
    summary: "Choose what happens with suggested answers",
    input: { body: autoReplySettings },
    output: autoReplySettings,
    topics: ["settings"],
  }),
};
