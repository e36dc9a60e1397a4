import { sql } from "drizzle-orm";
import * as z from "zod";
import { renderForPerson } from "./post-to-chat.ts";
import { done, type WorkHandler, workspaceLanguage } from "./work-context.ts";

const payload = z.object({
  source: z.enum(["rule", "user"]),
  /** The name of the rule, or of the user who pressed the button. */
  by: z.string(),
  note: z.string(),
});

/** Starts a workflow with a person as they are when it leaves. */
export const sendTrigger: WorkHandler = async (work, { vendor, run }, context) => {
  const { automation } = vendor;
  const { database, origin } = context;
  const { source, by, note } = payload.parse(work.payload);
  if (!automation || work.personId === null) return done;
  const { rows } = await database.db.execute<{ person: Record<string, unknown>; at: string }>(sql`
    SELECT webhook_person(p) AS person, webhook_time(w.created_at) AS at
      FROM people p, integration_work w WHERE p.id = ${work.personId} AND w.id = ${work.id}`);
  const [row] = rows;
  if (!row) return done;
  // Only the text of a rule has placeholders; in the words of a user they would be data.
  const text =
    source === "rule"
      ? await renderForPerson(context, note, work.personId, await workspaceLanguage(context))
      : note;
  const result = await run(automation.trigger, {
    id: work.id,
    type: "faro.trigger",
    timestamp: row.at,
    source,
    by,
    note: text,
    person: row.person,
    link: origin === null ? null : `${origin}/people/${work.personId}`,
  });
  return result.ok ? done : { kind: "failed", error: result.error };
};
