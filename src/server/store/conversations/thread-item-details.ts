import { type SQL, sql } from "drizzle-orm";
import type { ThreadItem } from "#contract/threads.ts";
import { readFormAnswers } from "#domain/ingestion/form-answers.ts";
import type { Reader } from "#server/db/database.ts";
import { findActions } from "#server/store/delivery/action-list.ts";
import { userRefSql } from "./user-name.ts";

export const itemSources = ["message", "action", "event", "call", "note", "line"] as const;
export type ItemSource = (typeof itemSources)[number];

/** Where an item stands in a thread. */
export type ItemPlace = { id: string; at: number; source: ItemSource };

type ItemOf<K extends ThreadItem["kind"]> = Extract<ThreadItem, { kind: K }>;
type Details<K extends ThreadItem["kind"]> = Omit<ItemOf<K>, "at" | "kind">;

/** The channels on which people write to us; anything else is a form. */
const messageChannels = ["sms", "whatsapp", "email", "x"];
const transcriptLines = 6;
/** A larger payload is no form that a person filled in. */
const maxFormBytes = 16_384;

const readRows = async <T extends { id: string }>(db: Reader, ids: string[], query: SQL): Promise<T[]> =>
  ids.length === 0 ? [] : ((await db.execute(query)).rows as unknown as T[]);

const anyOf = (ids: string[]): SQL => sql`ANY(${sql.param(ids)}::uuid[])`;

type InboundRow = Details<"inbound"> & Pick<ItemOf<"form">, "type" | "endpoint"> & { payload: unknown };

/** Those of the ids that are events, with the text of their message. */
const readInbound = (db: Reader, ids: string[]): Promise<InboundRow[]> =>
  readRows(
    db,
    ids,
    sql`
    SELECT e.id, coalesce(m.channel, e.processed_data #>> '{event,channel}', 'web_form') AS channel,
           coalesce(m.text, e.processed_data #>> '{event,message}', '') AS text,
           coalesce(e.processed_data #>> '{event,subject}', e.raw_data ->> 'subject') AS subject,
           CASE jsonb_typeof(e.raw_data -> 'from') WHEN 'string' THEN e.raw_data ->> 'from'
             WHEN 'object' THEN e.raw_data #>> '{from,address}' END AS "from",
           CASE jsonb_typeof(e.raw_data -> 'to') WHEN 'string' THEN e.raw_data ->> 'to'
             WHEN 'array' THEN e.raw_data #>> '{to,0,address}' END AS "to",
           coalesce((SELECT jsonb_agg(jsonb_build_object('id', f.id, 'filename', coalesce(f.filename, ''),
               'contentType', f.content_type, 'size', f.size) ORDER BY f.id) FROM event_files f WHERE f.event_id = e.id), '[]') AS files,
           coalesce(counted.intent, r.local ->> 'intent') AS intent,
           CASE WHEN r.event_id IS NOT NULL
             THEN coalesce(counted.read_by, '{"kind": "local", "name": null}') END AS "readBy",
           r.local ->> 'language' AS language,
           coalesce(e.event_type = 'email_auto_reply' OR e.raw_data #>> '{automatic,is}' = 'true'
             OR r.local ->> 'intent' = 'automatic_reply', false) AS "isAutomatic",
           coalesce(e.raw_data -> 'simulated' = 'true', false) AS simulated,
           coalesce((SELECT jsonb_agg(jsonb_build_object('personId', p.id, 'name', nullif(concat_ws(' ', p.first_name, p.last_name), '')))
               FROM timeline s JOIN people p ON p.id = s.person_id
              WHERE s.caused_by = e.id AND s.event_type = 'reply'), '[]') AS "sharedWith",
           e.event_type AS type, n.name AS endpoint,
           CASE WHEN m.id IS NULL AND pg_column_size(e.raw_data) <= ${maxFormBytes} THEN e.raw_data END AS payload
      FROM events e LEFT JOIN endpoints n ON n.id = e.endpoint_id LEFT JOIN messages m ON m.id = e.id
      LEFT JOIN message_readings r ON r.event_id = e.id
      LEFT JOIN LATERAL (SELECT t.metadata ->> 'intent' AS intent, t.metadata -> 'readBy' AS read_by FROM timeline t
                          WHERE t.caused_by = e.id AND t.event_type = 'event_received' AND t.person_id = r.person_id
                          LIMIT 1) counted ON true
     WHERE e.id = ${anyOf(ids)}`,
  );

