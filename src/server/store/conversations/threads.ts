import { type SQL, sql } from "drizzle-orm";
import {
  applyHappening,
  type EpisodeChange,
  type Happening,
  type Thread,
  type ThreadLine,
} from "#domain/conversations/thread.ts";
import type { EpisodeEnd, MessageDirection } from "#domain/conversations/thread-state.ts";
import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";
import { wakeRuns } from "#server/store/automation/sequence-runs.ts";
import { addToTimeline, type TimelineRow } from "#server/store/people/timeline.ts";

export type ThreadHappening = Happening & { personId: string };

/** A thread before and after what happened; null where the person has none. */
export type ThreadResult = { personId: string; before: Thread | null; after: Thread | null };

type EpisodeRow = {
  id: string;
  personId: string;
  openedAt: number;
  openedBy: string | null;
  channel: string | null;
  firstAnswerAt: number | null;
  firstAnswerBy: string | null;
  closedAt: number | null;
  closedBy: string | null;
  how: EpisodeEnd | null;
};

type StoredThread = { personId: string; thread: Thread; episode: EpisodeRow | null };

const epochMs = (column: string): SQL => sql.raw(`(extract(epoch FROM ${column}) * 1000)::float8`);

type ThreadRow = Omit<Thread, "hasEpisode"> & {
  personId: string;
  episode: EpisodeRow | null;
};

/** Locks the threads of these people in the order of their ids, then reads them with their open episodes. */
const lockThreads = async (tx: Tx, personIds: string[]): Promise<Map<string, StoredThread>> => {
  const ids = sql`${sql.param(personIds)}::uuid[]`;
  // A statement of its own: after waiting for a lock, the next one sees what the other transaction saved.
  const [, { rows }] = await inOneRoundTrip([
    tx.execute(sql`SELECT 1 FROM threads WHERE person_id = ANY(${ids}) ORDER BY person_id FOR UPDATE`),
    tx.execute<ThreadRow>(sql`
      SELECT t.person_id AS "personId", t.state, t.owner_id AS "ownerId", t.team_id AS "teamId", coalesce(u.away_since IS NOT NULL OR NOT u.active, false) AS "isOwnerAway",
             ${epochMs("t.waiting_since")} AS "waitingSince", ${epochMs("t.snoozed_until")} AS "snoozedUntil",
             t.snoozed_by AS "snoozedBy", t.wakes_on_reply AS "wakesOnReply",
             ${epochMs("t.last_item_at")} AS "lastItemAt", t.last_text AS "lastText", t.last_channel AS "lastChannel",
             t.last_direction AS "lastDirection", ${epochMs("t.last_inbound_at")} AS "lastInboundAt",
             ${epochMs("t.last_human_at")} AS "lastHumanAt", ${epochMs("t.taken_until")} AS "takenUntil",
             t.taken_by AS "takenBy", t.muted, t.under_review AS "underReview", t.not_sent AS "notSent",
             CASE WHEN e.id IS NOT NULL THEN jsonb_build_object(
               'id', e.id, 'personId', e.person_id, 'openedAt', ${epochMs("e.opened_at")}, 'openedBy', e.opened_by,
               'channel', e.opened_channel, 'firstAnswerAt', ${epochMs("e.first_answer_at")},
               'firstAnswerBy', e.first_answer_by, 'closedAt', null, 'closedBy', null, 'how', null) END AS episode
        FROM threads t LEFT JOIN users u ON u.id = t.owner_id
        LEFT JOIN episodes e ON e.person_id = t.person_id AND e.closed_at IS NULL
       WHERE t.person_id = ANY(${ids})`),
  ]);
  return new Map(
    rows.map(({ personId, episode, ...values }) => [
      personId,
      { personId, episode, thread: { ...values, hasEpisode: episode !== null } },
    ]),
  );
};

/** The word of a user that ended a wait. */
type AnswerRow = {
  personId: string;
  userId: string | null;
  channel: string;
  waitingSince: number;
  answeredAt: number;
};

type Reduced = {
  results: ThreadResult[];
  lines: TimelineRow[];
  answers: AnswerRow[];
  /** In the order in which they are saved: one is closed before the next is opened. */
  episodes: EpisodeRow[];
};

