import { sql } from "drizzle-orm";
import type { PersonCall, PersonFile, PersonOverview, PersonRuleRun } from "#contract/person-page.ts";
import type { CorrectedReading } from "#domain/reading/corrected-reading.ts";
import type { ModelReading } from "#domain/reading/model-reading.ts";
import type { MessageReading } from "#domain/reading/read-message.ts";
import type { Reader } from "#server/db/database.ts";
import { userNameSql } from "#server/store/conversations/user-name.ts";
import { isVisible, type RecordReach } from "./visible-people.ts";

/** Counting stops here; the tabs show no larger numbers. */
const maxCounted = 1000;
const averagedPeople = 200;
const maxReadings = 40;
const maxListed = 100;
const maxFiles = 200;

const countUpTo = (rows: ReturnType<typeof sql>) =>
  sql`(SELECT count(*)::int FROM (${rows} LIMIT ${maxCounted}) counted)`;

const ofPerson = (table: "messages" | "calls" | "rule_runs" | "timeline", personId: string) =>
  countUpTo(sql`SELECT 1 FROM ${sql.identifier(table)} WHERE person_id = ${personId}`);

type OverviewRow = PersonOverview["counts"] & { stageSince: string; stageAverage: number | null };

/** Undefined where there is no such person. */
export const readOverview = async (
  db: Reader,
  personId: string,
  reach: RecordReach | undefined,
): Promise<Omit<PersonOverview, "signals" | "location"> | undefined> => {
  const [{ rows }, { rows: kinds }] = await Promise.all([
    db.execute<OverviewRow>(sql`
      SELECT coalesce((SELECT t.created_at FROM timeline t WHERE t.person_id = p.id AND t.event_type = 'status_changed'
                        ORDER BY t.created_at DESC LIMIT 1), p.created_at) AS "stageSince",
             ${ofPerson("messages", personId)} AS messages, ${ofPerson("calls", personId)} AS calls,
             ${ofPerson("rule_runs", personId)} AS "ruleRuns", ${ofPerson("timeline", personId)} AS timeline,
             ${countUpTo(sql`SELECT 1 FROM outgoing_files WHERE person_id = ${personId} AND action_id IS NOT NULL
               UNION ALL SELECT 1 FROM events e JOIN event_files f ON f.event_id = e.id WHERE e.person_id = ${personId}`)}
               AS files,
             (SELECT avg(others.cost)::float8 FROM (
                SELECT (SELECT coalesce(sum(u.cost), 0) FROM usage u WHERE u.person_id = o.id) AS cost
                  FROM (SELECT id FROM people WHERE status = p.status AND id <> p.id AND ${isVisible("people.id", reach)}
                         ORDER BY updated_at DESC, id DESC LIMIT ${averagedPeople}) o) others) AS "stageAverage"
        FROM people p WHERE p.id = ${personId}`),
    db.execute<PersonOverview["cost"]["kinds"][number]>(sql`
      SELECT kind, count(*)::int AS count, sum(cost)::float8 AS cost FROM usage WHERE person_id = ${personId}
       GROUP BY kind HAVING sum(cost) > 0 ORDER BY sum(cost) DESC, kind`),
  ]);
  const [row] = rows;
  if (!row) return undefined;
  const { stageSince, stageAverage, ...counts } = row;
  return {
    stageSince: new Date(stageSince).toISOString(),
    counts,
    cost: { total: kinds.reduce((sum, { cost }) => sum + cost, 0), kinds, stageAverage },
  };
};

export type StoredReading = {
  eventId: string;
  at: number;
  channel: string;
  local: MessageReading;
  refined: ModelReading | null;
  refinedBy: string | null;
  corrected: CorrectedReading | null;
  correctedBy: string | null;
  /** The intent that counts: of the local reader, or of a model. */
  intent: string | null;
  text: string | null;
};

/** What the newest messages of a person said. Readings of test sends count for nothing. */
export const readReadings = async (db: Reader, personId: string): Promise<StoredReading[]> => {
  const { rows } = await db.execute<StoredReading>(sql`
    SELECT r.event_id AS "eventId", (extract(epoch FROM coalesce(t.created_at, r.created_at)) * 1000)::float8 AS at,
           r.channel, r.local,
           r.refined, r.refined_by AS "refinedBy", r.corrected, ${userNameSql("u")} AS "correctedBy", t.metadata ->> 'intent' AS intent,
           coalesce(m.text, t.description) AS text
      FROM (SELECT * FROM message_readings WHERE person_id = ${personId}
             ORDER BY created_at DESC LIMIT ${maxReadings}) r
      LEFT JOIN timeline t ON t.caused_by = r.event_id AND t.event_type = 'event_received'
                          AND t.person_id = ${personId}
      LEFT JOIN messages m ON m.id = r.event_id
      LEFT JOIN users u ON u.id = r.corrected_by
     WHERE (t.metadata ->> 'simulated') IS DISTINCT FROM 'true'
     ORDER BY coalesce(t.created_at, r.created_at) DESC, r.event_id`);
  return rows;
};

export const listCallsOfPerson = async (db: Reader, personId: string): Promise<PersonCall[]> => {
  const { rows } = await db.execute<PersonCall>(sql`
    SELECT c.id, c.type, c.status, c.outcome, c.duration AS "durationSeconds", c.summary,
           coalesce(jsonb_typeof(c.metadata -> 'audioBase64') = 'string', c.recording_url IS NOT NULL) AS "hasRecording", s.name AS script, c.created_at AS at
      FROM calls c LEFT JOIN scripts s ON s.id = c.script_id
     WHERE c.person_id = ${personId} ORDER BY c.created_at DESC, c.id DESC LIMIT ${maxListed}`);
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
};

export const listRuleRunsOfPerson = async (db: Reader, personId: string): Promise<PersonRuleRun[]> => {
  const { rows } = await db.execute<PersonRuleRun>(sql`
    SELECT r.id, r.rule_id AS "ruleId", rules.name AS "ruleName", r.version, r.fired, r.why,
           r.created_at AS "createdAt",
           coalesce((SELECT jsonb_agg(jsonb_build_object('id', a.id, 'channel', a.type, 'status', a.status,
                              'reasons', coalesce(a.reasons, '[]')) ORDER BY a.id)
                       FROM actions a WHERE a.rule_run_id = r.id), '[]') AS actions
      FROM (SELECT * FROM rule_runs WHERE person_id = ${personId}
             ORDER BY created_at DESC, id DESC LIMIT ${maxListed}) r
      LEFT JOIN rules ON rules.id = r.rule_id
     ORDER BY r.created_at DESC, r.id DESC`);
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }));
};

/** Files that came with events, and those that went out with messages. */
export const listFilesOfPerson = async (db: Reader, personId: string): Promise<PersonFile[]> => {
  const { rows } = await db.execute<Omit<PersonFile, "filename"> & { filename: string | null }>(sql`
    SELECT f.id, f.filename, f.content_type AS "contentType", f.size, 'in' AS direction, e.created_at AS at
      FROM events e JOIN event_files f ON f.event_id = e.id WHERE e.person_id = ${personId}
     UNION ALL
    SELECT id, filename, content_type, size, 'out', created_at FROM outgoing_files
     WHERE person_id = ${personId} AND action_id IS NOT NULL
     ORDER BY at DESC, id LIMIT ${maxFiles}`);
  return rows.map((row) => ({
    ...row,
    filename: row.filename ?? row.contentType,
    at: new Date(row.at).toISOString(),
  }));
};
