import { sql } from "drizzle-orm";
import type { MessageTemplateRecord, TemplateVersion } from "#contract/templates.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { userRefSql } from "#server/store/conversations/user-name.ts";

const maxVersions = 50;

type VersionedTemplate = Pick<MessageTemplateRecord, "id" | "version" | "subject" | "body" | "design">;

const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

/** Keeps the words as they were saved; those of a seed have no user. Versions beyond the newest 50 are deleted. */
export const keepVersion = async (
  tx: Tx,
  { id, version, subject, body, design }: VersionedTemplate,
  userId: string | null,
): Promise<void> => {
  await tx.execute(sql`
    INSERT INTO template_versions (template_id, version, subject, body, design, saved_by)
    VALUES (${id}, ${version}, ${subject}, ${body}, ${json(design)}::jsonb, ${userId})
    ON CONFLICT DO NOTHING`);
  await tx.execute(sql`
    DELETE FROM template_versions WHERE template_id = ${id} AND version <= ${version - maxVersions}`);
};

export const listTemplateVersions = async (db: Reader, templateId: string): Promise<TemplateVersion[]> => {
  const { rows } = await db.execute<Omit<TemplateVersion, "createdAt"> & { createdAt: Date }>(sql`
    SELECT v.version, v.subject, v.body, v.design, ${userRefSql("u")} AS "savedBy", v.created_at AS "createdAt"
      FROM template_versions v LEFT JOIN users u ON u.id = v.saved_by
     WHERE v.template_id = ${templateId} ORDER BY v.version DESC LIMIT ${maxVersions}`);
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }));
};

export const findTemplateVersion = async (
  db: Reader,
  templateId: string,
  version: number,
): Promise<Pick<TemplateVersion, "subject" | "body" | "design"> | undefined> => {
  const { rows } = await db.execute<Pick<TemplateVersion, "subject" | "body" | "design">>(sql`
    SELECT subject, body, design FROM template_versions
     WHERE template_id = ${templateId} AND version = ${version}`);
  return rows[0];
};
