import { type SQL, sql } from "drizzle-orm";
import type { BroadcastPerson } from "#contract/broadcasts.ts";
import type { BroadcastLeaveOut, BroadcastRuling, MessageFate } from "#domain/broadcasts/broadcast.ts";
import { noReason, type PersonOutcome } from "#domain/broadcasts/broadcast-parts.ts";
import { formatPhone } from "#domain/phone-format.ts";
import type { Reason } from "#domain/reason.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { matchesPersonSql } from "#server/store/people/people-search.ts";
import { personNameSql } from "#server/store/people/person-name.ts";
import { differenceSql, fateSql } from "./broadcast-figures.ts";
import { outcomeSql } from "./broadcast-outcomes.ts";

/** Whom a check looks at: people of the audience who existed when it began. */
export type Members = { condition: SQL; before: number };

const isMember = ({ condition, before }: Members): SQL =>
  sql`p.created_at <= to_timestamp(${before / 1000}::float8) AND ${condition}`;

export const countMembers = async (db: Reader, members: Members): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM people p WHERE ${isMember(members)}`,
  );
  return rows[0]?.count ?? 0;
};

/** Whom the sender may leave out, of the person with this id and the thread `t`. */
const leaveOutSql = (personId: SQL, midnight: Date): Record<BroadcastLeaveOut, SQL> => ({
  in_sequence: sql`EXISTS (SELECT FROM sequence_runs own JOIN rules ON rules.id = own.rule_id
                            WHERE own.person_id = ${personId} AND own.state <> 'ended' AND NOT rules.is_broadcast)`,
  written_today: sql`coalesce(t.last_human_at >= ${midnight.toISOString()}, false)`,
  open_conversation: sql`coalesce(t.state = 'open' AND t.last_inbound_at IS NOT NULL, false)`,
});

export type Member = {
  id: string;
  isInSequence: boolean;
  isWrittenToday: boolean;
  hasOpenConversation: boolean;
};

/** The next people by id, with what the sender may leave them out for. */
export const readMembers = async (
  db: Reader,
  members: Members,
  { after, limit, midnight }: { after: string | null; limit: number; midnight: Date },
): Promise<Member[]> => {
  const leaveOut = leaveOutSql(sql`page.id`, midnight);
  const { rows } = await db.execute<Member>(sql`
    SELECT page.id, ${leaveOut.written_today} AS "isWrittenToday",
           ${leaveOut.open_conversation} AS "hasOpenConversation", ${leaveOut.in_sequence} AS "isInSequence"
      FROM (SELECT p.id FROM people p
             WHERE ${after === null ? sql`true` : sql`p.id > ${after}`} AND ${isMember(members)}
             ORDER BY p.id LIMIT ${limit}) page
      LEFT JOIN threads t ON t.person_id = page.id ORDER BY page.id`);
  return rows;
};

type CheckKey = { id: string; checkNumber: number };

/** Which of the addresses somebody gets it at already. */
export const findTakenAddresses = async (
  db: Reader,
  { id, checkNumber }: CheckKey,
  addresses: readonly string[],
): Promise<Set<string>> => {
  if (addresses.length === 0) return new Set();
  const { rows } = await db.execute<{ address: string }>(sql`
    SELECT DISTINCT address FROM broadcast_people
     WHERE broadcast_id = ${id} AND check_number = ${checkNumber} AND ruling <> 'stop'
       AND address = ANY(${sql.param([...addresses])}::text[])`);
  return new Set(rows.map(({ address }) => address));
};

export type RuledPerson = {
  place: number;
  personId: string;
  ruling: BroadcastRuling;
  until: string | null;
  reasons: Reason[];
  channel: string | null;
  address: string | null;
  runId: string;
};

export const insertRuledPeople = async (
  tx: Tx,
  { id, checkNumber }: CheckKey,
  people: readonly RuledPerson[],
): Promise<void> => {
  if (people.length === 0) return;
  await tx.execute(sql`
    INSERT INTO broadcast_people (broadcast_id, check_number, place, person_id, ruling, until, reasons, channel, address, run_id)
    SELECT ${id}, ${checkNumber}, place, "personId", ruling, until, reasons, channel, address, "runId"
      FROM jsonb_to_recordset(${JSON.stringify(people)}::jsonb) AS row (
        place int, "personId" uuid, ruling text, until timestamptz, reasons jsonb, channel text, address text, "runId" uuid)
     WHERE EXISTS (SELECT FROM people WHERE people.id = row."personId")`);
};

/** Rows of earlier checks; returns how many were deleted. */
export const deleteOldChecks = async (
  tx: Tx,
  { id, checkNumber }: CheckKey,
  limit: number,
): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    DELETE FROM broadcast_people
     WHERE run_id IN (
       SELECT run_id FROM broadcast_people
        WHERE broadcast_id = ${id} AND check_number < ${checkNumber} LIMIT ${limit})`);
  return rowCount ?? 0;
};

