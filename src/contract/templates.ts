import * as z from "zod";
import { channels, outreachChannels } from "#domain/channels/channel.ts";
import { templateCategories } from "#domain/messages/template-category.ts";
import { apiRoute } from "./api-route.ts";
import { id, isoInstant, okResponse, shortText, updateInput } from "./fields.ts";

export const templateInput = z.strictObject({
  /** Referenced by the actions of rules. */
  name: z
    .string()
    .trim()
    .regex(/^[a-z0-9][a-z0-9_]{0,59}$/),
  channel: z.enum(outreachChannels),
  language: z.enum(["en", "es"]),
  /** E-mail only. */
  subject: shortText.nullable().default(null),
  body: z.string().trim().min(1).max(100_000),
  /** Name of the template approved by WhatsApp. */
  approvedName: shortText.nullable().default(null),
  /** WhatsApp only: the category under which the template was approved. */
  category: z.enum(templateCategories).default("marketing"),
});
export type TemplateInput = z.infer<typeof templateInput>;

const templateProblem = z.object({
  code: z.string(),
  name: z.string().optional(),
  text: z.string().optional(),
  length: z.int().optional(),
  most: z.int().optional(),
  unit: z.string().optional(),
});

export const messageTemplateRecord = templateInput.extend({
  id,
  createdAt: isoInstant,
  updatedAt: isoInstant,
});
export type MessageTemplateRecord = z.infer<typeof messageTemplateRecord>;

const byId = { params: z.object({ id }) };

/** A template or a saved reply as it reads for a person. */
const textForPerson = z.object({
  id,
  kind: z.enum(["template", "saved_reply"]),
  name: z.string(),
  language: z.enum(["en", "es"]),
  subject: z.string().nullable(),
  text: z.string(),
  /** Variables without a value. */
  missing: z.array(z.string()),
  /** Approved by WhatsApp: it may be sent at any time, but only as it is. */
  isApproved: z.boolean(),
});
export type TextForPerson = z.infer<typeof textForPerson>;

export const templatesApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/templates",
    access: "viewer",
    area: ["rules", "inbox", "people"],
    summary: "Message templates by name, channel and language",
    input: {},
    output: z.array(messageTemplateRecord),
    topics: ["rules"],
  }),
  forPerson: apiRoute({
    method: "GET",
    path: "/api/people/{id}/templates",
    access: "operator",
    area: ["inbox", "people"],
    summary:
      "Saved replies and the templates of a channel, in the language of a person and filled in for them",
    input: { ...byId, query: z.strictObject({ channel: z.enum(channels) }) },
    output: z.object({ texts: z.array(textForPerson) }),
    topics: ["rules", "saved-replies", "people"],
  }),
  create: apiRoute({
    method: "POST",
    path: "/api/templates",
    access: "operator",
    area: "rules",
    summary: "Add a template; unknown variables are refused",
    input: { body: templateInput },
    output: messageTemplateRecord,
    topics: ["rules"],
  }),
  update: apiRoute({
    method: "PUT",
    path: "/api/templates/{id}",
    access: "operator",
    area: "rules",
    summary: "Change a template",
    input: { ...byId, body: updateInput(templateInput) },
    output: messageTemplateRecord,
    topics: ["rules"],
  }),
  remove: apiRoute({
    method: "DELETE",
    path: "/api/templates/{id}",
    access: "operator",
    area: "rules",
    summary: "Delete a template",
    input: byId,
    output: okResponse,
    topics: ["rules"],
  }),
  preview: apiRoute({
    method: "POST",
    path: "/api/templates/preview",
    access: "operator",
    area: ["rules", "inbox"],
    summary: "A rendered template for a person, with its problems",
    input: {
      body: z.strictObject({
        channel: z.enum(channels),
        subject: shortText.nullable().default(null),
        body: z.string().max(100_000),
        /** Absent: sample values are used. */
        personId: id.optional(),
      }),
    },
    output: z.object({
      subject: z.string().nullable(),
      text: z.string(),
      missing: z.array(z.string()),
      problems: z.array(templateProblem),
      segments: z.int().nullable(),
    }),
    topics: [],
  }),
};
