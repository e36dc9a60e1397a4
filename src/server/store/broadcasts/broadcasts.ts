import { type SQL, sql } from "drizzle-orm";
import type { Broadcast, BroadcastActual, BroadcastItem } from "#contract/broadcasts.ts";
import type { AskedBroadcast } from "#domain/approvals/content.ts";
import { type BroadcastInput, type BroadcastState, checkGoodForMs } from "#domain/broadcasts/broadcast.ts";
import type { AcceptedFigures } from "#domain/broadcasts/guard.ts";
import type { CheckCount } from "#domain/broadcasts/tally-check.ts";
import type { Reason } from "#domain/reason.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { isOpenStartRequest } from "#server/store/delivery/broadcast-approvals.ts";
import { likePattern } from "#server/store/like-pattern.ts";
import { addBroadcastEvent, broadcastEventOf } from "#server/store/webhooks/work-events.ts";

const epochMs = (column: string): SQL => sql.raw(`(extract(epoch FROM ${column}) * 1000)::float8`);

/** Times are milliseconds since 1970. */
export type StoredBroadcast = {
  id: string;
  state: BroadcastState;
  definition: BroadcastInput;
  checkNumber: number;
  checkedAt: number | null;
  counted: CheckCount | null;
  checkedTo: string | null;
  why: Reason[];
  begunTo: number;
  begun: number;
  lookedFrom: number | null;
  pacedUntil: number | null;
  actual: BroadcastActual | null;
  figuresAt: number | null;
  dueAt: number | null;
  accepted: AcceptedFigures | null;
  createdBy: { id: string; name: string } | null;
  /** The request to start it that waits. */
  approval: {
    id: string;
    userId: string | null;
    name: string;
    askedBy: AskedBroadcast["askedBy"];
    askedAt: number;
    expiresAt: number;
  } | null;
  startedAt: number | null;
  doneAt: number | null;
  createdAt: number;
  updatedAt: number;
};

const columns = sql`b.id, b.state, b.definition, b.check_number AS "checkNumber", ${epochMs("b.checked_at")} AS "checkedAt",
  b.counted, b.checked_to AS "checkedTo", b.why, b.begun_to AS "begunTo", b.begun,
  ${epochMs("b.looked_from")} AS "lookedFrom", ${epochMs("b.paced_until")} AS "pacedUntil", b.actual,
  ${epochMs("b.figures_at")} AS "figuresAt", ${epochMs("b.due_at")} AS "dueAt", b.accepted,
  CASE WHEN u.id IS NOT NULL THEN jsonb_build_object('id', u.id, 'name',
    coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email)) END AS "createdBy",
  CASE WHEN b.state = 'checked' THEN (
    SELECT jsonb_build_object('id', a.id, 'userId', a.user_id, 'name', a.token_name,
             'askedBy', a.content #>> '{broadcast,askedBy}', 'askedAt', ${epochMs("a.created_at")},
             'expiresAt', ${epochMs("a.expires_at")})
      FROM approvals a WHERE ${isOpenStartRequest(sql`b.id`)} LIMIT 1) END AS approval,
  ${epochMs("b.started_at")} AS "startedAt", ${epochMs("b.done_at")} AS "doneAt",
  ${epochMs("b.created_at")} AS "createdAt", ${epochMs("b.updated_at")} AS "updatedAt"`;
const source = sql`broadcasts b LEFT JOIN users u ON u.id = b.created_by`;

export const findBroadcast = async (db: Reader, id: string): Promise<StoredBroadcast | undefined> => {
  const { rows } = await db.execute<StoredBroadcast>(
    sql`SELECT ${columns} FROM ${source} WHERE b.id = ${id}`,
  );
  return rows[0];
};

/** The broadcast, locked until the transaction ends. */
export const lockBroadcast = async (tx: Tx, id: string): Promise<StoredBroadcast | undefined> => {
  const { rows } = await tx.execute<StoredBroadcast>(
    sql`SELECT ${columns} FROM ${source} WHERE b.id = ${id} FOR NO KEY UPDATE OF b`,
  );
  return rows[0];
};

/** The same if it is due, unless another process works on it. */
export const claimBroadcast = async (tx: Tx, id: string): Promise<StoredBroadcast | undefined> => {
  const { rows } = await tx.execute<StoredBroadcast>(
    sql`SELECT ${columns} FROM ${source} WHERE b.id = ${id} AND b.due_at <= now() FOR NO KEY UPDATE OF b SKIP LOCKED`,
  );
  return rows[0];
};

