import { and, asc, eq, getTableColumns, inArray, isNotNull, sql } from "drizzle-orm";
import type { MessageTemplateRecord, TemplateInput } from "#contract/templates.ts";
import { answerSeeds, templateSeeds } from "#domain/messages/seed-templates.ts";
import type { TemplateReviewState } from "#domain/messages/template-approval.ts";
import type { TemplateCategory } from "#domain/messages/template-category.ts";
import { titleOfName } from "#domain/messages/template-title.ts";
import type { Db, Reader, Tx } from "#server/db/database.ts";
import { messageTemplates } from "#server/db/schema/delivery.ts";
import { scripts } from "#server/db/schema/voice.ts";
import { userNameSql } from "#server/store/conversations/user-name.ts";

type Row = typeof messageTemplates.$inferSelect & { draftAuthor?: string | null };

/** With the name of the author of the draft. */
const columns = {
  ...getTableColumns(messageTemplates),
  draftAuthor: sql<
    string | null
  >`(SELECT ${userNameSql("u")} FROM users u WHERE u.id = message_templates.draft_by)`,
};

const present = (row: Row): MessageTemplateRecord => ({
  id: row.id,
  name: row.name,
  title: row.title ?? titleOfName(row.name),
  channel: row.channel as MessageTemplateRecord["channel"],
  language: row.language as MessageTemplateRecord["language"],
  subject: row.subject,
  body: row.body,
  design: row.design,
  version: row.version,
  approvedName: row.approvedName,
  category: row.category,
  approval: row.approval && {
    state: row.approval,
    reason: row.approvalReason,
    body: row.submittedBody ?? row.body,
  },
  draft: row.draft &&
    row.draftAt && {
      ...row.draft,
      savedBy: row.draftAuthor ?? null,
      savedAt: row.draftAt.toISOString(),
    },
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const listTemplates = async (db: Reader): Promise<MessageTemplateRecord[]> =>
  (
    await db
      .select(columns)
      .from(messageTemplates)
      .orderBy(asc(messageTemplates.name), asc(messageTemplates.channel), asc(messageTemplates.language))
  ).map(present);

/** Templates, and scripts as templates of calls, each under its name and its use case. */
export const listTemplateTexts = async (db: Reader): Promise<MessageTemplateRecord[]> => {
  const callScripts = await db
    .select()
    .from(scripts)
    .where(and(eq(scripts.enabled, true), inArray(scripts.language, ["en", "es"])))
    .orderBy(asc(scripts.name));
  const callTemplates = callScripts.flatMap(
    ({ id, name, useCase, language, content, createdAt, updatedAt }) =>
      [name, useCase].map((templateName) => ({
        id,
        name: templateName,
        title: templateName,
        channel: "call" as const,
        language: language as MessageTemplateRecord["language"],
        subject: null,
        body: content,
        design: null,
        version: 1,
        approval: null,
        draft: null,
        approvedName: null,
        category: "marketing" as const,
        createdAt: createdAt.toISOString(),
        updatedAt: updatedAt.toISOString(),
      })),
  );
  return [...(await listTemplates(db)), ...callTemplates];
};

export const insertTemplate = async (
  tx: Tx,
  input: TemplateInput,
): Promise<MessageTemplateRecord | undefined> => {
  // Another channel or language of a name has its title already.
  const title =
    input.title ??
    sql`(SELECT max(known.title) FROM message_templates known WHERE known.name = ${input.name})`;
  const [row] = await tx
    .insert(messageTemplates)
    .values({ ...input, title })
    .onConflictDoNothing()
    .returning();
  if (row && input.title !== null) await setTitle(tx, input.name, input.title);
  return row && present(row);
};

/** Of all channels and languages of a name. */
const setTitle = async (tx: Tx, name: string, title: string): Promise<void> => {
  await tx.execute(sql`
    UPDATE message_templates SET title = ${title} WHERE name = ${name} AND title IS DISTINCT FROM ${title}`);
};

export const findTemplateById = async (
  db: Reader,
  id: string,
): Promise<MessageTemplateRecord | undefined> => {
  const [row] = await db.select(columns).from(messageTemplates).where(eq(messageTemplates.id, id));
  return row && present(row);
};

/** The template, whose row stays locked until the transaction ends. */
export const lockTemplate = async (tx: Tx, id: string): Promise<MessageTemplateRecord | undefined> => {
  const [row] = await tx.select().from(messageTemplates).where(eq(messageTemplates.id, id)).for("update");
  return row && present(row);
};

const nextUpdatedAt = sql`greatest(date_trunc('milliseconds', clock_timestamp()), message_templates.updated_at + interval '1 millisecond')`;

export const updateTemplate = async (
  tx: Tx,
  id: string,
  {
    title,
    endsDraft,
    ...change
  }: Omit<TemplateInput, "title"> & { version: number; title: string | undefined; endsDraft: boolean },
): Promise<MessageTemplateRecord | undefined> => {
  if (title !== undefined) await setTitle(tx, change.name, title);
  const [row] = await tx
    .update(messageTemplates)
    .set({
      ...change,
      ...(title === undefined ? {} : { title }),
      ...(endsDraft ? { draft: null, draftBy: null, draftAt: null } : {}),
      updatedAt: nextUpdatedAt,
    })
    .where(eq(messageTemplates.id, id))
    .returning();
  return row && present(row);
};

/** Words beside those in use; null discards them. What messages say does not change, and neither does `updatedAt`. */
export const saveTemplateDraft = async (
  tx: Tx,
  id: string,
  draft: Pick<TemplateInput, "subject" | "body" | "design"> | null,
  userId: string | null,
): Promise<void> => {
  const draftAt =
    draft &&
    sql`greatest(date_trunc('milliseconds', clock_timestamp()), draft_at + interval '1 millisecond')`;
  await tx
    .update(messageTemplates)
    .set({ draft, draftBy: draft && userId, draftAt })
    .where(eq(messageTemplates.id, id));
};

export const deleteTemplate = (tx: Tx, id: string) =>
  tx.delete(messageTemplates).where(eq(messageTemplates.id, id));

/** Whether another template has this name, channel and language. */
export const isTemplateNameUsed = async (
  tx: Tx,
  { name, channel, language }: Pick<TemplateInput, "name" | "channel" | "language">,
  exceptId: string,
): Promise<boolean> => {
  const rows = await tx
    .select({ id: messageTemplates.id })
    .from(messageTemplates)
    .where(
      and(
        eq(messageTemplates.name, name),
        eq(messageTemplates.channel, channel),
        eq(messageTemplates.language, language),
      ),
    );
  return rows.some(({ id }) => id !== exceptId);
};

/** Adds templates to a new workspace, once, so that deleted ones stay deleted. */
export const seedTemplates = async (db: Db): Promise<void> => {
  const rows = [...templateSeeds, ...answerSeeds].map(({ name, channel, language, subject, body }) => ({
    name,
    channel,
    language,
    subject: subject ?? null,
    body,
  }));
  await db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      INSERT INTO settings (category, key, value) VALUES ('templates', 'seeded', 'true') ON CONFLICT DO NOTHING`);
    if (rowCount === 0) return;
    await tx.execute(sql`
      INSERT INTO message_templates (name, channel, language, subject, body)
      SELECT name, channel, language, subject, body
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (
          name text, channel text, language text, subject text, body text)
      ON CONFLICT DO NOTHING`);
  });
};

type NamingSteps = readonly { template: string; variants?: readonly { template: string }[] | undefined }[];

const namesIn = (actions: NamingSteps): string[] =>
  actions.flatMap(({ template, variants = [] }) => [
    template,
    ...variants.map((variant) => variant.template),
  ]);

/** Whether the words of one of the templates that these steps name were changed since then, in any language. */
export const haveWordsChanged = async (db: Reader, actions: NamingSteps, since: number): Promise<boolean> => {
  const { rows } = await db.execute(sql`
    SELECT FROM template_versions v JOIN message_templates t ON t.id = v.template_id
     WHERE t.name = ANY(${sql.param(namesIn(actions))}::text[])
       AND v.created_at > to_timestamp(${since / 1000}::float8) LIMIT 1`);
  return rows.length > 0;
};

/** Whether one of the templates that these steps name was changed since then. */
export const haveTemplatesChanged = async (
  db: Reader,
  actions: NamingSteps,
  since: number,
): Promise<boolean> => {
  const { rows } = await db.execute(sql`
    SELECT FROM message_templates WHERE name = ANY(${sql.param(namesIn(actions))}::text[])
       AND updated_at > to_timestamp(${since / 1000}::float8) LIMIT 1`);
  return rows.length > 0;
};

/**
 * Notes that the words are being submitted, before the vendor is asked: it may decide before its answer is read.
 * Nothing is sent with them, nor with those before, until then.
 */
export const saveSubmission = async (
  tx: Tx,
  id: string,
  body: string,
): Promise<MessageTemplateRecord | undefined> => {
  const [row] = await tx
    .update(messageTemplates)
    .set({
      ...{ approval: "pending", approvalReason: null, approvedName: null, submittedBody: body },
      updatedAt: nextUpdatedAt,
    })
    .where(eq(messageTemplates.id, id))
    .returning();
  return row && present(row);
};

const isPending = (id: string) => and(eq(messageTemplates.id, id), eq(messageTemplates.approval, "pending"));

/** What the vendor answered to a submission, unless its decision has arrived already. */
export const saveSubmitted = async (
  tx: Tx,
  id: string,
  { vendorId, state }: { vendorId: string | null; state: TemplateReviewState },
): Promise<void> => {
  if (vendorId !== null)
    await tx.update(messageTemplates).set({ vendorTemplateId: vendorId }).where(eq(messageTemplates.id, id));
  if (state === "pending") return;
  await tx
    .update(messageTemplates)
    .set({ approval: state, ...(state === "approved" ? { approvedName: sql`name` } : {}) })
    .where(isPending(id));
};

/** The vendor did not take the words: what it had decided before is in force again. */
export const takeBackSubmission = async (
  tx: Tx,
  { id, approval, approvedName }: MessageTemplateRecord,
): Promise<void> => {
  await tx
    .update(messageTemplates)
    .set({
      approval: approval?.state ?? null,
      approvalReason: approval?.reason ?? null,
      submittedBody: approval?.body ?? null,
      approvedName,
      updatedAt: nextUpdatedAt,
    })
    .where(isPending(id));
};

export const findVendorTemplateId = async (db: Reader, id: string): Promise<string | null> => {
  const [row] = await db
    .select({ vendorTemplateId: messageTemplates.vendorTemplateId })
    .from(messageTemplates)
    .where(eq(messageTemplates.id, id));
  return row?.vendorTemplateId ?? null;
};

type Decision = {
  name: string;
  language: string;
  state: TemplateReviewState;
  reason: string | null;
  category: TemplateCategory | null;
};

/**
 * Stores what the vendor has decided. An approved template is used under its name; one that was rejected or paused is
 * not used any more. Only templates that were submitted here are changed.
 */
export const saveApproval = async (
  tx: Tx,
  { name, language, state, reason, category }: Decision,
): Promise<MessageTemplateRecord | undefined> => {
  const [row] = await tx
    .update(messageTemplates)
    .set({
      approval: state,
      approvalReason: reason,
      ...(state === "approved" ? { approvedName: name } : {}),
      ...(state === "rejected" || state === "paused" ? { approvedName: null } : {}),
      ...(category === null ? {} : { category }),
      updatedAt: nextUpdatedAt,
    })
    .where(
      and(
        eq(messageTemplates.channel, "whatsapp"),
        eq(messageTemplates.name, name),
        eq(messageTemplates.language, language),
        isNotNull(messageTemplates.approval),
      ),
    )
    .returning();
  return row && present(row);
};
