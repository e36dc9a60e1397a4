import * as z from "zod";
import { knowledgeKinds, knowledgeStatuses } from "#domain/agent/knowledge.ts";
import { channels } from "#domain/channels/channel.ts";
import { validities } from "#domain/knowledge/validity.ts";
import { language } from "#domain/language-schema.ts";
import { apiRoute } from "./api-route.ts";
import { filterChoice, id, isoInstant, okResponse, pageAfter, shortText, updateInput } from "./fields.ts";

/** Of an answer or a document, in characters. */
export const maxKnowledgeLength = 500_000;

const knowledgeBody = z.string().trim().min(1).max(maxKnowledgeLength);

export const knowledgeInput = z.strictObject({
  kind: z.enum(knowledgeKinds).default("question"),
  /** The question, or the name of the document. */
  title: shortText.min(1),
  /** The answer, or the document as text or Markdown. */
  body: knowledgeBody,
  /** Null: for both languages. */
  language: language.nullable().default(null),
  status: z.enum(knowledgeStatuses).default("approved"),
  validFrom: z.iso.date().nullable().default(null),
  validTo: z.iso.date().nullable().default(null),
  source: shortText.nullable().default(null),
});
export type KnowledgeInput = z.infer<typeof knowledgeInput>;

export const knowledgeEntry = z.object({
  ...knowledgeInput.shape,
  id,
  createdAt: isoInstant,
  updatedAt: isoInstant,
});
export type KnowledgeEntry = z.infer<typeof knowledgeEntry>;

export const knowledgeListEntry = knowledgeEntry.omit({ body: true }).extend({
  /** The beginning of the body. */
  excerpt: z.string(),
  /** Of the body, in characters. */
  length: z.int(),
  passages: z.int(),
  /** Whether its period includes today. */
  validity: z.enum(validities),
  /** Scripts that name it among their knowledge. */
  usedByScripts: z.int(),
});
export type KnowledgeListEntry = z.infer<typeof knowledgeListEntry>;

export const foundPassage = z.object({
  id,
  entryId: id,
  title: z.string(),
  text: z.string(),
  language: language.nullable(),
  /** Between 0 and 1. */
  fit: z.number(),
});
export type FoundPassage = z.infer<typeof foundPassage>;

/** Questions that ask for about the same and that the knowledge base does not answer. */
export const openQuestion = z.object({
  id,
  /** In the wording that was used most often. */
  question: z.string(),
  language: z.string().nullable(),
  times: z.int(),
  /** How many people asked it; a caller who is not known counts each time. */
  people: z.int(),
  lastAskedAt: isoInstant,
  /** The newest first, at most 20. */
  asked: z.array(
    z.object({
      id,
      /** Null for an unknown caller, and for those who may view neither people nor conversations. */
      person: z.object({ id, name: z.string() }).nullable(),
      channel: z.enum(channels),
      language: z.string().nullable(),
      question: z.string(),
      at: isoInstant,
    }),
  ),
});
export type OpenQuestion = z.infer<typeof openQuestion>;

const byId = { params: z.object({ id }) };

export const knowledgeApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/knowledge",
    access: "viewer",
    area: ["ai", "voice", "inbox"],
    scope: "knowledge:read",
    list: true,
    summary:
      "Entries of the knowledge base, the last changed first, 1,000 where no limit is given; a cursor leads to the next",
    input: {
      query: z.object({
        search: z.string().max(200).optional(),
        kind: filterChoice(knowledgeKinds),
        language: language.optional(),
        status: filterChoice(knowledgeStatuses),
        ...pageAfter(1000),
      }),
    },
    output: z.array(knowledgeListEntry),
    topics: ["knowledge", "scripts"],
  }),
  get: apiRoute({
    method: "GET",
    path: "/api/knowledge/entries/{id}",
    access: "viewer",
    area: "ai",
    scope: "knowledge:read",
    summary: "An entry with its whole text",
    input: byId,
    output: knowledgeEntry,
    topics: ["knowledge"],
  }),
  create: apiRoute({
    method: "POST",
    path: "/api/knowledge",
    access: "operator",
    area: "ai",
    summary: "Add a question with its answer, or a document",
    input: { body: knowledgeInput },
    output: knowledgeEntry,
    topics: ["knowledge"],
  }),
  importDocument: apiRoute({
    method: "POST",
    path: "/api/knowledge/import",
    access: "operator",
    area: "ai",
    summary: "Add a text or Markdown file as a draft document; its first heading becomes its name",
    input: {
      body: z.strictObject({
        /** Of the file. */
        name: shortText.min(1),
        text: knowledgeBody,
        language: language.nullable().default(null),
      }),
    },
    output: knowledgeEntry,
    topics: ["knowledge"],
  }),
  update: apiRoute({
    method: "PUT",
    path: "/api/knowledge/entries/{id}",
    access: "operator",
    area: "ai",
    summary: "Change an entry",
    input: { ...byId, body: updateInput(knowledgeInput) },
    output: knowledgeEntry,
    topics: ["knowledge"],
  }),
  remove: apiRoute({
    method: "DELETE",
    path: "/api/knowledge/entries/{id}",
    access: "operator",
    area: "ai",
    summary: "Delete an entry; scripts that name it go on without it",
    input: byId,
    output: okResponse,
    topics: ["knowledge", "scripts"],
  }),
  tryQuestion: apiRoute({
    method: "POST",
    path: "/api/knowledge/try",
    access: "viewer",
    area: "ai",
    summary: "What the agent would find for a question",
    input: {
      body: z.strictObject({
        question: z.string().trim().min(1).max(400),
        language: language.optional(),
        /** Restricts the search to these entries, as a script does. */
        entryIds: z.array(id).max(100).default([]),
      }),
    },
    output: z.object({
      passages: z.array(foundPassage),
      /** The passage that it would answer from; null where it would say that it does not know. */
      answersFrom: id.nullable(),
      /** Vectors of an AI vendor were compared, too. */
      usedVectors: z.boolean(),
    }),
    topics: [],
  }),
  openQuestions: apiRoute({
    method: "GET",
    path: "/api/knowledge/questions",
    access: "viewer",
    area: "ai",
    summary:
      "What people asked in calls and messages and the knowledge base does not answer, in groups of like questions, those asked most often first",
    input: {},
    output: z.array(openQuestion),
    topics: ["knowledge"],
  }),
  answerQuestion: apiRoute({
    method: "POST",
    path: "/api/knowledge/questions/{id}/answer",
    access: "operator",
    area: "ai",
    summary: "Add an entry that answers an open question, and those like it",
    input: { ...byId, body: knowledgeInput },
    output: knowledgeEntry,
    topics: ["knowledge"],
  }),
  dismissQuestion: apiRoute({
    method: "DELETE",
    path: "/api/knowledge/questions/{id}",
    access: "operator",
    area: "ai",
    summary: "Remove a question from the list of open ones, and those like it",
    input: byId,
    output: okResponse,
    topics: ["knowledge"],
  }),
  reopenQuestion: apiRoute({
    method: "POST",
    path: "/api/knowledge/questions/{id}/reopen",
    access: "operator",
    area: "ai",
    summary: "Take the dismissal of a question back, and of those dismissed with it",
    input: byId,
    output: okResponse,
    topics: ["knowledge"],
  }),
};