/** Broadcasts with something to do, the longest due first. */
export const listDueBroadcasts = async (db: Reader): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(
    sql`SELECT id FROM broadcasts WHERE due_at <= now() ORDER BY due_at LIMIT 20`,
  );
  return rows.map(({ id }) => id);
};

export type BroadcastChange = {
  state?: BroadcastState;
  definition?: BroadcastInput;
  checkNumber?: number;
  checkedAt?: number | null;
  counted?: CheckCount | null;
  checkedTo?: string | null;
  why?: readonly Reason[];
  begunTo?: number;
  begun?: number;
  lookedFrom?: number;
  pacedUntil?: number;
  actual?: BroadcastActual;
  figuresAt?: number;
  dueAt?: number | null;
  accepted?: AcceptedFigures;
  startedAt?: number;
  doneAt?: number;
};

const json = (value: unknown): SQL => (value === null ? sql`NULL` : sql`${JSON.stringify(value)}::jsonb`);
const instant = (at: number | null): SQL =>
  at === null ? sql`NULL` : sql`to_timestamp(${at / 1000}::float8)`;

const assignments: { [K in keyof Required<BroadcastChange>]: (value: never) => SQL } = {
  state: (value: BroadcastState) => sql`state = ${value}`,
  definition: (value: BroadcastInput) => sql`definition = ${json(value)}`,
  checkNumber: (value: number) => sql`check_number = ${value}`,
  checkedAt: (value: number | null) => sql`checked_at = ${instant(value)}`,
  counted: (value: CheckCount | null) => sql`counted = ${json(value)}`,
  checkedTo: (value: string | null) => sql`checked_to = ${value}`,
  why: (value: readonly Reason[]) => sql`why = ${json(value)}`,
  begunTo: (value: number) => sql`begun_to = ${value}`,
  begun: (value: number) => sql`begun = ${value}`,
  lookedFrom: (value: number) => sql`looked_from = ${instant(value)}`,
  pacedUntil: (value: number) => sql`paced_until = ${instant(value)}`,
  actual: (value: BroadcastActual) => sql`actual = ${json(value)}`,
  figuresAt: (value: number) => sql`figures_at = ${instant(value)}`,
  dueAt: (value: number | null) => sql`due_at = ${instant(value)}`,
  accepted: (value: AcceptedFigures) => sql`accepted = ${json(value)}`,
  startedAt: (value: number) => sql`started_at = ${instant(value)}`,
  doneAt: (value: number) => sql`done_at = ${instant(value)}`,
};

/** Changes a broadcast that is locked. */
export const updateBroadcast = async (
  tx: Tx,
  id: string,
  change: BroadcastChange,
): Promise<StoredBroadcast> => {
  const parts = Object.entries(change).map(([name, value]) =>
    assignments[name as keyof BroadcastChange](value as never),
  );
  await tx.execute(sql`
    UPDATE broadcasts SET ${sql.join(parts, sql`, `)},
           updated_at = greatest(date_trunc('milliseconds', clock_timestamp()), updated_at + interval '1 millisecond')
     WHERE id = ${id}`);
  const event = broadcastEventOf(change);
  if (event) await addBroadcastEvent(tx, id, event);
  const after = await findBroadcast(tx, id);
  if (!after) throw new Error("A locked broadcast is gone");
  return after;
};

export const insertBroadcast = async (
  tx: Tx,
  id: string,
  definition: BroadcastInput,
  userId: string | null,
): Promise<StoredBroadcast> => {
  await tx.execute(sql`
    INSERT INTO broadcasts (id, state, definition, created_by)
    VALUES (${id}, 'draft', ${JSON.stringify(definition)}::jsonb, ${userId})`);
  const stored = await findBroadcast(tx, id);
  if (!stored) throw new Error("The broadcast was not inserted");
  return stored;
};

const iso = (at: number): string => new Date(at).toISOString();
const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at));

const presentApproval = ({ approval }: Pick<StoredBroadcast, "approval">): Broadcast["approval"] =>
  approval && { ...approval, askedAt: iso(approval.askedAt), expiresAt: iso(approval.expiresAt) };

export const presentBroadcast = (stored: StoredBroadcast, now: number): Broadcast => {
  const { id, state, definition, why, counted, checkedAt, createdBy } = stored;
  return {
    // Older ones were stored without it.
    ...{ ...definition, spreadHours: definition.spreadHours ?? null },
    ...{ id, state, why, createdBy, approval: presentApproval(stored) },
    check: counted && checkedAt !== null ? presentCheck(counted, checkedAt, state, now) : null,
    startedAt: isoOrNull(stored.startedAt),
    doneAt: isoOrNull(stored.doneAt),
    createdAt: iso(stored.createdAt),
    updatedAt: iso(stored.updatedAt),
  };
};

