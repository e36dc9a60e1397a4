import * as z from "zod";
import { channels, outreachChannels } from "#domain/channels/channel.ts";
import { emailDesign } from "#domain/email/email-design.ts";
import { contentCheckCodes } from "#domain/messages/content-checks.ts";
import { approvalStates } from "#domain/messages/template-approval.ts";
import { templateCategories } from "#domain/messages/template-category.ts";
import { apiRoute } from "./api-route.ts";
import { id, isoInstant, okResponse, shortText, teamRef, updateInput } from "./fields.ts";

export const templateInput = z.strictObject({
  /** Referenced by the actions of rules. */
  name: z
    .string()
    .trim()
    .regex(/^[a-z0-9][a-z0-9_]{0,59}$/),
  /** What people call it, the same for all channels and languages of a name; null keeps what it was. */
  title: shortText.min(1).nullable().default(null),
  channel: z.enum(outreachChannels),
  language: z.enum(["en", "es"]),
  /** E-mail only. */
  subject: shortText.nullable().default(null),
  /** Of an e-mail with a design, the server makes its plain-text part of the design. */
  body: z.string().trim().max(100_000).default(""),
  /** E-mail only: its blocks; null for a plain text. */
  design: emailDesign.nullable().default(null),
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

/** Words that are worked on, and that no message says yet. */
const templateDraft = templateInput.pick({ subject: true, body: true, design: true });

export const messageTemplateRecord = templateInput.extend({
  id,
  title: z.string(),
  body: z.string(),
  /** Increased by every save. */
  version: z.int(),
  /** WhatsApp only: what the vendor has decided about the words that were submitted; null where none were. */
  approval: z
    .object({
      state: z.enum(approvalStates),
      /** The vendor's reason. */
      reason: z.string().nullable(),
      /** The words that were submitted; once they are approved, the vendor sends these, whatever was changed since. */
      body: z.string(),
    })
    .nullable(),
  /** The draft beside the words in use; null where there is none. */
  draft: templateDraft
    .extend({ body: z.string(), savedBy: z.string().nullable(), savedAt: isoInstant })
    .nullable(),
  createdAt: isoInstant,
  updatedAt: isoInstant,
});
export type MessageTemplateRecord = z.infer<typeof messageTemplateRecord>;

const byId = { params: z.object({ id }) };

/** Of the words: what must be mended before they can be saved, and what should be looked at. */
const contentCheck = z.looseObject({ code: z.enum(contentCheckCodes) });

/** A rule, a sequence or a broadcast that names a template. */
const templateUse = z.object({
  id,
  name: z.string(),
  kind: z.enum(["rule", "broadcast"]),
  /** Whether it can send now: a rule that is on, a broadcast that has begun or will. */
  isActive: z.boolean(),
});
export type TemplateUse = z.infer<typeof templateUse>;

const templateVersion = z.object({
  version: z.int(),
  subject: z.string().nullable(),
  body: z.string(),
  design: emailDesign.nullable(),
  savedBy: teamRef.nullable(),
  createdAt: isoInstant,
});
export type TemplateVersion = z.infer<typeof templateVersion>;

const templateImage = z.object({
  id,
  width: z.int(),
  height: z.int(),
  size: z.int(),
});

/** A template or a saved reply as it reads for a person. */
const textForPerson = z.object({
  id,
  kind: z.enum(["template", "saved_reply"]),
  name: z.string(),
  /** What people call it. */
  title: z.string(),
  language: z.enum(["en", "es"]),
  subject: z.string().nullable(),
  text: z.string(),
  /** Variables without a value. */
  missing: z.array(z.string()),
  /** Approved by WhatsApp: it may be sent at any time, but only as it is. */
  isApproved: z.boolean(),
});
export type TextForPerson = z.infer<typeof textForPerson>;

const templatePreview = z.object({
  subject: z.string().nullable(),
  text: z.string(),
  missing: z.array(z.string()),
  problems: z.array(templateProblem),
  checks: z.array(contentCheck),
  /** SMS only. */
  segments: z.int().nullable(),
  /** US dollars for one person, by the last known prices. */
  price: z.number(),
  /** An e-mail as it is sent. */
  html: z.string().nullable(),
  /** Bytes of the HTML. */
  htmlBytes: z.int().nullable(),
  /** The variables with the values that this text has for the person, in the order of the text. */
  values: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type TemplatePreview = z.infer<typeof templatePreview>;

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
    input: {
      ...byId,
      body: updateInput(templateInput).extend({
        /** The draft is done with: these are its words, or it is not wanted. */
        endsDraft: z.boolean().default(false),
      }),
    },
    output: messageTemplateRecord,
    topics: ["rules"],
  }),
  saveDraft: apiRoute({
    method: "PUT",
    path: "/api/templates/{id}/draft",
    access: "operator",
    area: "rules",
    summary: "Save words beside those in use; messages do not change",
    input: {
      ...byId,
      body: templateDraft.extend({
        /** When the draft was saved that was edited, null for none; a newer one is not overwritten. */
        savedAt: isoInstant.nullable().optional(),
      }),
    },
    output: messageTemplateRecord,
    topics: ["rules"],
  }),
  removeDraft: apiRoute({
    method: "DELETE",
    path: "/api/templates/{id}/draft",
    access: "operator",
    area: "rules",
    summary: "Discard the draft of a template",
    input: byId,
    output: messageTemplateRecord,
    topics: ["rules"],
  }),
  remove: apiRoute({
    method: "DELETE",
    path: "/api/templates/{id}",
    access: "operator",
    area: "rules",
    summary: "Delete a template; refused while rules or broadcasts need it",
    input: byId,
    output: okResponse,
    problems: ["in_use"],
    topics: ["rules"],
  }),
  uses: apiRoute({
    method: "GET",
    path: "/api/templates/{id}/uses",
    access: "viewer",
    area: "rules",
    summary: "The rules and broadcasts that name a template",
    input: byId,
    output: z.object({
      uses: z.array(templateUse),
      /** Messages with short links in the last 90 days, and those of which one was opened; null without links. */
      links: z.object({ sent: z.int(), clicked: z.int() }).nullable(),
    }),
    topics: ["rules", "broadcasts"],
  }),
  versions: apiRoute({
    method: "GET",
    path: "/api/templates/{id}/versions",
    access: "viewer",
    area: "rules",
    summary: "The newest 50 versions of a template's words",
    input: byId,
    output: z.object({ versions: z.array(templateVersion) }),
    topics: ["rules"],
  }),
  restore: apiRoute({
    method: "POST",
    path: "/api/templates/{id}/versions/{version}/restore",
    access: "operator",
    area: "rules",
    summary: "Use the words of an earlier version again, as a new version",
    input: { params: z.object({ id, version: z.coerce.number().int().min(1).max(1_000_000) }) },
    output: messageTemplateRecord,
    topics: ["rules"],
  }),
  assist: apiRoute({
    method: "POST",
    path: "/api/templates/assist",
    access: "operator",
    area: "rules",
    summary: "Draft, shorten or translate the texts of a template; nothing is stored or sent",
    input: {
      body: z.strictObject({
        task: z.enum(["draft", "shorten", "translate"]),
        /** Of the result; texts that are shortened keep theirs. */
        language: z.enum(["en", "es"]),
        texts: z.array(z.string().trim().min(1).max(10_000)).min(1).max(200),
      }),
    },
    output: z.object({
      /** Null where no model answered or a fact was changed; the reason says which. */
      texts: z.array(z.string()).nullable(),
      reason: z.string().nullable(),
      vendor: z.string().nullable(),
      isSimulated: z.boolean(),
    }),
    topics: [],
    perMinute: 10,
  }),
  submit: apiRoute({
    method: "POST",
    path: "/api/templates/{id}/submit",
    access: "operator",
    area: "rules",
    summary: "Submit a template to WhatsApp for approval, or its changed words again",
    input: byId,
    output: messageTemplateRecord,
    problems: ["vendor_failed"],
    topics: ["rules"],
    perMinute: 20,
  }),
  testSend: apiRoute({
    method: "POST",
    path: "/api/templates/test-send",
    access: "operator",
    area: "rules",
    summary: "Send an e-mail as it is drawn to one's own address",
    input: {
      body: z.strictObject({
        subject: shortText.nullable(),
        body: z.string().max(100_000).default(""),
        design: emailDesign.nullable().default(null),
        language: z.enum(["en", "es"]),
        /** Whose values it has; absent: samples. */
        personId: id.optional(),
      }),
    },
    output: z.object({ to: z.string() }),
    problems: ["not_configured", "vendor_failed"],
    topics: [],
    perMinute: 10,
  }),
  addImage: apiRoute({
    method: "POST",
    path: "/api/templates/images",
    access: "operator",
    area: "rules",
    summary: "Upload a picture for e-mails: JPEG, PNG or GIF, at most 1200 × 2400 pixels and 1 MB",
    input: { body: z.strictObject({ contentBase64: z.base64().max(1_400_000) }) },
    output: templateImage,
    topics: [],
    maxBodyBytes: 1_500_000,
  }),
  image: apiRoute({
    method: "GET",
    path: "/api/templates/images/{id}",
    access: "viewer",
    area: "rules",
    summary: "A picture of e-mails",
    input: byId,
    output: z.string(),
    topics: [],
    media: "application/octet-stream",
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
        body: z.string().max(100_000).default(""),
        design: emailDesign.nullable().default(null),
        language: z.enum(["en", "es"]).optional(),
        /** How an e-mail is shown; `auto` follows the reader's device, as a mail does. */
        scheme: z.enum(["auto", "light", "dark"]).default("auto"),
        /** Absent: sample values are used. */
        personId: id.optional(),
      }),
    },
    output: templatePreview,
    topics: [],
  }),
};
