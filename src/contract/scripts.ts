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

const byId = { params: z.object({ id }) };

export const scriptsApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/scripts",
    access: "viewer",
    summary: "Voice scripts",
    input: {},
    output: z.array(voiceScript),
    topics: ["scripts"],
  }),
  create: apiRoute({
    method: "POST",
    path: "/api/scripts",
    access: "operator",
    summary: "Add a script",
    input: { body: scriptInput },
    output: voiceScript,
    topics: ["scripts"],
  }),
  update: apiRoute({
    method: "PUT",
    path: "/api/scripts/{id}",
    access: "operator",
    summary: "Change a script",
    input: { ...byId, body: updateInput(scriptInput) },
    output: voiceScript,
    topics: ["scripts"],
  }),
  remove: apiRoute({
    method: "DELETE",
    path: "/api/scripts/{id}",
    access: "operator",
    summary: "Delete a script",
    input: byId,
    output: okResponse,
    topics: ["scripts"],
  }),
};
