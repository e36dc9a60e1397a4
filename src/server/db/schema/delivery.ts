import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { channels, conversationChannels, outreachChannels } from "#domain/channels/channel.ts";
import type { EmailDesign } from "#domain/email/email-design.ts";
import { languages } from "#domain/language.ts";
import { actionStatuses } from "#domain/messages/action-status.ts";
import { simulations } from "#domain/messages/simulation.ts";
import { approvalStates, type TemplateReviewState } from "#domain/messages/template-approval.ts";
import { type TemplateCategory, templateCategories } from "#domain/messages/template-category.ts";
import { users } from "./access.ts";
import { ruleRuns, rules } from "./automation.ts";
import { bytes, createdAt, oneOf, primaryId, timestampMs, updatedAt } from "./columns.ts";
import { blobs } from "./ingestion.ts";
import { people } from "./people.ts";

/** Messages and calls, from the moment they are planned. */
export const actions = pgTable(
  "actions",
  {
    id: primaryId(),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    ruleId: uuid("rule_id").references(() => rules.id, { onDelete: "set null" }),
    type: text("type").notNull(),
    status: text("status").notNull().default("pending"),
    config: jsonb("config").$type<Record<string, unknown>>(),
    result: jsonb("result").$type<Record<string, unknown>>(),
    executedAt: timestampMs("executed_at"),
    /** The gate's last reasons: why it was sent, waits or was stopped. */
    reasons: jsonb("reasons").$type<Record<string, unknown>[]>(),
    /** When it may be looked at again. */
    notBefore: timestampMs("not_before"),
    /** Increased by every claim, so that a worker whose lease ran out changes nothing. */
    fence: integer("fence").notNull().default(0),
    leaseUntil: timestampMs("lease_until"),
    attempts: integer("attempts").notNull().default(0),
    messenger: text("messenger"),
    providerId: text("provider_id"),
    /** US dollars. */
    price: numeric("price", { precision: 12, scale: 6 }),
    /** When to ask the vendor for the price; null where it reports prices itself, or the price is known. */
    priceDueAt: timestampMs("price_due_at"),
    /** Set at dispatch when a simulator handles it: `demo` or `test`. */
    simulation: text("simulation"),
    ruleRunId: uuid("rule_run_id").references(() => ruleRuns.id, { onDelete: "set null" }),
    /** The step of a sequence whose message it is; a run sends each step once. */
    stepId: text("step_id"),
    causedBy: uuid("caused_by"),
    /** The user who wrote it; null for a machine's. */
    sentBy: uuid("sent_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (table) => [
    // The queue of what waits to be sent.
    index("actions_due_index").on(table.notBefore).where(sql`status IN ('pending', 'held', 'dispatching')`),
    index("actions_provider_index").on(table.messenger, table.providerId).where(sql`provider_id IS NOT NULL`),
    index("actions_price_due_index").on(table.priceDueAt).where(sql`price_due_at IS NOT NULL`),
    index("actions_unknown_index").on(table.createdAt).where(sql`status = 'unknown'`),
    index("actions_person_index").on(table.personId, table.createdAt.desc()),
    index("actions_rule_index").on(table.ruleId),
    // What is open of a broadcast.
    index("actions_open_rule_index")
      .on(table.ruleId)
      .where(sql`rule_id IS NOT NULL AND status IN ('pending', 'held', 'dispatching')`),
    index("actions_run_index").on(table.ruleRunId).where(sql`rule_run_id IS NOT NULL`),
    uniqueIndex("actions_step_index").on(table.ruleRunId, table.stepId).where(sql`step_id IS NOT NULL`),
    index("actions_created_index").on(table.createdAt.desc()),
    oneOf("actions_type_check", table.type, channels),
    oneOf("actions_status_check", table.status, actionStatuses),
    oneOf("actions_simulation_check", table.simulation, simulations),
    check(
      "actions_test_send_check",
      sql`simulation IS DISTINCT FROM 'test' OR (status NOT IN ('sent', 'delivered', 'read') AND price IS NULL)`,
    ),
  ],
);

export const messageTemplates = pgTable(
  "message_templates",
  {
    id: primaryId(),
    name: text("name").notNull(),
    /** What people call it, the same for all channels and languages of a name; null is made of the name. */
    title: text("title"),
    channel: text("channel").notNull(),
    language: text("language").notNull(),
    subject: text("subject"),
    /** Of an e-mail that has a design: its plain-text part, made of the design. */
    body: text("body").notNull(),
    /** E-mail only: its blocks; null for one that is plain text. */
    design: jsonb("design").$type<EmailDesign>(),
    /** Increased by every save; `template_versions` has the earlier ones. */
    version: integer("version").notNull().default(1),
    /** The name under which the channel's operator approved it; WhatsApp requires one outside the 24-hour window. */
    approvedName: text("approved_name"),
    /** Under which category WhatsApp approved it; marketing is the stricter one. */
    category: text("category").$type<TemplateCategory>().notNull().default("marketing"),
    /** WhatsApp only: what the vendor has decided about the words that were submitted; null where none were. */
    approval: text("approval").$type<TemplateReviewState>(),
    /** The vendor's reason. */
    approvalReason: text("approval_reason"),
    /** The words that were submitted last; the vendor sends these, whatever was changed since. */
    submittedBody: text("submitted_body"),
    vendorTemplateId: text("vendor_template_id"),
    /** Words that are being worked on and are not sent. */
    draft: jsonb("draft").$type<TemplateDraftWords>(),
    draftBy: uuid("draft_by").references(() => users.id, { onDelete: "set null" }),
    draftAt: timestampMs("draft_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex("message_templates_name_index").on(table.name, table.channel, table.language),
    oneOf("message_templates_channel_check", table.channel, outreachChannels),
    oneOf("message_templates_language_check", table.language, languages),
    oneOf("message_templates_category_check", table.category, templateCategories),
    oneOf("message_templates_approval_check", table.approval, approvalStates),
  ],
);

type TemplateDraftWords = { subject: string | null; body: string; design: EmailDesign | null };

/** Every saved version of a template's words, to restore. */
export const templateVersions = pgTable(
  "template_versions",
  {
    templateId: uuid("template_id")
      .notNull()
      .references(() => messageTemplates.id, { onDelete: "cascade" }),
    version: integer("version").notNull(),
    subject: text("subject"),
    body: text("body").notNull(),
    design: jsonb("design").$type<EmailDesign>(),
    savedBy: uuid("saved_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.templateId, table.version] })],
);

/** Pictures of e-mails, which their readers load; their content is a blob. */
export const templateImages = pgTable(
  "template_images",
  {
    id: primaryId(),
    sha256: bytes("sha256")
      .notNull()
      .references(() => blobs.sha256),
    contentType: text("content_type").notNull(),
    /** Pixels. */
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    size: integer("size").notNull(),
    uploadedBy: uuid("uploaded_by").references(() => users.id, { onDelete: "set null" }),
    /** Since when no template, draft or version names it; null while one does. */
    unusedSince: timestampMs("unused_since"),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex("template_images_content_index").on(table.sha256)],
);

/**
 * The short links of messages, one for each address of a message. One whose message or person was deleted still leads
 * to its target, and belongs to nobody.
 */
export const shortLinks = pgTable(
  "short_links",
  {
    code: text("code").primaryKey(),
    actionId: uuid("action_id").references(() => actions.id, { onDelete: "set null" }),
    target: text("target").notNull(),
    /** The template and channel of the message, for their figures; null for a message without a template. */
    template: text("template"),
    channel: text("channel").notNull(),
    clicks: integer("clicks").notNull().default(0),
    firstClickedAt: timestampMs("first_clicked_at"),
    lastClickedAt: timestampMs("last_clicked_at"),
    createdAt: createdAt(),
  },
  (table) => [
    index("short_links_action_index").on(table.actionId).where(sql`action_id IS NOT NULL`),
    // Few of many: what figures of broadcasts count.
    index("short_links_clicked_index").on(table.actionId).where(sql`first_clicked_at IS NOT NULL`),
    index("short_links_template_index")
      .on(table.template, table.channel, table.createdAt, table.actionId, table.firstClickedAt)
      .where(sql`template IS NOT NULL`),
    // Rows are inserted in the order of their time.
    index("short_links_created_index").using("brin", table.createdAt),
    oneOf("short_links_channel_check", table.channel, channels),
  ],
);

/** When a person last wrote to us and we to them, by channel. */
export const conversations = pgTable(
  "conversations",
  {
    id: primaryId(),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    channel: text("channel").notNull(),
    lastInboundAt: timestampMs("last_inbound_at"),
    lastOutboundAt: timestampMs("last_outbound_at"),
  },
  (table) => [
    uniqueIndex("conversations_person_index").on(table.personId, table.channel),
    oneOf("conversations_channel_check", table.channel, conversationChannels),
  ],
);

/** What vendors reported of messages. Insert-only by trigger; it may arrive before the message's own outcome. */
export const deliveryReceipts = pgTable(
  "delivery_receipts",
  {
    id: primaryId(),
    messenger: text("messenger").notNull(),
    providerId: text("provider_id").notNull(),
    status: text("status").notNull(),
    detail: jsonb("detail").$type<Record<string, unknown>>(),
    actionId: uuid("action_id"),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("delivery_receipts_once_index").on(table.messenger, table.providerId, table.status),
    index("delivery_receipts_action_index").on(table.actionId).where(sql`action_id IS NOT NULL`),
    oneOf("delivery_receipts_status_check", table.status, actionStatuses),
  ],
);

/** The send rate of a messenger, shared by all processes. A row where it is limited or paused. */
export const sendRates = pgTable("send_rates", {
  /** The messenger. */
  id: text("id").primaryKey(),
  /** When the next send is due at an even rate. */
  nextAt: timestampMs("next_at").notNull().defaultNow(),
  /** The vendor asked for a pause until then. */
  pausedUntil: timestampMs("paused_until"),
});