const readOutbound = async (db: Reader, ids: string[]): Promise<Details<"outbound">[]> => {
  type Row = Omit<Details<"outbound">, "delivery">;
  const [records, rows] = await Promise.all([
    ids.length === 0 ? [] : findActions(db, ids),
    readRows<Row>(
      db,
      ids,
      sql`
      SELECT a.id, coalesce(a.config #>> '{rendered,subject}', a.config ->> 'subject') AS subject,
             coalesce((SELECT l.label FROM person_addresses l
                        WHERE a.type = 'x' AND l.person_id = a.person_id AND l.value = a.config #>> '{rendered,to}'),
               a.config #>> '{rendered,to}') AS "to", ${userRefSql("u")} AS "sentBy",
             coalesce((SELECT jsonb_agg(jsonb_build_object('id', f.id, 'filename', f.filename,
                 'contentType', f.content_type, 'size', f.size) ORDER BY f.id)
                 FROM outgoing_files f WHERE f.action_id = a.id), '[]') AS files,
             a.config ? 'suggestionId' OR a.config ? 'ai' AS "isAiDraft", a.config ? 'ai' AS "isAutoReply",
             CASE WHEN a.status = 'pending' AND (a.config ->> 'undoUntil')::timestamptz > now()
               THEN a.config ->> 'undoUntil' END AS "undoUntil",
             CASE WHEN a.status IN ('pending', 'held') THEN a.config ->> 'sendAt' END AS "sendAt",
             coalesce(a.config ->> 'unlessAnswered' = 'true', false) AS "unlessAnswered"
        FROM actions a LEFT JOIN users u ON u.id = a.sent_by WHERE a.id = ${anyOf(ids)}`,
    ),
  ]);
  const deliveries = new Map(records.map((record) => [record.id, record]));
  return rows.flatMap((row) => {
    const delivery = deliveries.get(row.id);
    return delivery ? [{ ...row, delivery }] : [];
  });
};

const readCalls = (db: Reader, ids: string[]): Promise<Details<"call">[]> =>
  readRows(
    db,
    ids,
    sql`
    SELECT c.id, c.id AS "callId", CASE WHEN c.owner IS NOT NULL OR c.type = 'ai_agent' THEN 'voice_agent' ELSE 'call' END AS channel,
           CASE WHEN c.type = 'inbound' THEN 'in' ELSE 'out' END AS direction, c.duration AS "durationSeconds",
           c.status, c.outcome, c.summary,
           coalesce(jsonb_typeof(c.metadata -> 'audioBase64') = 'string', c.recording_url IS NOT NULL) AS "hasRecording",
           coalesce((SELECT jsonb_agg(jsonb_build_object('speaker', l.speaker, 'text', l.text, 'atMs', l.at_ms) ORDER BY l.at_ms, l.id)
               FROM (SELECT * FROM call_turns t WHERE t.call_id = c.id AND t.speaker IN ('agent', 'customer', 'operator')
                      ORDER BY t.at_ms, t.id LIMIT ${transcriptLines}) l), '[]') AS lines
      FROM calls c WHERE c.id = ${anyOf(ids)}`,
  );

const readNotes = (db: Reader, ids: string[]): Promise<Details<"note">[]> =>
  readRows(
    db,
    ids,
    sql`
    SELECT n.id, ${userRefSql("u")} AS "user", n.text,
           coalesce((SELECT jsonb_agg(${userRefSql("w")}) FROM users w WHERE w.id = ANY(n.mentions)), '[]') AS mentions,
           to_char(n.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt"
      FROM notes n LEFT JOIN users u ON u.id = n.user_id WHERE n.id = ${anyOf(ids)}`,
  );

type LineRow = Details<"line"> & { causedBy: string | null };

