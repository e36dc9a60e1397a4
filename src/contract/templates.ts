import * as z from "zod";
import { actionTypes } from "#domain/rules/rule.ts";
import { endpoint } from "./endpoint.ts";
import { changeOf, done, id, instant, shortText } from "./fields.ts";

export const templateInput = z.strictObject({
  /** What a rule's action names. */
  name: z
    .string()
    .trim()
    .regex(/^[a-z0-9][a-z0-9_]{0,59}$/),
  channel: z.enum(actionTypes),
  language: z.enum(["en", "es"]),
  /** Of e-mail. */
  subject: shortText.nullable().default(null),
  body: z.string().trim().min(1).max(100_000),
  /** As WhatsApp's operator calls it, once it was approved there. */
  approvedName: shortText.nullable().default(null),
});
export type TemplateInput = z.infer<typeof templateInput>;

const problem = z.object({
  code: z.string(),
  name: z.string().optional(),
  text: z.string().optional(),
  length: z.int().optional(),
  most: z.int().optional(),
  unit: z.string().optional(),
});

export const messageTemplate = templateInput.extend({ id, createdAt: instant, updatedAt: instant });
export type MessageTemplate = z.infer<typeof messageTemplate>;

const one = { params: z.object({ id }) };

export const templates = {
  list: endpoint({
    method: "GET",
    path: "/api/templates",
    access: "viewer",
    summary: "Message templates by name, channel and language",
    input: {},
    output: z.array(messageTemplate),
    topics: ["rules"],
  }),
  create: endpoint({
    method: "POST",
    path: "/api/templates",
    access: "operator",
    summary: "Add a template; unknown variables are refused",
    input: { body: templateInput },
    output: messageTemplate,
    topics: ["rules"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/templates/{id}",
    access: "operator",
    summary: "Change a template",
    input: { ...one, body: changeOf(templateInput) },
    output: messageTemplate,
    topics: ["rules"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/templates/{id}",
    access: "operator",
    summary: "Delete a template",
    input: one,
    output: done,
    topics: ["rules"],
  }),
  preview: endpoint({
    method: "POST",
    path: "/api/templates/preview",
    access: "operator",
    summary: "A text as a real person would get it, with what is wrong with it",
    input: {
      body: z.strictObject({
        channel: z.enum(actionTypes),
        subject: shortText.nullable().default(null),
        body: z.string().max(100_000),
        /** Without one, made-up values. */
        personId: id.optional(),
      }),
    },
    output: z.object({
      subject: z.string().nullable(),
      text: z.string(),
      missing: z.array(z.string()),
      problems: z.array(problem),
      segments: z.int().nullable(),
    }),
    topics: [],
  }),
};
