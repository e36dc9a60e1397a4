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
  location: (id) => sql`
    SELECT latitude, longitude, precision, area_code, provider, geocoded_at FROM person_locations WHERE person_id = ${id}`,
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
  links: (id) => sql`
    SELECT k.target, k.channel, k.clicks, k.first_clicked_at, k.last_clicked_at, k.created_at
      FROM short_links k JOIN actions a ON a.id = k.action_id WHERE a.person_id = ${id} ORDER BY k.created_at, k.code`,
  requests: (id) => sql`SELECT * FROM person_requests WHERE person_id = ${id} ORDER BY id`,
  unansweredQuestions: (id) => sql`SELECT * FROM unanswered_questions WHERE person_id = ${id} ORDER BY id`,
  consents: (id) => sql`SELECT * FROM consent_records WHERE person_id = ${id} ORDER BY id`,
  forms: (id) => sql`
    SELECT f.name, s.email, s.phone, s.evidence, s.email_confirmed_at, s.phone_confirmed_at, s.created_at
      FROM form_submissions s JOIN lead_forms f ON f.id = s.form_id WHERE s.person_id = ${id} ORDER BY s.id`,
  conversations: (id) => sql`SELECT * FROM conversations WHERE person_id = ${id}`,
  reviews: (id) => sql`SELECT * FROM reviews WHERE person_id = ${id} ORDER BY id`,
  ruleRuns: (id) => sql`
    SELECT run.*, r.name AS rule FROM rule_runs run LEFT JOIN rules r ON r.id = run.rule_id
     WHERE run.person_id = ${id} ORDER BY run.id`,
  sequenceRuns: (id) => sql`SELECT * FROM sequence_runs WHERE person_id = ${id} ORDER BY id`,
  sequenceSteps: (id) => sql`
    SELECT s.* FROM sequence_steps s JOIN sequence_runs r ON r.id = s.run_id
     WHERE r.person_id = ${id} ORDER BY s.run_id, s.position`,
  broadcasts: (id) => sql`
    SELECT r.name, b.ruling, b.until, b.reasons, b.channel, b.address FROM broadcast_people b
      JOIN rules r ON r.id = b.broadcast_id WHERE b.person_id = ${id} ORDER BY b.run_id`,
  events: (id) => sql`SELECT * FROM events WHERE person_id = ${id} ORDER BY id`,
  readings: (id) => sql`SELECT * FROM message_readings WHERE person_id = ${id} ORDER BY event_id`,
  moments: (id) => sql`SELECT * FROM score_snapshots WHERE person_id = ${id} ORDER BY taken_at`,
  addresses: (id) => sql`
    SELECT kind, value, is_primary, state, label, last_inbound_at, created_at FROM person_addresses
     WHERE person_id = ${id} ORDER BY id`,
  thread: (id) => sql`SELECT * FROM threads WHERE person_id = ${id}`,
  episodes: (id) => sql`SELECT * FROM episodes WHERE person_id = ${id} ORDER BY id`,
  notes: (id) => sql`SELECT * FROM notes WHERE person_id = ${id} ORDER BY id`,
  tasks: (id) => sql`SELECT * FROM tasks WHERE person_id = ${id} ORDER BY id`,
  drafts: (id) => sql`SELECT channel, subject, text, updated_at FROM drafts WHERE person_id = ${id}`,
  approvals: (id) => sql`
    SELECT kind, state, token_name, content, reason, cost, created_at, decided_at FROM approvals
     WHERE person_id = ${id} ORDER BY id`,
  suggestions: (id) => sql`SELECT * FROM reply_suggestions WHERE person_id = ${id} ORDER BY id`,
  merges: (id) =>
    sql`SELECT id, merged_at, "row", addresses FROM merged_people WHERE survivor_id = ${id} ORDER BY id`,
  imports: (id) => sql`
    SELECT r.line, r.raw, r.before, r.after, b.name, b.created_at FROM batch_rows r JOIN batches b ON b.id = r.batch_id
     WHERE r.person_id = ${id} ORDER BY b.id, r.line`,
  webhooks: (id) => sql`
    SELECT e.id, e.type, e.created_at, e.data, s.name AS subscription, d.state, d.ended_at
      FROM webhook_events e LEFT JOIN webhook_deliveries d ON d.event_id = e.id
      LEFT JOIN webhook_subscriptions s ON s.id = d.subscription_id WHERE e.person_id = ${id} ORDER BY e.seq`,
  syncs: (id) => sql`
    SELECT service, remote_id, "values", created_at FROM sync_links WHERE person_id = ${id} ORDER BY service`,
  syncChanges: (id) => sql`
    SELECT service, way, kind, state, before, after, created_at FROM sync_changes WHERE person_id = ${id} ORDER BY id`,
  externalTasks: (id) => sql`
    SELECT service, title, made_by, state, external_id, url, completed_at, created_at FROM external_tasks
     WHERE person_id = ${id} ORDER BY id`,
  chatThreads: (id) => sql`
    SELECT service, channel, thread_id, created_at FROM chat_threads WHERE person_id = ${id} ORDER BY id`,
  integrationWork: (id) => sql`
    SELECT service, kind, payload, state, created_at FROM integration_work WHERE person_id = ${id} ORDER BY id`,
  costs: (id) => sql`SELECT * FROM usage WHERE person_id = ${id} ORDER BY id`,
  changes: (id) => sql`
    SELECT created_at, description, details, metadata FROM audit_logs
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
      JOIN events e ON e.id = f.event_id WHERE e.person_id = ${id}
    UNION ALL
    SELECT f.id, f.filename, b.content FROM outgoing_files f JOIN blobs b USING (sha256)
     WHERE f.person_id = ${id} AND f.action_id IS NOT NULL ORDER BY id`);
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
  const addresses = (data.addresses ?? []).map(({ value }) => String(value));
  const { rows: optOuts } = await db.execute<Record<string, unknown>>(sql`
    SELECT scope, state, source, reason, created_at FROM suppressions
     WHERE address_hash = ANY(${sql.param(addresses.map(hash))}::bytea[]) ORDER BY id`);
  return { data: { ...data, optOuts }, files: await readFiles(db, id) };
};