const readLines = (db: Reader, ids: string[]): Promise<LineRow[]> =>
  readRows(
    db,
    ids,
    sql`
    SELECT t.id, t.event_type AS "eventType", t.title, t.source, t.description, t.metadata, t.caused_by AS "causedBy"
      FROM timeline t WHERE t.id = ${anyOf(ids)}`,
  );

const isSharedReply = ({ eventType, causedBy }: LineRow): boolean =>
  eventType === "reply" && causedBy !== null;

const isWritten = ({ channel }: InboundRow): boolean => messageChannels.includes(channel);

const toInbound = (
  { type: _type, endpoint: _endpoint, payload: _payload, ...row }: InboundRow,
  at: string,
): ThreadItem => ({
  ...row,
  kind: "inbound",
  at,
});

const toForm = ({ id, type, endpoint, text, payload }: InboundRow, at: string): ThreadItem => ({
  id,
  type,
  endpoint,
  text: text === "" ? null : text,
  answers: readFormAnswers(payload).filter(({ value }) => value !== text),
  kind: "form",
  at,
});

const byId = <T extends { id: string }>(rows: readonly T[]): Map<string, T> =>
  new Map(rows.map((row) => [row.id, row]));

/** The items at these places, in their order. One that was deleted meanwhile is left out. */
export const readItemDetails = async (
  db: Reader,
  personId: string,
  places: readonly ItemPlace[],
): Promise<ThreadItem[]> => {
  // A message may be that of an event, an action, a call or a note.
  const idsOf = (...sources: ItemPlace["source"][]) =>
    places.filter(({ source }) => source === "message" || sources.includes(source)).map(({ id }) => id);
  const lineIds = places.filter(({ source }) => source === "line").map(({ id }) => id);
  const lines = await readLines(db, lineIds);
  const shared = lines.filter(isSharedReply);
  const [inboundRows, outboundRows, callRows, noteRows] = await Promise.all([
    readInbound(db, [...idsOf("event"), ...shared.flatMap(({ causedBy }) => causedBy ?? [])]),
    readOutbound(db, idsOf("action")),
    readCalls(db, idsOf("call")),
    readNotes(db, idsOf("note")),
  ]);
  const inbound = byId(inboundRows);
  const outbound = byId(outboundRows);
  const calls = byId(callRows);
  const notes = byId(noteRows);
  const linesById = byId(lines);
  const owners = shared.length > 0 ? await readOwners(db, shared) : new Map();
  const toLine = (row: LineRow, at: string): ThreadItem[] => {
    const { causedBy, ...line } = row;
    if (!isSharedReply(row)) return [{ ...line, kind: "line", at }];
    const original = inbound.get(causedBy ?? "");
    if (!original) return [];
    const others = original.sharedWith.filter((other) => other.personId !== personId);
    const owner = owners.get(row.id);
    const sharedWith = owner ? [owner, ...others] : others;
    return [toInbound({ ...original, id: row.id, sharedWith }, at)];
  };
  return places.flatMap(({ id, at: ms, source }): ThreadItem[] => {
    const at = new Date(ms).toISOString();
    const line = linesById.get(id);
    if (source === "line") return line ? toLine(line, at) : [];
    const call = calls.get(id);
    if (call) return [{ ...call, kind: "call", at }];
    const sent = outbound.get(id);
    if (sent) return [{ ...sent, kind: "outbound", at }];
    const note = notes.get(id);
    if (note) return [{ ...note, kind: "note", at }];
    const received = inbound.get(id);
    if (!received) return [];
    return [isWritten(received) ? toInbound(received, at) : toForm(received, at)];
  });
};

type SharedOwner = { personId: string; name: string | null };

/** The people in whose threads the messages of these lines stand, by line. */
const readOwners = async (db: Reader, lines: readonly LineRow[]): Promise<Map<string, SharedOwner>> => {
  const { rows } = await db.execute<SharedOwner & { id: string }>(sql`
    SELECT t.id, p.id AS "personId", nullif(concat_ws(' ', p.first_name, p.last_name), '') AS name
      FROM timeline t JOIN people p ON p.id = (t.metadata ->> 'sharedWith')::uuid
     WHERE t.id = ${anyOf(lines.map(({ id }) => id))}`);
  return new Map(rows.map(({ id, ...owner }) => [id, owner]));
};
