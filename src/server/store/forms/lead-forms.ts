import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { LeadForm } from "#contract/forms.ts";
import { formMapping, type LeadFormInput } from "#domain/forms/lead-form.ts";
import { confirmationDays } from "#domain/forms/submission-evidence.ts";
import { seedDescriptions } from "#domain/seed-descriptions.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { formConsentVersions, formCounts, leadForms } from "#server/db/schema/forms.ts";
import { endpoints } from "#server/db/schema/ingestion.ts";

export type StoredForm = typeof leadForms.$inferSelect;

/** A stored form in the shape in which it is edited. */
export const toFormInput = ({ texts, ...form }: StoredForm): LeadFormInput => ({
  name: form.name,
  slug: form.slug,
  active: form.active,
  fields: form.fields,
  ...texts,
  consents: form.consents,
  origins: form.origins,
  tags: form.tags,
});

const toColumns = ({ title, intro, button, thanks, ...rest }: LeadFormInput) => ({
  ...rest,
  texts: { title, intro, button, thanks },
});

/** The marker of the product's own endpoints, to which no sender outside has access. */
const systemKey = (formId: string): string => `form:${formId}`;

export const listForms = async (db: Reader, id?: string): Promise<LeadForm[]> => {
  const rows = await db
    .select({
      form: leadForms,
      submissions: formCounts.submissions,
      confirmed: formCounts.confirmed,
      lastAt: formCounts.lastAt,
      // Those whose link is still valid, which one index holds.
      waiting: sql<number>`(SELECT count(*)::int FROM form_submissions s WHERE s.form_id = lead_forms.id
        AND s.created_at > now() - make_interval(days => ${confirmationDays})
        AND s.email_confirmed_at IS NULL AND s.phone_confirmed_at IS NULL
        AND (s.email_asked_at IS NOT NULL OR s.phone_asked_at IS NOT NULL))`,
    })
    .from(leadForms)
    .leftJoin(formCounts, eq(formCounts.formId, leadForms.id))
    .where(id === undefined ? undefined : eq(leadForms.id, id))
    .orderBy(asc(leadForms.name), asc(leadForms.id));
  return rows.map(({ form, submissions, confirmed, waiting, lastAt }) => ({
    ...toFormInput(form),
    id: form.id,
    endpointId: form.endpointId,
    consentVersion: form.consentVersion,
    counts: { submissions: submissions ?? 0, confirmed: confirmed ?? 0, waiting },
    lastSubmissionAt: lastAt?.toISOString() ?? null,
    createdAt: form.createdAt.toISOString(),
    updatedAt: form.updatedAt.toISOString(),
  }));
};

/** The wording of a version; undefined where there is no such version. */
export const findConsentVersion = async (
  db: Reader,
  form: StoredForm,
  version: number,
): Promise<LeadFormInput["consents"] | undefined> => {
  if (version === form.consentVersion) return form.consents;
  const [row] = await db
    .select({ consents: formConsentVersions.consents })
    .from(formConsentVersions)
    .where(and(eq(formConsentVersions.formId, form.id), eq(formConsentVersions.version, version)));
  return row?.consents;
};

export const findFormBySlug = async (db: Reader, slug: string): Promise<StoredForm | undefined> => {
  const [row] = await db.select().from(leadForms).where(eq(leadForms.slug, slug));
  return row;
};

export const lockForm = async (tx: Tx, id: string): Promise<StoredForm | undefined> => {
  const [row] = await tx.select().from(leadForms).where(eq(leadForms.id, id)).for("update");
  return row;
};

export const isSlugTaken = async (tx: Tx, slug: string, exceptId: string): Promise<boolean> => {
  const rows = await tx
    .select({ id: leadForms.id })
    .from(leadForms)
    .where(and(eq(leadForms.slug, slug), ne(leadForms.id, exceptId)));
  return rows.length > 0;
};

/** Stores a form with the endpoint that its submissions belong to. */
export const insertForm = async (tx: Tx, id: string, input: LeadFormInput): Promise<void> => {
  const [endpoint] = await tx
    .insert(endpoints)
    .values({
      name: input.name,
      type: "webhook",
      description: seedDescriptions.formSubmissions,
      status: "active",
      pullState: { system: systemKey(id) },
      mappingTemplate: formMapping(input.fields),
    })
    .returning({ id: endpoints.id });
  if (!endpoint) throw new Error("The endpoint was not inserted");
  await tx.insert(leadForms).values({ id, endpointId: endpoint.id, ...toColumns(input) });
  await tx.insert(formConsentVersions).values({ formId: id, version: 1, consents: input.consents });
};

export const updateForm = async (
  tx: Tx,
  before: StoredForm,
  input: LeadFormInput,
  consentVersion: number,
): Promise<void> => {
  await tx
    .update(leadForms)
    .set({
      ...toColumns(input),
      consentVersion,
      updatedAt: sql`greatest(clock_timestamp(), lead_forms.updated_at + interval '1 millisecond')`,
    })
    .where(eq(leadForms.id, before.id));
  if (consentVersion !== before.consentVersion)
    await tx
      .insert(formConsentVersions)
      .values({ formId: before.id, version: consentVersion, consents: input.consents });
  await tx
    .update(endpoints)
    .set({ name: input.name, mappingTemplate: formMapping(input.fields) })
    .where(eq(endpoints.id, before.endpointId));
};

/** The endpoint stays inactive with its events, which are a source of people, and with the mark that a form sent them. */
export const deleteForm = async (tx: Tx, { id, endpointId }: StoredForm): Promise<void> => {
  await tx.delete(leadForms).where(eq(leadForms.id, id));
  await tx
    .update(endpoints)
    .set({ status: "inactive", pullState: { system: systemKey("") } })
    .where(eq(endpoints.id, endpointId));
};