const applyEpisode = (
  current: EpisodeRow | null,
  change: EpisodeChange,
  personId: string,
): { row: EpisodeRow | null; current: EpisodeRow | null } => {
  if (change.kind === "open") {
    const row: EpisodeRow = {
      id: newId(),
      personId,
      openedAt: change.at,
      openedBy: change.openedBy,
      channel: change.channel,
      firstAnswerAt: null,
      firstAnswerBy: null,
      closedAt: null,
      closedBy: null,
      how: null,
    };
    return { row, current: row };
  }
  if (current === null) return { row: null, current };
  if (change.kind === "close") {
    const row = { ...current, closedAt: change.at, closedBy: change.by, how: change.how };
    return { row, current: null };
  }
  if (current.firstAnswerAt !== null) return { row: null, current };
  const row = { ...current, firstAnswerAt: change.at, firstAnswerBy: change.by };
  return { row, current: row };
};

const toLine = (personId: string, line: ThreadLine, happening: Happening): TimelineRow => ({
  personId,
  eventType: line.eventType,
  source: "inbox",
  title: line.title,
  description: null,
  metadata: line.metadata,
  causedBy: "itemId" in happening ? happening.itemId : personId,
});

const findAnswer = (before: Thread | null, after: Thread | null, happening: ThreadHappening): AnswerRow[] => {
  const isWord =
    happening.kind === "sent_by_hand" || (happening.kind === "call_answered" && happening.byHuman);
  const waitingSince = before?.waitingSince ?? null;
  if (!isWord || waitingSince === null || after?.waitingSince !== null) return [];
  const userId = happening.kind === "sent_by_hand" ? happening.by : null;
  const { personId, channel, at } = happening;
  return [{ personId, userId, channel, waitingSince, answeredAt: Math.max(at, waitingSince) }];
};

const reduce = (
  happenings: readonly ThreadHappening[],
  stored: Map<string, StoredThread>,
  now: number,
): Reduced => {
  const reduced: Reduced = { results: [], lines: [], answers: [], episodes: [] };
  for (const [personId, own] of Map.groupBy(happenings, (one) => one.personId)) {
    const before = stored.get(personId)?.thread ?? null;
    let after = before;
    let current = stored.get(personId)?.episode ?? null;
    const rows = new Map<string, EpisodeRow>();
    for (const happening of own) {
      const step = applyHappening(after, happening, now);
      reduced.answers.push(...findAnswer(after, step.thread, happening));
      after = step.thread;
      reduced.lines.push(...step.lines.map((line) => toLine(personId, line, happening)));
      for (const change of step.episodes) {
        const applied = applyEpisode(current, change, personId);
        current = applied.current;
        if (applied.row) rows.set(applied.row.id, applied.row);
      }
    }
    reduced.results.push({ personId, before, after });
    reduced.episodes.push(...rows.values());
  }
  return reduced;
};

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

const toRow = ({ personId, after }: { personId: string; after: Thread }) => ({
  ...after,
  personId,
  waitingSince: iso(after.waitingSince),
  snoozedUntil: iso(after.snoozedUntil),
  lastItemAt: iso(after.lastItemAt),
  lastInboundAt: iso(after.lastInboundAt),
  lastHumanAt: iso(after.lastHumanAt),
  takenUntil: iso(after.takenUntil),
});

const threadColumns =
  sql.raw(`"personId" uuid, state text, "ownerId" uuid, "teamId" uuid, "waitingSince" timestamptz,
  "snoozedUntil" timestamptz, "snoozedBy" uuid, "wakesOnReply" boolean, "lastItemAt" timestamptz, "lastText" text,
  "lastChannel" text, "lastDirection" text, "lastInboundAt" timestamptz, "lastHumanAt" timestamptz,
  "takenUntil" timestamptz, "takenBy" uuid, muted boolean, "underReview" boolean, "notSent" boolean`);

const columnNames =
  sql.raw(`state, owner_id, team_id, waiting_since, snoozed_until, snoozed_by, wakes_on_reply, last_item_at,
  last_text, last_channel, last_direction, last_inbound_at, last_human_at, taken_until, taken_by, muted, under_review,
  not_sent`);
