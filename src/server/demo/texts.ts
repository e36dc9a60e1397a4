import { sql } from "drizzle-orm";
import type { Channel } from "#domain/channels/channel.ts";
import { demoTemplates } from "#domain/messages/seed-templates/demo.ts";
import { answerSeeds, templateSeeds } from "#domain/messages/seed-templates.ts";
import { countSegments } from "#domain/messages/segments.ts";
import { renderTemplate } from "#domain/messages/template.ts";
import type { Tx } from "#server/db/database.ts";

/** Replaced by the values of the event; both have the length of a value. */
const dateMark = "YYYY-MM-DD";
const timeMark = "HH:MM";
export const appointmentMarks = { date: dateMark, time: timeMark } as const;

const usedTemplates: readonly (readonly [Channel, string])[] = [
  ["sms", "high_intent"],
  ["sms", "appointment_reminder"],
  ["sms", "opt_out_confirmation"],
  ["whatsapp", "quote_ready"],
  ["voice_agent", "welcome_call"],
  ["call", "win_back"],
  ["email", "welcome"],
];

/** Creates the temporary table of message texts, as the templates render them for each first name. */
export const planTexts = async (tx: Tx, company: string): Promise<void> => {
  const { rows: names } = await tx.execute<{ name: string; language: string }>(
    sql`SELECT DISTINCT first_name AS name, language FROM demo_people`,
  );
  const seeds = [...templateSeeds, ...answerSeeds, ...demoTemplates];
  const texts = usedTemplates.flatMap(([type, template]) =>
    names.flatMap(({ name, language }) => {
      const seed = seeds.find(
        (one) => one.channel === type && one.name === template && one.language === language,
      );
      if (!seed) throw new Error(`the template ${template} is missing`);
      const values = {
        company_name: company,
        first_name: name,
        appointment_date: dateMark,
        appointment_time: timeMark,
      };
      const { text } = renderTemplate(seed.body, values);
      const subject = seed.subject === null ? null : renderTemplate(seed.subject, values).text;
      return [{ type, template, language, name, text, subject, segments: countSegments(text).segments }];
    }),
  );
  await tx.execute(sql`
    CREATE TEMP TABLE demo_texts ON COMMIT DROP AS
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) AS row (
      type text, template text, language text, name text, text text, subject text, segments int)`);
  await tx.execute(sql`ANALYZE demo_texts`);
};