export type NextPerson = { place: number; personId: string; runId: string };

/** The next people who are to get it, and were not merged with one who got it. */
export const readNextPeople = async (
  tx: Tx,
  { id, checkNumber, begunTo }: CheckKey & { begunTo: number },
  limit: number,
): Promise<NextPerson[]> => {
  const { rows } = await tx.execute<NextPerson>(sql`
    SELECT place, person_id AS "personId", run_id AS "runId" FROM broadcast_people
     WHERE broadcast_id = ${id} AND check_number = ${checkNumber} AND ruling <> 'stop' AND place > ${begunTo}
     ORDER BY place LIMIT ${limit}`);
  return rows;
};

/** Which of the people have a run of the broadcast, ended or not. */
export const findBegun = async (
  db: Reader,
  broadcastId: string,
  personIds: readonly string[],
): Promise<Set<string>> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT DISTINCT person_id AS id FROM sequence_runs
     WHERE person_id = ANY(${sql.param([...personIds])}::uuid[]) AND rule_id = ${broadcastId}`);
  return new Set(rows.map(({ id }) => id));
};

export type BroadcastPeopleFilter = {
  ruling?: string | undefined;
  code?: string | undefined;
  channel?: string | undefined;
  fate?: string | undefined;
  difference?: string | undefined;
  outcome?: PersonOutcome | undefined;
  leaveOut?: { choice: BroadcastLeaveOut; midnight: Date } | undefined;
  search?: string | undefined;
};

/** On `broadcast_people b` with their person `p`, run `r` and last message `a`. */
const matchesFilter = ({
  ruling,
  code,
  channel,
  fate,
  difference,
  outcome,
  leaveOut,
  search,
}: BroadcastPeopleFilter): SQL => {
  const message = { status: sql`a.status`, reasons: sql`a.reasons` };
  const differs = differenceSql(sql`b.ruling`, message, { state: sql`r.state`, why: sql`r.why` });
  const conditions = [
    ...(ruling === undefined
      ? []
      : [ruling === "planned" ? sql`b.ruling <> 'stop'` : sql`b.ruling = ${ruling}`]),
    ...(code === undefined
      ? []
      : [sql`coalesce(b.reasons -> 0 ->> 'code', ${noReason}::text) = ${code}::text`]),
    ...(channel === undefined ? [] : [sql`b.channel = ${channel}`]),
    ...(fate === undefined ? [] : [sql`${fateSql(sql`a.status`, sql`r.state`)} = ${fate}`]),
    ...(difference === undefined ? [] : [sql`${differs} = ${difference}`]),
    ...(outcome === undefined ? [] : [outcomeSql(outcome)]),
    ...(leaveOut === undefined
      ? []
      : [sql`b.ruling <> 'stop'`, leaveOutSql(sql`b.person_id`, leaveOut.midnight)[leaveOut.choice]]),
    ...(search ? [matchesPersonSql(search)] : []),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `);
};

const listedPeople = sql`
  broadcast_people b JOIN people p ON p.id = b.person_id LEFT JOIN sequence_runs r ON r.id = b.run_id
  LEFT JOIN threads t ON t.person_id = b.person_id
  LEFT JOIN LATERAL (SELECT id, type, status, reasons FROM actions WHERE rule_run_id = b.run_id
                      ORDER BY created_at DESC, id DESC LIMIT 1) a ON true`;