const rowValues =
  sql.raw(`row.state, row."ownerId", row."teamId", row."waitingSince", row."snoozedUntil", row."snoozedBy",
  row."wakesOnReply", row."lastItemAt", row."lastText", row."lastChannel", row."lastDirection", row."lastInboundAt",
  row."lastHumanAt", row."takenUntil", row."takenBy", row.muted, row."underReview", row."notSent"`);

type ChangedThread = { personId: string; after: Thread };

const threadRows = (threads: ChangedThread[]): SQL =>
  sql`json_to_recordset(${JSON.stringify(threads.map(toRow))}::json) AS row (${threadColumns})`;

const updateThreads = async (tx: Tx, threads: ChangedThread[]): Promise<void> => {
  if (threads.length === 0) return;
  await tx.execute(sql`
    UPDATE threads SET (${columnNames}, updated_at) = ROW(${rowValues}, now())
      FROM ${threadRows(threads)} WHERE threads.person_id = row."personId"`);
};

/** The people whose thread was added; another transaction may have added one meanwhile. */
const insertThreads = async (tx: Tx, threads: ChangedThread[]): Promise<Set<string>> => {
  if (threads.length === 0) return new Set();
  const { rows } = await tx.execute<{ personId: string }>(sql`
    INSERT INTO threads (person_id, ${columnNames})
    SELECT row."personId", ${rowValues} FROM ${threadRows(threads)} JOIN people p ON p.id = row."personId"
     ORDER BY 1
    ON CONFLICT (person_id) DO NOTHING RETURNING person_id AS "personId"`);
  return new Set(rows.map(({ personId }) => personId));
};

const saveEpisodes = async (tx: Tx, episodes: EpisodeRow[]): Promise<void> => {
  if (episodes.length === 0) return;
  const rows = episodes.map((row) => ({
    ...row,
    openedAt: iso(row.openedAt),
    firstAnswerAt: iso(row.firstAnswerAt),
    closedAt: iso(row.closedAt),
  }));
  await tx.execute(sql`
    INSERT INTO episodes (id, person_id, opened_at, opened_by, opened_channel, first_answer_at, first_answer_by,
                          closed_at, closed_by, how)
    SELECT id, "personId", "openedAt", "openedBy", channel, "firstAnswerAt", "firstAnswerBy", "closedAt", "closedBy", how
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS row (
        id uuid, "personId" uuid, "openedAt" timestamptz, "openedBy" uuid, channel text, "firstAnswerAt" timestamptz,
        "firstAnswerBy" uuid, "closedAt" timestamptz, "closedBy" uuid, how text)
    ON CONFLICT (id) DO UPDATE SET first_answer_at = excluded.first_answer_at,
      first_answer_by = excluded.first_answer_by, closed_at = excluded.closed_at, closed_by = excluded.closed_by,
      how = excluded.how`);
};

/** Waits that ended, which the reports count. */
const saveAnswers = async (tx: Tx, answers: AnswerRow[]): Promise<void> => {
  if (answers.length === 0) return;
  const rows = answers.map((row) => ({
    ...row,
    waitingSince: iso(row.waitingSince),
    answeredAt: iso(row.answeredAt),
  }));
  await tx.execute(sql`
    INSERT INTO thread_answers (person_id, user_id, channel, waiting_since, answered_at)
    SELECT "personId", "userId", channel, "waitingSince", "answeredAt"
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS row (
        "personId" uuid, "userId" uuid, channel text, "waitingSince" timestamptz, "answeredAt" timestamptz)`);
};

/**
 * Applies what happened, in its order, to the threads of a batch. Lock actions before threads in every transaction that
 * changes both.
 */
