import { sql } from "drizzle-orm";
import { consentChannels, contactAddressKindOf } from "#domain/channels/channel.ts";
import type { CodedReason } from "#domain/coded-reason.ts";
import { changeSource } from "#domain/people/change-source.ts";
import { type PersonColumnName, personColumns } from "#domain/people/person-columns.ts";
import type { PersonRecord } from "#domain/people/person-record.ts";
import { completePlan } from "#domain/people/plan-change.ts";
import type { Tx } from "#server/db/database.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { wakeHeldActions } from "#server/store/delivery/actions.ts";
import type { WriteContext } from "#server/store/write.ts";
import { applyPlans } from "./apply-plans.ts";
import { findSurvivor, type StoredMerge } from "./merge.ts";
import { type MovedRows, moveLaterRows, moveRowsBack } from "./merge-moves.ts";
import { insertStored } from "./merge-restore.ts";
import { lockForMerge } from "./merge-snapshot.ts";
import { personColumnNames } from "./person-sql.ts";
import { lockOnePerson } from "./stored-people.ts";
import { addToTimeline } from "./timeline.ts";

type MergedRow = { id: string; survivorId: string; mergedAt: string; stored: StoredMerge; moved: MovedRows };

/** `kept`: fields of the survivor that were edited since and stay as they are. */
export type UndoneMerge =
  | { ok: true; survivorId: string; kept: string[]; later: number }
  | { ok: false; reason: CodedReason<"merge_gone" | "merged_again"> };

type Row = Record<string, unknown>;

/** Columns that an undo never puts back by comparing: they are set otherwise, or only ever grow stricter. */
const ownColumns = new Set(["id", "updated_at", "consents", "search"]);

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Takes a merge back: the other person returns with what the merge moved and with what came from their addresses since.
 * Refusals stay with both, so that nobody can be contacted whom the merged person could not.
 */
export const undoMerge = async (
  context: Pick<WriteContext, "tx" | "touch" | "clock">,
  mergedId: string,
  hash: AddressHash,
): Promise<UndoneMerge> => {
  const { tx } = context;
  const survivor = await findSurvivor(tx, mergedId);
  if (survivor === undefined) return { ok: false, reason: { code: "merge_gone" } };
  // Before the row of the merge, as a merge locks them.
  await lockForMerge(tx, [survivor]);
  const found = await tx.execute<MergedRow>(sql`
    SELECT id, survivor_id AS "survivorId", merged_at AS "mergedAt", "row" AS stored, moved
      FROM merged_people WHERE id = ${mergedId} FOR UPDATE`);
  const [merge] = found.rows;
  if (!merge || Object.keys(merge.stored).length === 0) return { ok: false, reason: { code: "merge_gone" } };
  const { survivorId, stored, moved, mergedAt } = merge;
  if (survivorId !== stored.survivorId || survivorId !== survivor)
    return { ok: false, reason: { code: "merged_again" } };
  const { rows } = await tx.execute<{ row: Row }>(
    sql`SELECT to_jsonb(p) - 'search' - 'further_addresses' AS row FROM people p WHERE id = ${survivorId}`,
  );
  const current = rows[0]?.row;
  const person = await lockOnePerson(tx, survivorId);
  if (!current || !person) return { ok: false, reason: { code: "merge_gone" } };
  const kept = await restoreSurvivor(context, person, current, stored, hash);
  await restoreOther(tx, current, stored);
  const owned = new Set(stored.survivor.addresses.map(({ value }) => String(value)));
  const theirs = stored.other.addresses
    .map(({ value }) => String(value))
    .filter((value) => !owned.has(value));
  await restoreAddresses(tx, survivorId, stored, theirs);
  await moveRowsBack(tx, moved, survivorId, mergedId);
  await moveRunMessages(tx, mergedId);
  const later = await moveLaterRows(tx, {
    fromId: survivorId,
    toId: mergedId,
    addresses: theirs,
    since: mergedAt,
  });
  await restoreRest(tx, survivorId, stored, moved);
  await tx.execute(sql`DELETE FROM merged_people WHERE id = ${mergedId}`);
  await endBorrowedConsents(tx, survivorId, current, { otherId: mergedId, since: mergedAt });
  await keepLaterRefusals(tx, survivorId, mergedId, mergedAt);
  await addToTimeline(
    tx,
    [survivorId, mergedId].map((personId) => ({
      personId,
      eventType: "merge_undone" as const,
      source: "user",
      title: "Merge undone",
      description: null,
      metadata: {},
      causedBy: mergedId,
    })),
  );
  await wakeHeldActions(tx, [survivorId, mergedId]);
  return { ok: true, survivorId, kept, later };
};

