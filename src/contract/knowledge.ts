import * as z from "zod";
import { knowledgeKinds, knowledgeStatuses } from "#domain/agent/knowledge.ts";
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

export const openQuestion = z.object({
  id,
  question: z.string(),
  language: z.string().nullable(),
  /** Of the newest time that it was asked. */
  person: z.object({ id, name: z.string() }).nullable(),
  times: z.int(),
  lastAskedAt: isoInstant,
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
    summary: "What people asked and the knowledge base does not answer",
    input: {},
    output: z.array(openQuestion),
    topics: ["knowledge"],
  }),
  answerQuestion: apiRoute({
    method: "POST",
    path: "/api/knowledge/questions/{id}/answer",
    access: "operator",
    area: "ai",
    summary: "Add an entry that answers an open question",
    input: { ...byId, body: knowledgeInput },
    output: knowledgeEntry,
    topics: ["knowledge"],
  }),
  dismissQuestion: apiRoute({
    method: "DELETE",
    path: "/api/knowledge/questions/{id}",
    access: "operator",
    area: "ai",
    summary: "Remove a question from the list of open ones",
    input: byId,
    output: okResponse,
    topics: ["knowledge"],
  }),
};
