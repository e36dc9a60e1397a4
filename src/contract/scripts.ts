import * as z from "zod";
import {
  scriptFact,
  scriptGoal,
  scriptInput,
  scriptLanguages,
  ttsProviders,
  useCases,
} from "#domain/voice/script.ts";
import { apiRoute } from "./api-route.ts";
import { id, isoInstant, okResponse, updateInput } from "./fields.ts";

export const voiceScript = z.object({
  id,
  name: z.string(),
  language: z.enum(scriptLanguages),
  accent: z.string(),
  useCase: z.enum(useCases),
  content: z.string(),
  enabled: z.boolean(),
  voiceId: z.string().nullable(),
  ttsProvider: z.enum(ttsProviders),
  goals: z.array(scriptGoal),
  facts: z.array(scriptFact),
  knowledgeIds: z.array(id),
  version: z.int(),
  createdAt: isoInstant,
  updatedAt: isoInstant,
});
export type VoiceScript = z.infer<typeof voiceScript>;

export const scriptVersion = z.object({
  version: z.int(),
  definition: scriptInput,
  /** E-mail address of the user who saved it; null for the system. */
  changedBy: z.string().nullable(),
  createdAt: isoInstant,
});
export type ScriptVersion = z.infer<typeof scriptVersion>;

/** The script as one person would hear it. */
export const scriptPreview = z.object({
  /** Said first in every call; it cannot be removed. Empty if the script itself opens with it. */
  disclosure: z.string(),
  /** Everything that is said before the person speaks, with the disclosure. */
  opening: z.string(),
  /** The later paragraphs of the content. */
  steps: z.array(z.string()),
  goals: z.array(z.object({ title: z.string(), say: z.string(), questions: z.array(z.string()) })),
  /** Questions of facts that belong to no goal. */
  questions: z.array(z.string()),
  /** Variables without a value for this person. */
  missing: z.array(z.string()),
  openingSeconds: z.int(),
  totalSeconds: z.int(),
});
export type ScriptPreview = z.infer<typeof scriptPreview>;

const byId = { params: z.object({ id }) };

export const scriptsApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/scripts",
    access: "viewer",
    area: ["voice", "people"],
    summary: "Voice scripts",
    input: {},
    output: z.array(voiceScript),
    topics: ["scripts"],
  }),
  create: apiRoute({
    method: "POST",
    path: "/api/scripts",
    access: "operator",
    area: "voice",
    summary: "Add a script; unknown variables are refused",
    input: { body: scriptInput },
    output: voiceScript,
    topics: ["scripts"],
  }),
  update: apiRoute({
    method: "PUT",
    path: "/api/scripts/{id}",
    access: "operator",
    area: "voice",
    summary: "Change a script; every save is a new version",
    input: { ...byId, body: updateInput(scriptInput) },
    output: voiceScript,
    topics: ["scripts"],
  }),
  remove: apiRoute({
    method: "DELETE",
    path: "/api/scripts/{id}",
    access: "operator",
    area: "voice",
    summary: "Delete a script",
    input: byId,
    output: okResponse,
    topics: ["scripts"],
  }),
  versions: apiRoute({
    method: "GET",
    path: "/api/scripts/{id}/versions",
    access: "viewer",
    area: "voice",
    summary: "All versions of a script, newest first",
    input: byId,
    output: z.array(scriptVersion),
    topics: ["scripts"],
  }),
  restore: apiRoute({
    method: "POST",
    path: "/api/scripts/{id}/versions/{version}",
    access: "operator",
    area: "voice",
    summary: "Restore an earlier version of a script as a new version",
    input: { params: z.object({ id, version: z.coerce.number().int().min(1) }) },
    output: voiceScript,
    topics: ["scripts"],
  }),
  preview: apiRoute({
    method: "POST",
    path: "/api/scripts/preview",
    access: "operator",
    area: "voice",
    summary: "A saved or unsaved script as it would be spoken to a person",
    input: {
      body: z.strictObject({
        script: scriptInput
          .pick({ language: true, goals: true, facts: true })
          .extend({ content: z.string().max(20_000) }),
        /** Absent: sample values are used. */
        personId: id.optional(),
      }),
    },
    output: scriptPreview,
    topics: [],
  }),
};