export const applyToThreads = async (
  tx: Tx,
  happenings: readonly ThreadHappening[],
  now: number,
): Promise<ThreadResult[]> => {
  if (happenings.length === 0) return [];
  const personIds = [...new Set(happenings.map(({ personId }) => personId))];
  const stored = await lockThreads(tx, personIds);
  const { results, lines, answers, episodes } = reduce(happenings, stored, now);
  const changed = results.flatMap(({ personId, before, after }) =>
    after === null || after === before ? [] : [{ personId, before, after }],
  );
  const { known = [], added = [] } = Object.groupBy(changed, ({ before }) =>
    before === null ? "added" : "known",
  );
  const inserted = await insertThreads(tx, added);
  const isSaved = ({ personId }: { personId: string }) => stored.has(personId) || inserted.has(personId);
  await inOneRoundTrip([
    updateThreads(tx, known),
    saveEpisodes(tx, episodes.filter(isSaved)),
    addToTimeline(tx, lines.filter(isSaved)),
    saveAnswers(tx, answers.filter(isSaved)),
    wakeRuns(tx, peopleWhoSpoke(results, happenings)),
  ]);
  const missed = added.filter((thread) => !isSaved(thread)).map(({ personId }) => personId);
  if (missed.length === 0) return results;
  const late = await applyToLateThreads(tx, happenings, missed, now);
  return [...results.filter(({ personId }) => !missed.includes(personId)), ...late];
};

/** Those who wrote or were spoken with, by whom runs of sequences end. */
const peopleWhoSpoke = (
  results: readonly ThreadResult[],
  happenings: readonly ThreadHappening[],
): string[] => {
  const calls = happenings.filter(({ kind }) => kind === "call_answered").map(({ personId }) => personId);
  const words = results
    .filter(
      ({ before, after }) =>
        after !== null &&
        (after.lastInboundAt !== (before?.lastInboundAt ?? null) ||
          after.lastHumanAt !== (before?.lastHumanAt ?? null)),
    )
    .map(({ personId }) => personId);
  return [...new Set([...calls, ...words])];
};

/** Another transaction added these threads at the same time; people who were deleted meanwhile have none. */
const applyToLateThreads = async (
  tx: Tx,
  happenings: readonly ThreadHappening[],
  missed: string[],
  now: number,
): Promise<ThreadResult[]> => {
  const { rows } = await tx.execute<{ personId: string }>(sql`
    SELECT person_id AS "personId" FROM threads WHERE person_id = ANY(${sql.param(missed)}::uuid[])`);
  const present = new Set(rows.map(({ personId }) => personId));
  return applyToThreads(
    tx,
    happenings.filter(({ personId }) => present.has(personId)),
    now,
  );
};

/** A text of a conversation; its id is that of the event, action, call or note. */
export type NewMessage = {
  id: string;
  personId: string;
  /** Milliseconds since 1970; the place of the item in the thread. */
  at: number;
  direction: MessageDirection;
  channel: string;
  text: string;
};

/** Adds texts for search; the text of one that is there already is replaced. Returns the ids of the new ones. */
export const insertMessages = async (tx: Tx, rows: readonly NewMessage[]): Promise<Set<string>> => {
  if (rows.length === 0) return new Set();
  const { rows: saved } = await tx.execute<{ id: string; isNew: boolean }>(sql`
    INSERT INTO messages (id, person_id, at, direction, channel, text)
    SELECT row.id, row."personId", row.at, row.direction, row.channel, row.text
      FROM json_to_recordset(${JSON.stringify(rows.map((row) => ({ ...row, at: iso(row.at) })))}::json) AS row (
        id uuid, "personId" uuid, at timestamptz, direction text, channel text, text text)
      JOIN people p ON p.id = row."personId" ORDER BY 1
    ON CONFLICT (id) DO UPDATE SET text = excluded.text RETURNING id, xmax = 0 AS "isNew"`);
  const added = new Set(saved.filter(({ isNew }) => isNew).map(({ id }) => id));
  await outdateSuggestions(
    tx,
    rows.filter(({ id, direction }) => direction !== "note" && added.has(id)),
  );
  return added;
};

/** A suggestion answers the newest message; it is of no use after the next one. */
const outdateSuggestions = async (tx: Tx, rows: readonly NewMessage[]): Promise<void> => {
  if (rows.length === 0) return;
  const personIds = [...new Set(rows.map(({ personId }) => personId))];
  await tx.execute(sql`
    UPDATE reply_suggestions SET state = 'outdated'
     WHERE person_id = ANY(${sql.param(personIds)}::uuid[]) AND state = 'open'`);
};
