import * as z from "zod";
import { scriptInput, scriptLanguages, ttsProviders, useCases } from "#domain/voice/script.ts";
import { endpoint } from "./endpoint.ts";
import { changeOf, done, id, instant } from "./fields.ts";

export const script = z.object({
  id,
  name: z.string(),
  language: z.enum(scriptLanguages),
  accent: z.string(),
  useCase: z.enum(useCases),
  content: z.string(),
  enabled: z.boolean(),
  voiceId: z.string().nullable(),
  ttsProvider: z.enum(ttsProviders),
  createdAt: instant,
  updatedAt: instant,
});
export type Script = z.infer<typeof script>;

const one = { params: z.object({ id }) };

export const scripts = {
  list: endpoint({
    method: "GET",
    path: "/api/scripts",
    access: "viewer",
    summary: "Voice scripts",
    input: {},
    output: z.array(script),
    topics: ["scripts"],
  }),
  create: endpoint({
    method: "POST",
    path: "/api/scripts",
    access: "operator",
    summary: "Add a script",
    input: { body: scriptInput },
    output: script,
    topics: ["scripts"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/scripts/{id}",
    access: "operator",
    summary: "Change a script",
    input: { ...one, body: changeOf(scriptInput) },
    output: script,
    topics: ["scripts"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/scripts/{id}",
    access: "operator",
    summary: "Delete a script",
    input: one,
    output: done,
    topics: ["scripts"],
  }),
};
