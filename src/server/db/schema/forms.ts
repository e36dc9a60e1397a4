import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { LeadFormInput } from "#domain/forms/lead-form.ts";
import type { SubmissionEvidence } from "#domain/forms/submission-evidence.ts";
import { createdAt, primaryId, timestampMs, updatedAt } from "./columns.ts";
import { endpoints } from "./ingestion.ts";
import { people } from "./people.ts";

/** Forms for the websites of the workspace. */
export const leadForms = pgTable("lead_forms", {
  id: primaryId(),
  name: text("name").notNull(),
  slug: text("slug").notNull().unique(),
  active: boolean("active").notNull().default(true),
  /** The endpoint that its submissions belong to; it lives as long as the form's submissions are wanted. */
  endpointId: uuid("endpoint_id")
    .notNull()
    .references(() => endpoints.id, { onDelete: "cascade" }),
  fields: jsonb("fields").$type<LeadFormInput["fields"]>().notNull(),
  texts: jsonb("texts").$type<Pick<LeadFormInput, "title" | "intro" | "button" | "thanks">>().notNull(),
  consents: jsonb("consents").$type<LeadFormInput["consents"]>().notNull(),
  /** Increased when the wording of a consent changes. */
  consentVersion: integer("consent_version").notNull().default(1),
  origins: text("origins").array().notNull(),
  tags: text("tags").array().notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

const formId = () =>
  uuid("form_id")
    .notNull()
    .references(() => leadForms.id, { onDelete: "cascade" });

/** Every wording of a form's consents: a page that is open while the wording changes proves the one that it shows. */
export const formConsentVersions = pgTable(
  "form_consent_versions",
  {
    formId: formId(),
    version: integer("version").notNull(),
    consents: jsonb("consents").$type<LeadFormInput["consents"]>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.formId, table.version] })],
);

/** What was ever sent and confirmed; retention deletes submissions, but not what they counted. */
export const formCounts = pgTable("form_counts", {
  formId: formId().primaryKey(),
  submissions: integer("submissions").notNull().default(0),
  confirmed: integer("confirmed").notNull().default(0),
  lastAt: timestampMs("last_at"),
});

/** What a visitor agreed to in a form, and whether they have confirmed their address. The fields are in the event. */
export const formSubmissions = pgTable(
  "form_submissions",
  {
    id: primaryId(),
    formId: formId(),
    eventId: uuid("event_id").notNull().unique(),
    /** Null until the event is recorded. */
    personId: uuid("person_id").references(() => people.id, { onDelete: "cascade" }),
    email: text("email"),
    phone: text("phone"),
    evidence: jsonb("evidence").$type<SubmissionEvidence>().notNull(),
    emailAskedAt: timestampMs("email_asked_at"),
    phoneAskedAt: timestampMs("phone_asked_at"),
    emailConfirmedAt: timestampMs("email_confirmed_at"),
    phoneConfirmedAt: timestampMs("phone_confirmed_at"),
    createdAt: createdAt(),
  },
  (table) => [
    index("form_submissions_form_index").on(table.formId, table.createdAt.desc()),
    index("form_submissions_created_index").on(table.createdAt),
    index("form_submissions_waiting_index")
      .on(table.formId, table.createdAt)
      .where(
        sql`email_confirmed_at IS NULL AND phone_confirmed_at IS NULL AND (email_asked_at IS NOT NULL OR phone_asked_at IS NOT NULL)`,
      ),
    index("form_submissions_unlinked_index").on(table.createdAt).where(sql`person_id IS NULL`),
    index("form_submissions_texted_index").on(table.phoneAskedAt).where(sql`phone_asked_at IS NOT NULL`),
    index("form_submissions_person_index").on(table.personId),
    index("form_submissions_email_index").on(table.email).where(sql`email_asked_at IS NOT NULL`),
    index("form_submissions_phone_index").on(table.phone).where(sql`phone_asked_at IS NOT NULL`),
  ],
);
