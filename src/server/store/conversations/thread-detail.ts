import { sql } from "drizzle-orm";
import type { PersonAddress, ThreadDetail } from "#contract/threads.ts";
import { conversationMs } from "#domain/compliance/defaults.ts";
import type { Reader } from "#server/db/database.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { countedSuppressions } from "#server/store/compliance/counted-suppressions.ts";
import { listTasks } from "./tasks.ts";
import { findNewestItem } from "./thread-items.ts";
import { isoSql, listColumns, listJoins } from "./thread-list.ts";
import { userRefSql } from "./user-name.ts";

const maxEpisodes = 20;
const maxTasks = 50;

type StoredDetail = Pick<ThreadDetail, "thread" | "episodes" | "draft">;

const readThread = async (
  db: Reader,
  personId: string,
  userId: string,
): Promise<StoredDetail | undefined> => {
  const { rows } = await db.execute<StoredDetail["thread"] & Omit<StoredDetail, "thread">>(sql`
    SELECT ${listColumns(userId)}, coalesce(t.wakes_on_reply, true) AS "wakesOnReply", ${userRefSql("s")} AS "snoozedBy",
           ${userRefSql("k")} AS "takenBy", coalesce(t.muted, false) AS muted,
           (SELECT m.channel FROM messages m WHERE m.person_id = p.id AND m.direction = 'in'
             ORDER BY m.at DESC NULLS LAST, m.id DESC NULLS LAST LIMIT 1) AS "lastInboundChannel",
           (SELECT ${isoSql(`w.last_inbound_at + make_interval(secs => ${conversationMs / 1000})`)} FROM conversations w
             WHERE w.person_id = p.id AND w.channel = 'whatsapp'
               AND w.last_inbound_at > now() - make_interval(secs => ${conversationMs / 1000})) AS "whatsappUntil",
           coalesce((SELECT jsonb_agg(jsonb_build_object('id', e.id, 'openedAt', ${isoSql("e.opened_at")},
               'firstAnswerAt', ${isoSql("e.first_answer_at")}, 'closedAt', ${isoSql("e.closed_at")}, 'how', e.how) ORDER BY e.opened_at DESC)
               FROM (SELECT * FROM episodes e WHERE e.person_id = p.id ORDER BY e.opened_at DESC LIMIT ${maxEpisodes}) e), '[]') AS episodes,
           (SELECT jsonb_build_object('channel', d.channel, 'subject', d.subject, 'text', d.text, 'fileIds', to_jsonb(d.file_ids),
               'files', coalesce((SELECT jsonb_agg(jsonb_build_object('id', f.id, 'filename', f.filename,
                   'contentType', f.content_type, 'size', f.size) ORDER BY array_position(d.file_ids, f.id))
                   FROM outgoing_files f WHERE f.id = ANY(d.file_ids) AND f.person_id = p.id AND f.action_id IS NULL), '[]'),
               'updatedAt', ${isoSql("d.updated_at")}) FROM drafts d WHERE d.user_id = ${userId}::uuid AND d.person_id = p.id) AS draft
      FROM people p LEFT JOIN threads t ON t.person_id = p.id ${listJoins}
      LEFT JOIN users s ON s.id = t.snoozed_by LEFT JOIN users k ON k.id = t.taken_by
     WHERE p.id = ${personId}`);
  const [row] = rows;
  if (!row) return undefined;
  const { episodes, draft, ...thread } = row;
  return { thread, episodes, draft };
};

const readAddresses = async (db: Reader, personId: string, hash: AddressHash): Promise<PersonAddress[]> => {
  const { rows } = await db.execute<Omit<PersonAddress, "isOptedOut">>(sql`
    SELECT id, kind, value, is_primary AS "isPrimary", state, label, ${isoSql("last_inbound_at")} AS "lastInboundAt"
      FROM person_addresses WHERE person_id = ${personId} ORDER BY is_primary DESC, kind, CASE kind WHEN 'x' THEN last_inbound_at END DESC NULLS LAST, created_at, id`);
  const hashes = rows.map(({ id, value }) => ({ id, hash: hash(value).toString("hex") }));
  // An opt-in to all channels ends the opt-outs before it.
  const { rows: optedOut } = await db.execute<{ id: string }>(sql`
    SELECT row.id FROM jsonb_to_recordset(${JSON.stringify(hashes)}::jsonb) AS row (id uuid, hash text)
     CROSS JOIN LATERAL (
       SELECT max(s.created_at) FILTER (WHERE s.state = 'opted_out') AS out_at,
              max(s.created_at) FILTER (WHERE s.state = 'released' AND s.scope = 'all') AS in_at
         FROM (SELECT DISTINCT ON (scope) * FROM ${countedSuppressions} o WHERE address_hash = decode(row.hash, 'hex')
                ORDER BY scope, created_at DESC, id DESC) s) state
     WHERE state.out_at > coalesce(state.in_at, '-infinity')`);
  const ids = new Set(optedOut.map(({ id }) => id));
  return rows.map((row) => ({ ...row, isOptedOut: ids.has(row.id) }));
};

/** The thread of a person as a user sees it; a person without one has one that is closed. */
export const readThreadDetail = async (
  db: Reader,
  personId: string,
  userId: string,
  hash: AddressHash,
): Promise<ThreadDetail | undefined> => {
  const stored = await readThread(db, personId, userId);
  if (!stored) return undefined;
  const [addresses, { tasks }, newestItem] = await Promise.all([
    readAddresses(db, personId, hash),
    listTasks(db, { personId, done: "no" }, maxTasks),
    findNewestItem(db, personId),
  ]);
  return { ...stored, addresses, tasks, newestItem };
};