/** Messages that runs made since the merge belong to the person whose run it is again. */
const moveRunMessages = async (tx: Tx, personId: string): Promise<void> => {
  await tx.execute(sql`
    UPDATE actions a SET person_id = r.person_id FROM sequence_runs r
     WHERE r.person_id = ${personId} AND r.state = 'acting' AND a.rule_run_id = r.id AND a.step_id = r.step_id
       AND a.person_id <> r.person_id AND a.status IN ('pending', 'held')`);
};

/** A refusal that came, or was joined, since stays; a consent that went with the merge comes back with its person only. */
const strictConsents = (before: Row, now: Row): Row =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((channel) => {
      if (channel === "dnc")
        return before.dnc === true || now.dnc === true ? [[channel, true]] : [[channel, before.dnc ?? false]];
      if (before[channel] === false || now[channel] === false) return [[channel, false]];
      return before[channel] === undefined ? [] : [[channel, before[channel]]];
    }),
  );

/** A value of a stored row as code has it. */
const codeValue = (name: PersonColumnName, value: unknown): unknown =>
  personColumns[name].type === "timestamptz" && typeof value === "string" ? Date.parse(value) : value;

/** Puts back each column that still holds what the merge wrote. */
const restoreSurvivor = async (
  context: Pick<WriteContext, "tx" | "touch" | "clock">,
  person: PersonRecord,
  current: Row,
  { survivor: { person: before }, result }: StoredMerge,
  hash: AddressHash,
): Promise<string[]> => {
  const columns = Object.keys(before).filter(
    (column) => !ownColumns.has(column) && !isSame(before[column], result[column]),
  );
  const back = columns.filter((column) => isSame(current[column], result[column]));
  const restored = personColumnNames.flatMap((name) => {
    const { column } = personColumns[name];
    return back.includes(column) ? [[name, codeValue(name, before[column])] as const] : [];
  });
  const consents = strictConsents(before.consents as Row, current.consents as Row);
  const plan = completePlan(
    { before: person, after: { ...person, ...Object.fromEntries(restored), consents }, entries: [] },
    changeSource("undo"),
    context.clock.now(),
  );
  await applyPlans(context, [plan], hash);
  return columns.filter((column) => !back.includes(column));
};

const restoreOther = async (tx: Tx, current: Row, { other, result }: StoredMerge): Promise<void> => {
  const consentsSince = current.consents as Row;
  const atMerge = (result.consents ?? {}) as Row;
  // What was refused after the merge may have been meant by either.
  const since = Object.fromEntries(
    Object.entries(consentsSince).filter(
      ([channel, value]) => value !== atMerge[channel] && value === (channel === "dnc"),
    ),
  );
  const person = { ...other.person, consents: strictConsents(other.person.consents as Row, since) };
  await insertStored(tx, "people", [person]);
};

const restoreAddresses = async (
  tx: Tx,
  survivorId: string,
  { other, survivor }: StoredMerge,
  theirs: string[],
): Promise<void> => {
  // An address that the survivor's column still names was confirmed since, and stays.
  await tx.execute(sql`
    DELETE FROM person_addresses a USING people p
     WHERE p.id = ${survivorId} AND a.person_id = p.id AND a.value = ANY(${sql.param(theirs)}::text[])
       AND a.value IS DISTINCT FROM lower(p.email) AND a.value IS DISTINCT FROM p.phone`);
  const otherId = String(other.person.id);
  await tx.execute(sql`DELETE FROM person_addresses WHERE person_id = ${otherId}`);
  await insertStored(tx, "person_addresses", other.addresses);
  await insertStored(
    tx,
    "person_addresses",
    survivor.addresses.map((address) => ({ ...address, is_primary: false })),
  );
};