type PersonRow = Omit<BroadcastPerson, "person"> & { place: number; personId: string; name: string | null };

/** In the order of the check. One more than the limit shows that there are others. */
export const listBroadcastPeople = async (
  db: Reader,
  { id, checkNumber }: CheckKey,
  { cursor = 0, ...filter }: BroadcastPeopleFilter & { cursor?: number | undefined },
  limit: number,
): Promise<(BroadcastPerson & { place: number })[]> => {
  const { rows } = await db.execute<PersonRow>(sql`
    SELECT b.place, b.person_id AS "personId", ${personNameSql} AS name, b.ruling, b.until, b.reasons, b.channel,
           r.id AS "runId",
           CASE WHEN a.id IS NOT NULL THEN jsonb_build_object(
             'id', a.id, 'channel', a.type, 'status', a.status, 'reasons', coalesce(a.reasons, '[]')) END AS message
      FROM ${listedPeople}
     WHERE b.broadcast_id = ${id} AND b.check_number = ${checkNumber} AND b.place > ${cursor}
       AND ${matchesFilter(filter)}
     ORDER BY b.place LIMIT ${limit + 1}`);
  return rows.map(({ personId, name, until, ...row }) => ({
    ...row,
    until: until === null ? null : new Date(until).toISOString(),
    person: { id: personId, name: name === null ? null : formatPhone(name) },
  }));
};

export type ExportedBroadcastPerson = Pick<BroadcastPerson, "ruling" | "reasons" | "channel"> & {
  personId: string;
  name: string | null;
  address: string | null;
  until: string | null;
  fate: MessageFate | null;
};

const exportPage = 1000;

/** All people that match, in the order of the check, page by page. */
export async function* readBroadcastPeople(
  db: Reader,
  { id, checkNumber }: CheckKey,
  filter: BroadcastPeopleFilter,
): AsyncGenerator<ExportedBroadcastPerson[]> {
  let after = 0;
  for (;;) {
    const { rows } = await db.execute<ExportedBroadcastPerson & { place: number }>(sql`
      SELECT b.place, b.person_id AS "personId", ${personNameSql} AS name, b.address, b.channel, b.ruling, b.until, b.reasons,
             ${fateSql(sql`a.status`, sql`r.state`)} AS fate
        FROM ${listedPeople}
       WHERE b.broadcast_id = ${id} AND b.check_number = ${checkNumber} AND b.place > ${after}
         AND ${matchesFilter(filter)}
       ORDER BY b.place LIMIT ${exportPage}`);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ place: _place, until, ...person }) => ({
      ...person,
      until: until === null ? null : new Date(until).toISOString(),
    }));
    after = last.place;
  }
}

/**
 * Stops those of these people whose address became another one since the check, which somebody else of the broadcast
 * has: each address gets it once. Returns the runs that do not begin.
 */
export const stopRepeatedAddresses = async (tx: Tx, runIds: readonly string[]): Promise<Set<string>> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    UPDATE broadcast_people b SET ruling = 'stop', reasons = '[{"code": "broadcast_same_address"}]'
      FROM (SELECT own.run_id, CASE WHEN own.channel = 'email' THEN lower(p.email) ELSE p.phone END AS address
              FROM broadcast_people own JOIN people p ON p.id = own.person_id
             WHERE own.run_id = ANY(${sql.param([...runIds])}::uuid[]) AND own.channel <> 'x') now_at
     WHERE b.run_id = now_at.run_id AND now_at.address IS DISTINCT FROM b.address
       AND EXISTS (SELECT FROM broadcast_people other
                    WHERE other.broadcast_id = b.broadcast_id AND other.check_number = b.check_number
                      AND other.address = now_at.address AND other.ruling <> 'stop' AND other.run_id <> b.run_id)
    RETURNING b.run_id AS id`);
  return new Set(rows.map(({ id }) => id));
};
