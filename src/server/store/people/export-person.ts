import { sql } from "drizzle-orm";
import type { Reader } from "#server/db/database.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";

type Rows = Record<string, unknown>[];

/** Everything stored about a person, by kind, and the contents of files and recordings. */
export type PersonExport = {
  data: Record<string, Rows>;
  files: { name: string; content: Buffer }[];
};

const selectOf: Record<string, (id: string) => ReturnType<typeof sql>> = {
  person: (id) => sql`SELECT * FROM people WHERE id = ${id}`,
  profile: (id) => sql`SELECT * FROM ai_profiles WHERE person_id = ${id}`,
  summary: (id) => sql`SELECT * FROM person_summaries WHERE person_id = ${id}`,
  timeline: (id) => sql`SELECT * FROM timeline WHERE person_id = ${id} ORDER BY id`,
  messages: (id) => sql`SELECT * FROM actions WHERE person_id = ${id} ORDER BY id`,
  receipts: (id) => sql`
    SELECT r.* FROM delivery_receipts r JOIN actions a ON a.id = r.action_id WHERE a.person_id = ${id} ORDER BY r.id`,
  calls: (id) => sql`
    SELECT id, type, phone_number, duration, status, outcome, recording_url, transcript_url,
           language, handoff_reason, handoff_note, end_reason, summary, facts, answered_at, ended_at,
           metadata - 'audioBase64' AS metadata, created_at FROM calls WHERE person_id = ${id} ORDER BY id`,
  callTurns: (id) => sql`
    SELECT t.* FROM call_turns t JOIN calls c ON c.id = t.call_id WHERE c.person_id = ${id} ORDER BY t.call_id, t.at_ms, t.id`,
  agentTurns: (id) => sql`
    SELECT t.* FROM agent_turns t LEFT JOIN calls c ON c.id = t.call_id
     WHERE t.person_id = ${id} OR c.person_id = ${id} ORDER BY t.id`,
  requests: (id) => sql`SELECT * FROM person_requests WHERE person_id = ${id} ORDER BY id`,
  unansweredQuestions: (id) => sql`SELECT * FROM unanswered_questions WHERE person_id = ${id} ORDER BY id`,
  consents: (id) => sql`SELECT * FROM consent_records WHERE person_id = ${id} ORDER BY id`,
  conversations: (id) => sql`SELECT * FROM conversations WHERE person_id = ${id}`,
  reviews: (id) => sql`SELECT * FROM reviews WHERE person_id = ${id} ORDER BY id`,
  ruleRuns: (id) => sql`
    SELECT run.*, r.name AS rule FROM rule_runs run LEFT JOIN rules r ON r.id = run.rule_id
     WHERE run.person_id = ${id} ORDER BY run.id`,
  events: (id) => sql`SELECT * FROM events WHERE person_id = ${id} ORDER BY id`,
  readings: (id) => sql`SELECT * FROM message_readings WHERE person_id = ${id} ORDER BY event_id`,
  moments: (id) => sql`SELECT * FROM score_snapshots WHERE person_id = ${id} ORDER BY taken_at`,
  costs: (id) => sql`SELECT * FROM usage WHERE person_id = ${id} ORDER BY id`,
  changes: (id) => sql`
    SELECT created_at, description, metadata FROM audit_logs
     WHERE entity_type = 'person' AND entity_id = ${id} ORDER BY seq`,
};

/** A name for a file in the archive: no folders, no control characters. */
const safeName = (name: string): string => name.replaceAll(/[^\p{L}\d._ -]+/gu, "_").slice(-120);

const readFiles = async (db: Reader, id: string): Promise<PersonExport["files"]> => {
  const { rows: attachments } = await db.execute<{
    id: string;
    filename: string | null;
    content: Buffer;
  }>(sql`
    SELECT f.id, f.filename, b.content FROM event_files f JOIN blobs b USING (sha256)
      JOIN events e ON e.id = f.event_id WHERE e.person_id = ${id} ORDER BY f.id`);
  const { rows: recordings } = await db.execute<{ id: string; audio: string }>(sql`
    SELECT id, metadata ->> 'audioBase64' AS audio FROM calls
     WHERE person_id = ${id} AND metadata ->> 'audioBase64' IS NOT NULL ORDER BY id`);
  return [
    ...attachments.map(({ id: file, filename, content }) => ({
      name: `files/${file}-${safeName(filename ?? "attachment")}`,
      content,
    })),
    ...recordings.map(({ id: call, audio }) => ({
      name: `recordings/${call}.mp3`,
      content: Buffer.from(audio, "base64"),
    })),
  ];
};

/** Undefined when there is no such person. */
export const exportPerson = async (
  db: Reader,
  id: string,
  hash: AddressHash,
): Promise<PersonExport | undefined> => {
  const data: Record<string, Rows> = {};
  for (const [kind, select] of Object.entries(selectOf)) data[kind] = (await db.execute(select(id))).rows;
  const [person] = data.person ?? [];
  if (!person) return undefined;
  // The search column repeats other columns.
  delete person.search;
  const addresses = [person.email, person.phone].filter((address) => typeof address === "string");
  const { rows: optOuts } = await db.execute<Record<string, unknown>>(sql`
    SELECT scope, state, source, reason, created_at FROM suppressions
     WHERE address_hash = ANY(${sql.param(addresses.map(hash))}::bytea[]) ORDER BY id`);
  return { data: { ...data, optOuts }, files: await readFiles(db, id) };
};