/** A conversation that went on since keeps its state; the other person's returns as it was. */
const restoreRest = async (
  tx: Tx,
  survivorId: string,
  { other, survivor }: StoredMerge,
  moved: MovedRows,
): Promise<void> => {
  const otherId = String(other.person.id);
  await tx.execute(sql`
    DELETE FROM drafts WHERE person_id = ${survivorId}
       AND user_id = ANY(${sql.param(other.drafts.map(({ user_id }) => user_id))}::uuid[])
       AND user_id <> ALL(${sql.param(survivor.drafts.map(({ user_id }) => user_id))}::uuid[])`);
  await tx.execute(sql`
    DELETE FROM score_snapshots s USING jsonb_populate_recordset(NULL::score_snapshots, ${JSON.stringify(other.moments)}::jsonb) o
     WHERE s.person_id = ${survivorId} AND s.day = o.day AND s.stage = o.stage AND s.taken_at = o.taken_at`);
  await insertStored(tx, "drafts", other.drafts);
  await insertStored(tx, "thread_reads", other.reads);
  await insertStored(tx, "score_snapshots", other.moments);
  await insertStored(tx, "conversations", other.conversations);
  await restoreConversations(tx, survivorId, survivor.conversations, other.conversations);
  await insertStored(tx, "threads", [await withPresentTeam(tx, other.thread)]);
  await insertStored(tx, "ai_profiles", [other.profile]);
  await insertStored(tx, "person_summaries", [other.summary]);
  await insertStored(tx, "possible_duplicates", await withExisting(tx, other.duplicates));
  if (moved.merged_people)
    await tx.execute(sql`
      UPDATE merged_people SET survivor_id = ${otherId}
       WHERE id = ANY(${sql.param(moved.merged_people)}::uuid[]) AND survivor_id = ${survivorId}`);
  await tx.execute(sql`
    UPDATE episodes SET closed_at = NULL, how = NULL
     WHERE person_id = ${otherId} AND how = 'merged'
       AND NOT EXISTS (SELECT FROM episodes open WHERE open.person_id = ${otherId} AND open.closed_at IS NULL)`);
  await restoreThread(tx, survivorId, survivor.thread);
  // The merge said that they are one; the undo says for ever that they are not.
  await tx.execute(sql`
    INSERT INTO possible_duplicates (person_id, other_id, reason, decision, decided_at)
    VALUES (greatest(${survivorId}::uuid, ${otherId}::uuid), least(${survivorId}::uuid, ${otherId}::uuid), 'similar', 'different', now())
    ON CONFLICT (person_id, other_id) DO UPDATE SET decision = 'different', decided_at = now()`);
};

