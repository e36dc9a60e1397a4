import { sql } from "drizzle-orm";
import { demoTemplates } from "#domain/messages/seed-templates/demo.ts";
import type { Tx } from "#server/db/database.ts";
import { messageTemplates } from "#server/db/schema/delivery.ts";

/** The templates of the demo rules. The WhatsApp simulator has approved all of them under their own names. */
export const insertDemoTemplates = async (tx: Tx): Promise<void> => {
  await tx
    .insert(messageTemplates)
    .values(demoTemplates.map((template) => ({ ...template })))
    .onConflictDoNothing();
  await tx.execute(sql`UPDATE message_templates SET approved_name = name WHERE channel = 'whatsapp'`);
};

/** Removes the templates that were not edited, and the simulator's approval. */
export const removeDemoTemplates = async (tx: Tx): Promise<void> => {
  const rows = demoTemplates.map(({ name, channel, language, body }) => ({ name, channel, language, body }));
  await tx.execute(sql`
    DELETE FROM message_templates t USING jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (
             name text, channel text, language text, body text)
     WHERE (t.name, t.channel, t.language, t.body) = (row.name, row.channel, row.language, row.body)`);
  await tx.execute(sql`
    UPDATE message_templates SET approved_name = NULL WHERE channel = 'whatsapp' AND approved_name = name`);
};
