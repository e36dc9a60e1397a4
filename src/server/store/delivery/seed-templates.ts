import { sql } from "drizzle-orm";
import { answerSeeds, templateSeeds as seeds } from "#domain/messages/seed-templates.ts";
import type { Db } from "#server/db/database.ts";

/** A new workspace begins with templates that can be used as they are; what somebody deletes stays deleted. */
export const seedTemplates = async (db: Db): Promise<void> => {
  const rows = [...seeds, ...answerSeeds].map(({ name, channel, language, subject, body }) => ({
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