/** The pairs of which both people are here; one of them may have been erased or merged since. */
const withExisting = async (tx: Tx, pairs: readonly Row[]): Promise<Row[]> => {
  const ids = pairs.flatMap(({ person_id, other_id }) => [person_id, other_id]);
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT id FROM people WHERE id = ANY(${sql.param(ids)}::uuid[]) FOR KEY SHARE`,
  );
  const existing = new Set<unknown>(rows.map(({ id }) => id));
  return pairs.filter(({ person_id, other_id }) => existing.has(person_id) && existing.has(other_id));
};

/** A thread without its team, if that was deleted since. */
const withPresentTeam = async (tx: Tx, thread: Row | null): Promise<Row | null> => {
  if (!thread?.team_id) return thread;
  const { rows } = await tx.execute(
    sql`SELECT FROM teams WHERE id = ${String(thread.team_id)}::uuid FOR KEY SHARE`,
  );
  return rows.length > 0 ? thread : { ...thread, team_id: null };
};

/** Times that came from the other person go with them; a message since then keeps its own. */
const restoreConversations = async (
  tx: Tx,
  survivorId: string,
  before: readonly Row[],
  others: readonly Row[],
): Promise<void> => {
  await tx.execute(sql`
    UPDATE conversations c SET
           last_inbound_at = CASE WHEN c.last_inbound_at = o.last_inbound_at THEN b.last_inbound_at ELSE c.last_inbound_at END,
           last_outbound_at = CASE WHEN c.last_outbound_at = o.last_outbound_at THEN b.last_outbound_at ELSE c.last_outbound_at END
      FROM jsonb_populate_recordset(NULL::conversations, ${JSON.stringify(others)}::jsonb) o
      LEFT JOIN jsonb_populate_recordset(NULL::conversations, ${JSON.stringify(before)}::jsonb) b ON b.channel = o.channel
     WHERE c.person_id = ${survivorId} AND c.channel = o.channel`);
  await tx.execute(sql`
    DELETE FROM conversations WHERE person_id = ${survivorId} AND last_inbound_at IS NULL AND last_outbound_at IS NULL`);
};

/** The survivor's thread as it was, unless something came into it since the merge. */
const restoreThread = async (tx: Tx, survivorId: string, before: Row | null): Promise<void> => {
  const { rows } = await tx.execute<{ unchanged: boolean }>(sql`
    SELECT NOT EXISTS (SELECT FROM messages m WHERE m.person_id = t.person_id AND m.at > t.last_item_at)
           AND NOT EXISTS (SELECT FROM episodes e WHERE e.person_id = t.person_id AND e.opened_at > t.last_item_at) AS unchanged
      FROM threads t WHERE t.person_id = ${survivorId}`);
  if (rows[0] && !rows[0].unchanged) return;
  await tx.execute(sql`DELETE FROM threads WHERE person_id = ${survivorId}`);
  await insertStored(tx, "threads", [await withPresentTeam(tx, before)]);
};

/**
 * A consent that came with or after the merge was given for the address that the survivor had then. Where that address
 * goes back, the consent before the merge counts again; where there was none, it ends.
 */
const endBorrowedConsents = async (
  tx: Tx,
  survivorId: string,
  merged: Row,
  { otherId, since }: { otherId: string; since: string },
): Promise<void> => {
  const { rows } = await tx.execute<{ email: string | null; phone: string | null }>(
    sql`SELECT email, phone FROM people WHERE id = ${survivorId}`,
  );
  const changed = consentChannels.filter((channel) => {
    const kind = contactAddressKindOf(channel);
    return (rows[0]?.[kind] ?? null) !== (merged[kind] ?? null);
  });
  await tx.execute(sql`
    INSERT INTO consent_records (person_id, channel, purpose, state, written, method, proof)
    SELECT ${survivorId}::uuid, newest.channel, newest.purpose, coalesce(own.state, 'denied'),
           coalesce(own.written, false), 'merge',
           CASE WHEN own.id IS NULL OR own.proof IS NOT NULL THEN
             jsonb_strip_nulls(jsonb_build_object('separatedFrom', ${otherId}::text, 'consentId', own.id)) END
      FROM (SELECT DISTINCT ON (channel, purpose) channel, purpose, state, created_at FROM consent_records
             WHERE person_id = ${survivorId} AND channel = ANY(${sql.param(changed)}::text[])
             ORDER BY channel, purpose, created_at DESC, id DESC) newest
      LEFT JOIN LATERAL (
        SELECT id, state, written, proof FROM consent_records before
         WHERE before.person_id = ${survivorId} AND before.channel = newest.channel AND before.purpose = newest.purpose
           -- Times have milliseconds: what has the merge's own is older unless the merge wrote it.
           AND (before.created_at < ${since}::timestamptz
                OR (before.created_at = ${since}::timestamptz AND before.method <> 'merge'))
         ORDER BY created_at DESC, id DESC LIMIT 1) own ON true
     WHERE newest.state <> 'denied' AND newest.created_at >= ${since}::timestamptz`);
};

/** A refusal that was recorded for the merged person counts for both. */
const keepLaterRefusals = async (
  tx: Tx,
  survivorId: string,
  otherId: string,
  since: string,
): Promise<void> => {
  await tx.execute(sql`
    INSERT INTO consent_records (person_id, channel, purpose, state, written, method, proof, actor_id, caused_by)
    SELECT DISTINCT ON (channel, purpose) ${otherId}::uuid, channel, purpose, 'denied', written, 'merge',
           jsonb_build_object('mergedFrom', ${survivorId}::text, 'consentId', id), actor_id, caused_by
      FROM consent_records
     WHERE person_id = ${survivorId} AND state = 'denied' AND method <> 'merge' AND created_at >= ${since}::timestamptz
     ORDER BY channel, purpose, created_at DESC`);
};