const presentCheck = (
  { groups, missing, languages, hours, cost, ...counted }: CheckCount,
  checkedAt: number,
  state: BroadcastState,
  now: number,
): NonNullable<Broadcast["check"]> => {
  const scale = counted.sampled === 0 ? 0 : counted.people / counted.sampled;
  return {
    ...counted,
    at: iso(checkedAt),
    isComplete: state !== "checking",
    isStale: state === "checked" && now > checkedAt + checkGoodForMs,
    cost: Math.round(cost * 1e4) / 1e4,
    groups: groups.map((group) => ({ ...group, from: isoOrNull(group.from), to: isoOrNull(group.to) })),
    missing: Object.entries(missing).map(([name, people]) => ({ name, people })),
    languages: Object.entries(languages).map(([language, people]) => ({ language, people })),
    hours: hours.map(({ at, send, wait, stop }) => ({
      at: iso(at),
      send: Math.round(send * scale),
      wait: Math.round(wait * scale),
      stop: Math.round(stop * scale),
    })),
  };
};

/** Newest first. One more than the limit shows that there are others. */
/** Those of which people have not begun. */
export const listPlannedBroadcasts = async (db: Reader): Promise<StoredBroadcast[]> => {
  const { rows } = await db.execute<StoredBroadcast>(sql`
    SELECT ${columns} FROM ${source} WHERE b.state IN ('scheduled', 'sending', 'paused') ORDER BY b.due_at, b.id`);
  return rows;
};

export const listBroadcasts = async (
  db: Reader,
  {
    states,
    search,
    cursor,
  }: {
    states?: readonly BroadcastState[] | undefined;
    search?: string | undefined;
    cursor?: string | undefined;
  },
  limit: number,
): Promise<BroadcastItem[]> => {
  const { rows } = await db.execute<StoredBroadcast>(sql`
    SELECT ${columns} FROM ${source}
     WHERE ${states === undefined ? sql`true` : sql`b.state = ANY(${sql.param([...states])}::text[])`}
       AND ${search ? sql`b.definition ->> 'name' ILIKE ${likePattern(search)}` : sql`true`}
       AND ${cursor === undefined ? sql`true` : sql`(b.created_at, b.id) < (SELECT created_at, id FROM broadcasts WHERE id = ${cursor})`}
     ORDER BY b.created_at DESC, b.id DESC LIMIT ${limit + 1}`);
  return rows.map(({ id, definition, state: current, why, counted, actual, begun, approval, ...times }) => ({
    ...{ id, name: definition.name, purpose: definition.purpose, when: definition.when, state: current, why },
    people: counted && current !== "checking" ? counted.send + counted.wait : null,
    delivered: actual?.delivered ?? 0,
    answered: actual?.answered ?? 0,
    failed: actual?.failed ?? 0,
    begun,
    approval: presentApproval({ approval }),
    startedAt: isoOrNull(times.startedAt),
    doneAt: isoOrNull(times.doneAt),
    updatedAt: iso(times.updatedAt),
  }));
};

export const deleteBroadcast = async (tx: Tx, id: string): Promise<void> => {
  await tx.execute(sql`DELETE FROM rules WHERE id = ${id} AND is_broadcast`);
};

/** Everything of a broadcast whose rule is off is held; the time in which it is off makes nothing too late. */
export const setRuleEnabled = async (tx: Tx, id: string, enabled: boolean): Promise<void> => {
  await tx.execute(sql`
    UPDATE rules SET enabled = ${enabled}, updated_at = clock_timestamp(),
           resumed_at = CASE WHEN ${enabled} THEN clock_timestamp() ELSE resumed_at END
     WHERE id = ${id}`);
};

/** Messages that a pause held go through the gate again; returns how many, `size` at most. */
export const wakePausedMessages = async (tx: Tx, id: string, size: number): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    UPDATE actions SET not_before = now()
     WHERE id IN (SELECT id FROM actions
                   WHERE rule_id = ${id} AND status IN ('pending', 'held', 'dispatching') AND status = 'held'
                     AND not_before > now() AND reasons -> 0 ->> 'code' = 'broadcast_paused'
                   LIMIT ${size} FOR UPDATE SKIP LOCKED)`);
  return rowCount ?? 0;
};
