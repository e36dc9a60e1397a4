import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { activityRows, type Calendar, planTimeSlices } from "./calendar.ts";
import { demoConversations } from "./conversations.ts";
import { figures } from "./figures.ts";
import { randomPersonAt } from "./people.ts";
import { adjustToAverage, generatedId, numberLiteral, pickWeighted, randomUnit } from "./sql-expressions.ts";

const n = sql`n`;
const { calls } = figures;

const types = [
  ["ai_agent", 58],
  ["outbound", 18],
  ["inbound", 14],
  ["live_agent", 10],
] as const;
const goodOutcomes = [
  ["interested", 31],
  ["follow_up", 24],
  ["converted", 11],
] as const;

/** The turns of the conversation that matches the outcome of the call. */
const transcriptExpression = (language: "en" | "es"): SQL => {
  const [visit, handoff, refusal] = demoConversations.filter(
    (conversation) => conversation.language === language,
  );
  const turns = (conversation: typeof visit) => sql`${JSON.stringify(conversation?.turns ?? [])}`;
  return sql`CASE WHEN outcome = 'not_interested' THEN ${turns(refusal)} WHEN handoff THEN ${turns(handoff)} ELSE ${turns(visit)} END`;
};

export const insertDemoCalls = async (tx: Tx, calendar: Calendar): Promise<void> => {
  const recording = await readFile(join(import.meta.dirname, "recording.mp3"), "base64");
  const slices = planTimeSlices(calendar, {
    today: { count: calls.today },
    day: (growth) => ({ count: Math.round(8 + 74 * growth ** 1.3) }),
    officeHours: true,
  });
  const day = sql`PARTITION BY is_today`;
  const length = adjustToAverage(sql`rough`, calls.averageSeconds, day, randomUnit(n, 90));
  await tx.execute(sql`
    INSERT INTO calls (id, person_id, type, phone_number, duration, status, outcome, metadata, created_at)
    WITH planned AS (
      SELECT n, at, is_today, ${pickWeighted(types, n, 91)} AS type, ${randomPersonAt(sql`at`, n, 92)} AS person,
             round(38 + 420 * power(${randomUnit(n, 93)}, 1.28))::int AS rough
        FROM ${activityRows(slices)} activities
    ), ranked AS (
      SELECT *, CASE WHEN is_today THEN ${length} ELSE rough END AS duration,
             CASE WHEN is_today THEN row_number() OVER (${day} ORDER BY ${randomUnit(n, 94)}) <= ${numberLiteral(calls.successes)}
                  ELSE ${randomUnit(n, 94)} < 0.71 END AS good
        FROM planned
    ), ended AS (
      SELECT *, CASE WHEN good THEN ${pickWeighted(goodOutcomes, n, 96)} ELSE 'not_interested' END AS outcome,
             type = 'ai_agent' AND row_number() OVER (${day} ORDER BY type = 'ai_agent' DESC, good DESC, ${randomUnit(n, 95)})
               <= CASE WHEN is_today THEN ${numberLiteral(calls.handoffs)} ELSE 700 END AS handoff
        FROM ranked
    ), detailed AS (
      SELECT ended.n, at, ended.type, duration, outcome, handoff, is_today, people.id AS person_id, people.phone, people.first_name, people.language
        FROM ended
        JOIN demo_people candidate ON candidate.n = ended.person
        JOIN demo_people people ON people.n = candidate.call_n
    )
    SELECT ${generatedId("call", n, sql`at`)}, person_id, type, phone, duration, 'completed', outcome,
           jsonb_build_object('handoff', handoff, 'language', language)
             || CASE WHEN is_today AND type = 'ai_agent' THEN jsonb_build_object('turns', replace(
                  CASE language WHEN 'es' THEN ${transcriptExpression("es")} ELSE ${transcriptExpression("en")} END, '{name}', first_name)::jsonb) ELSE '{}' END
             || CASE WHEN is_today AND type = 'ai_agent' AND language = 'en'
                  THEN jsonb_build_object('audioBase64', ${recording}::text, 'audioType', 'audio/mpeg') ELSE '{}' END,
           at
      FROM detailed ORDER BY n`);
};
