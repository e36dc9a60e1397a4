import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { type CallAnswer, interpretCall } from "#domain/voice/interpret-call.ts";
import type { Tx } from "#server/db/database.ts";
import { figures } from "./figures.ts";
import { adjustToAverage, numberLiteral, randomUnit } from "./sql-expressions.ts";

const n = sql`n`;
const { calls, actions } = figures;

/** Length of `recording.mp3` in seconds; only calls of this length have it. */
export const recordingSeconds = 7;
const hungUpToday = 3;
/** Outcomes of today's calls by the voice agent that were not handed over. */
const interestedToday = 28;

/** What people answer, by the way the call goes; the outcome follows from it. */
const courses: Readonly<Record<string, Readonly<Record<"en" | "es", readonly CallAnswer[]>>>> = {
  interested: {
    en: [{ speech: "Sure, go ahead." }, { speech: "Yes, the house is ours." }],
    es: [{ speech: "Sí, dígame." }, { speech: "Claro, la casa es mía." }],
  },
  later: {
    en: [{ speech: "I am busy, please call me back tomorrow." }],
    es: [{ speech: "Estoy ocupada, llámeme más tarde." }],
  },
  refused: {
    en: [{ speech: "I am not interested, thank you." }],
    es: [{ speech: "No me interesa, gracias." }],
  },
  handed_over: { en: [{ pressed: "1" }], es: [{ pressed: "1" }] },
  heard: { en: [], es: [] },
  hung_up: { en: [], es: [] },
};

const answerText = (answer: CallAnswer): string => ("pressed" in answer ? answer.pressed : answer.speech);

const courseRows = Object.entries(courses).flatMap(([course, byLanguage]) =>
  Object.entries(byLanguage).map(([language, answers]) => ({
    course,
    language,
    answers: answers.map(answerText),
    gathered: answers.map((answer, index) => ({ key: `answer ${index}`, ...answer })),
    ...interpretCall(answers),
  })),
);

/** Creates the temporary table of the calls behind the planned actions, before these are priced by their length. */
export const planCalls = async (tx: Tx): Promise<void> => {
  const others = actions.voice - hungUpToday;
  const average = (calls.averageSeconds * actions.voice - hungUpToday * recordingSeconds) / others;
  const group = sql`PARTITION BY is_today, course = 'hung_up'`;
  const length = adjustToAverage(sql`rough`, average, group, randomUnit(n, 90));
  await tx.execute(sql`
    CREATE TEMP TABLE demo_calls ON COMMIT DROP AS
    WITH ranked AS (
      SELECT n, type, is_today, recipient, round(38 + 420 * power(${randomUnit(n, 93)}, 1.28))::int AS rough,
             row_number() OVER (PARTITION BY is_today, type ORDER BY ${randomUnit(n, 94)}) AS rank,
             count(*) OVER (PARTITION BY is_today, type) AS of_type
        FROM demo_actions WHERE type IN ('call', 'voice_agent')
    ), gone AS (
      SELECT *, CASE WHEN type = 'call' THEN CASE WHEN is_today AND rank <= ${numberLiteral(calls.handoffs)} OR NOT is_today AND ${randomUnit(n, 95)} < 0.6 THEN 'handed_over' ELSE 'heard' END
                     WHEN is_today THEN CASE WHEN rank > of_type - ${numberLiteral(hungUpToday)} THEN 'hung_up' WHEN rank <= ${numberLiteral(interestedToday)} THEN 'interested'
                          WHEN rank <= ${numberLiteral(calls.successes - calls.handoffs)} THEN 'later' ELSE 'refused' END
                     WHEN ${randomUnit(n, 95)} < 0.55 THEN 'interested' WHEN ${randomUnit(n, 95)} < 0.78 THEN 'later' ELSE 'refused' END AS course
        FROM ranked
    )
    SELECT n, recipient, course, CASE WHEN course = 'hung_up' THEN ${numberLiteral(recordingSeconds)} WHEN is_today THEN ${length} ELSE rough END AS duration FROM gone`);
  await tx.execute(sql`ANALYZE demo_calls`);
};

/** One row for each call that was placed; the agent speaks one paragraph of its template before each answer. */
export const insertDemoCalls = async (tx: Tx): Promise<void> => {
  const recording = await readFile(join(import.meta.dirname, "recording.mp3"), "base64");
  await tx.execute(sql`
    WITH inserted AS (
    INSERT INTO calls (id, person_id, type, phone_number, duration, status, outcome, language, owner, handoff_reason, handoff_at, answered_at, ended_at, metadata, created_at)
    SELECT s.id, s.person_id, CASE s.type WHEN 'voice_agent' THEN 'ai_agent' ELSE 'outbound' END, s."to", c.duration, 'completed', course.outcome, s.language, CASE s.type WHEN 'voice_agent' THEN 'agent' END,
           CASE WHEN course.handoff THEN 'asked' END, CASE WHEN course.handoff THEN s.executed_at + make_interval(secs => c.duration) END,
           s.executed_at, s.executed_at + make_interval(secs => c.duration),
           jsonb_build_object('messenger', s.messenger)
             || CASE WHEN jsonb_array_length(course.gathered) > 0 THEN jsonb_build_object('gathered', course.gathered) ELSE '{}' END
             || CASE WHEN c.course = 'hung_up' THEN jsonb_build_object('audioBase64', ${recording}::text, 'audioType', 'audio/mpeg') ELSE '{}' END,
           s.executed_at
      FROM demo_sends s JOIN demo_calls c USING (n)
      JOIN jsonb_to_recordset(${JSON.stringify(courseRows)}::jsonb) AS course (course text, language text, answers jsonb, gathered jsonb, outcome text, handoff boolean)
        ON course.course = c.course AND course.language = s.language
     ORDER BY s.executed_at RETURNING id)
    INSERT INTO call_turns (call_id, key, speaker, text, at_ms, language, created_at)
    SELECT i.id, line.speaker || ' ' || line.position, line.speaker, line.words, floor((line.turn - 1) * c.duration * 1000.0 / line.turns)::int,
           s.language, s.executed_at
      FROM inserted i JOIN demo_sends s USING (id) JOIN demo_calls c USING (n)
      JOIN jsonb_to_recordset(${JSON.stringify(courseRows)}::jsonb) AS course (course text, language text, answers jsonb, outcome text)
        ON course.course = c.course AND course.language = s.language
     CROSS JOIN LATERAL (
       SELECT *, row_number() OVER (ORDER BY position, speaker) AS turn, count(*) OVER () AS turns FROM (
         SELECT 'agent' AS speaker, paragraph AS words, position FROM string_to_table(s.text, E'\\n\\n') WITH ORDINALITY AS p (paragraph, position)
          WHERE position <= greatest(1, jsonb_array_length(course.answers) + (course.outcome = 'interested')::int)
         UNION ALL
         SELECT 'customer', answer, position FROM jsonb_array_elements_text(course.answers) WITH ORDINALITY AS a (answer, position)) lines
     ) line
     ORDER BY s.executed_at, line.turn`);
};
