import { sql } from "drizzle-orm";
import { contactAddressKindOf, conversationChannels } from "#domain/channels/channel.ts";
import type { CodedReason } from "#domain/coded-reason.ts";
import { changeSource } from "#domain/people/change-source.ts";
import { mergeConsentRecords } from "#domain/people/merge-consents.ts";
import { type MergePicks, type MergeProblemCode, mergePeople } from "#domain/people/merge-people.ts";
import type { PersonRecord } from "#domain/people/person-record.ts";
import { completePlan, type PlannedConsent } from "#domain/people/plan-change.ts";
import type { Reason } from "#domain/reason.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { endRepeatedRuns } from "#server/store/automation/end-runs.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { wakeHeldActions } from "#server/store/delivery/actions.ts";
import type { WriteContext } from "#server/store/write.ts";
import { applyPlans } from "./apply-plans.ts";
import { type MovedRows, moveRows } from "./merge-moves.ts";
import { lockForMerge, type PersonSnapshot, readLatestConsents, readSnapshot } from "./merge-snapshot.ts";
import { findPeople } from "./stored-people.ts";

/** What an undo needs, stored with the former person. */
export type StoredMerge = {
  other: PersonSnapshot;
  survivor: PersonSnapshot;
  /** The survivor's row right after the merge: fields that differ by now were edited since. */
  result: Record<string, unknown>;
  /** The survivor at the merge; another one by now means a later merge. */
  survivorId: string;
};

export type MergeRequest = {
  survivorId: string;
  otherId: string;
  picks: MergePicks;
  batchId: string;
  userId: string | null;
};

/** The survivor of a person who was merged; undefined for an id that was never merged. */
export const findSurvivor = async (db: Reader, id: string): Promise<string | undefined> => {
  const { rows } = await db.execute<{ survivorId: string }>(
    sql`SELECT survivor_id AS "survivorId" FROM merged_people WHERE id = ${id}`,
  );
  return rows[0]?.survivorId;
};

export type MergeOutcome = { ok: true } | { ok: false; reason: CodedReason<MergeProblemCode> };

const refuse = (code: MergeProblemCode): MergeOutcome => ({ ok: false, reason: { code } });

/** Merges one person into another, with everything that belongs to them. */
export const mergePair = async (
  context: Pick<WriteContext, "tx" | "touch" | "clock">,
  { survivorId, otherId, picks, batchId, userId }: MergeRequest,
  hash: AddressHash,
): Promise<MergeOutcome> => {
  const { tx, clock } = context;
  if (survivorId === otherId) return refuse("person_gone");
  await lockForMerge(tx, [survivorId, otherId]);
  const people = await findPeople(tx, { ids: [survivorId, otherId], addresses: [], field: null });
  const [survivor, other] = [survivorId, otherId].map((id) => people.find((person) => person.id === id));
  const [survivorBefore, otherBefore] = [await readSnapshot(tx, survivorId), await readSnapshot(tx, otherId)];
  if (!survivor || !other || !survivorBefore || !otherBefore) return refuse("person_gone");
  // What is said in a call is stored for the person with whom it began.
  if (await isInCall(tx, [survivorId, otherId])) return refuse("in_call");
  const { result } = mergePeople(survivor, other, picks);
  const consents = await mergedConsents(tx, survivor, other, result);
  await cancelRepeatedActions(tx, survivorId, otherId);
  await endRepeatedRuns(tx, survivorId, otherId);
  await closeOpenEpisode(tx, survivorId, otherId);
  const moved: MovedRows = await moveRows(tx, otherId, survivorId);
  await joinConversations(tx, survivorId, other, result);
  await joinRest(tx, survivorId, otherId, moved);
  const name = [other.firstName, other.lastName].filter(Boolean).join(" ");
  const entry = {
    eventType: "people_merged" as const,
    title: "Merged with another person",
    description: name || other.email || other.phone,
    metadata: { mergedId: otherId, batchId },
  };
  const plan = completePlan(
    { before: survivor, after: result, consents, entries: [entry] },
    changeSource("merge", { actorId: userId, causedBy: batchId }),
    clock.now(),
  );
  // Only now, because the survivor's addresses follow the columns.
  await applyPlans(context, [plan], hash);
  await keepAddresses(tx, survivorBefore);
  await joinThreads(tx, survivorBefore.thread, otherBefore.thread, survivorId);
  const { rows } = await tx.execute<{ row: Record<string, unknown> }>(
    sql`SELECT to_jsonb(p) - 'search' - 'further_addresses' AS row FROM people p WHERE id = ${survivorId}`,
  );
  const stored: StoredMerge = {
    other: otherBefore,
    survivor: survivorBefore,
    result: rows[0]?.row ?? {},
    survivorId,
  };
  await tx.execute(sql`
    INSERT INTO merged_people (id, survivor_id, batch_id, "row", addresses, moved)
    VALUES (${otherId}, ${survivorId}, ${batchId}, ${JSON.stringify(stored)}::jsonb,
            ${JSON.stringify(otherBefore.addresses)}::jsonb, ${JSON.stringify(moved)}::jsonb)`);
  await tx.execute(sql`DELETE FROM people WHERE id = ${otherId}`);
  // Messages that the other person's place or consent held are now the survivor's.
  await wakeHeldActions(tx, [survivorId]);
  return { ok: true };
};

const isInCall = async (tx: Tx, ids: string[]): Promise<boolean> => {
  const { rows } = await tx.execute(sql`
    SELECT FROM calls WHERE status IN ('ringing', 'in_progress') AND person_id = ANY(${sql.param(ids)}::uuid[]) LIMIT 1`);
  return rows.length > 0;
};

/** The records that the survivor gets. */
const mergedConsents = async (
  tx: Tx,
  survivor: PersonRecord,
  other: PersonRecord,
  result: PersonRecord,
): Promise<PlannedConsent[]> => {
  const consents = await readLatestConsents(tx, [survivor.id, other.id]);
  const added = mergeConsentRecords(
    { consents: consents.get(survivor.id) ?? [], addresses: survivor },
    { consents: consents.get(other.id) ?? [], addresses: other },
    result,
  );
  const proven = await findProven(
    tx,
    added.flatMap(({ repeats }) => repeats ?? []),
  );
  return added.map(({ repeats, ...consent }) => ({
    ...consent,
    method: "merge" as const,
    // A consent without proof has none after a merge either.
    proof:
      repeats === null
        ? { mergedFrom: other.id }
        : proven.has(repeats)
          ? { mergedFrom: other.id, consentId: repeats }
          : null,
    isFlagKept: true,
  }));
};

/** The records that have a proof. */
const findProven = async (tx: Tx, ids: string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT id FROM consent_records WHERE id = ANY(${sql.param(ids)}::uuid[]) AND proof IS NOT NULL`,
  );
  return new Set(rows.map(({ id }) => id));
};

const mergedReason: Reason = { code: "person_merged" };

/** What a rule plans for both is sent once: the survivor's stays. */
const cancelRepeatedActions = async (tx: Tx, survivorId: string, otherId: string): Promise<void> => {
  await tx.execute(sql`
    UPDATE actions SET status = 'cancelled', reasons = ${JSON.stringify([mergedReason])}::jsonb, not_before = NULL
     WHERE person_id = ${otherId} AND status IN ('pending', 'held') AND rule_id IS NOT NULL AND step_id IS NULL
       AND EXISTS (SELECT FROM actions own WHERE own.person_id = ${survivorId} AND own.rule_id = actions.rule_id
                      AND own.type = actions.type AND own.status <> 'cancelled')`);
};

/** A person has one open matter, so the other one's ends with the merge. */
const closeOpenEpisode = async (tx: Tx, survivorId: string, otherId: string): Promise<void> => {
  await tx.execute(sql`
    UPDATE episodes SET closed_at = now(), how = 'merged'
     WHERE person_id = ${otherId} AND closed_at IS NULL
       AND EXISTS (SELECT FROM episodes own WHERE own.person_id = ${survivorId} AND own.closed_at IS NULL)`);
};

/**
 * A message opens its channel for the address that it came from, so it counts for the survivor only where messages go
 * to that address from now on.
 */
const joinConversations = async (
  tx: Tx,
  survivorId: string,
  other: PersonRecord,
  result: PersonRecord,
): Promise<void> => {
  const open = conversationChannels.filter((channel) => {
    // Accounts have no primary one: the survivor is answered at each that they wrote from.
    if (channel === "x") return true;
    const kind = contactAddressKindOf(channel);
    return result[kind] !== null && result[kind] === other[kind];
  });
  await tx.execute(sql`
    INSERT INTO conversations (person_id, channel, last_inbound_at, last_outbound_at)
    SELECT ${survivorId}::uuid, channel, CASE WHEN channel = ANY(${sql.param(open)}::text[]) THEN last_inbound_at END,
           last_outbound_at
      FROM conversations WHERE person_id = ${other.id}
    ON CONFLICT (person_id, channel) DO UPDATE SET
      last_inbound_at = greatest(conversations.last_inbound_at, excluded.last_inbound_at),
      last_outbound_at = greatest(conversations.last_outbound_at, excluded.last_outbound_at)`);
};

/** Rows of which a person has one of each kind. */
const joinRest = async (tx: Tx, survivorId: string, otherId: string, moved: MovedRows): Promise<void> => {
  await tx.execute(sql`
    UPDATE drafts d SET person_id = ${survivorId} WHERE person_id = ${otherId}
       AND NOT EXISTS (SELECT FROM drafts own WHERE own.person_id = ${survivorId} AND own.user_id = d.user_id)`);
  await tx.execute(sql`
    UPDATE score_snapshots s SET person_id = ${survivorId} WHERE person_id = ${otherId}
       AND NOT EXISTS (SELECT FROM score_snapshots own
                        WHERE own.person_id = ${survivorId} AND own.day = s.day AND own.stage = s.stage)`);
  // Of an address that both have, the stricter state counts.
  await tx.execute(sql`
    UPDATE person_addresses own SET state = theirs.state FROM person_addresses theirs
     WHERE own.person_id = ${survivorId} AND theirs.person_id = ${otherId} AND own.kind = theirs.kind
       AND own.value = theirs.value AND own.state = 'active' AND theirs.state <> 'active'`);
  const { rows: addresses } = await tx.execute<{ id: string }>(sql`
    UPDATE person_addresses a SET person_id = ${survivorId}, is_primary = false WHERE person_id = ${otherId}
       AND NOT EXISTS (SELECT FROM person_addresses own
                        WHERE own.person_id = ${survivorId} AND own.kind = a.kind AND own.value = a.value)
    RETURNING id`);
  moved.person_addresses = addresses.map(({ id }) => id);
  const { rows: earlier } = await tx.execute<{ id: string }>(sql`
    UPDATE merged_people SET survivor_id = ${survivorId} WHERE survivor_id = ${otherId} RETURNING id`);
  moved.merged_people = earlier.map(({ id }) => id);
  // Pairs with third people now concern the survivor.
  await tx.execute(sql`
    INSERT INTO possible_duplicates (person_id, other_id, reason, weight, parts, caused_by, decision, decided_by, decided_at)
    SELECT greatest(third, ${survivorId}::uuid), least(third, ${survivorId}::uuid), reason, weight, parts, caused_by,
           decision, decided_by, decided_at
      FROM (SELECT *, CASE WHEN person_id = ${otherId} THEN other_id ELSE person_id END AS third
              FROM possible_duplicates WHERE person_id = ${otherId} OR other_id = ${otherId}) pairs
     WHERE third <> ${survivorId}
    ON CONFLICT DO NOTHING`);
};

/** A merge keeps both people's addresses, also one that its column no longer names. */
const keepAddresses = async (tx: Tx, before: PersonSnapshot): Promise<void> => {
  await tx.execute(sql`
    INSERT INTO person_addresses (id, person_id, kind, value, is_primary, state, label, hash, last_inbound_at, created_at)
    SELECT id, person_id, kind, value, false, state, label, hash, last_inbound_at, created_at
      FROM jsonb_populate_recordset(NULL::person_addresses, ${JSON.stringify(before.addresses)}::jsonb)
    ON CONFLICT DO NOTHING`);
};

type ThreadRow = Record<string, unknown> | null;

/** One thread: open if one of them is, waiting since the earlier time, taken over until the later one. */
const joinThreads = async (
  tx: Tx,
  survivor: ThreadRow,
  other: ThreadRow,
  personId: string,
): Promise<void> => {
  if (!other) return;
  const later = (key: string): unknown =>
    [survivor?.[key], other[key]]
      .filter((value) => typeof value === "string")
      .sort()
      .at(-1) ?? null;
  const earlier = (key: string): unknown =>
    [survivor?.[key], other[key]].filter((value) => typeof value === "string").sort()[0] ?? null;
  const isOpen = survivor?.state === "open" || other.state === "open";
  const base = survivor ?? other;
  const newest = survivor && String(survivor.last_item_at) >= String(other.last_item_at) ? survivor : other;
  const joined = {
    ...base,
    person_id: personId,
    state: isOpen ? "open" : base.state,
    owner_id: survivor?.owner_id ?? other.owner_id,
    team_id: survivor?.team_id ?? other.team_id,
    waiting_since: earlier("waiting_since"),
    snoozed_until: isOpen ? null : base.snoozed_until,
    snoozed_by: isOpen ? null : base.snoozed_by,
    last_item_at: newest.last_item_at,
    last_text: newest.last_text,
    last_channel: newest.last_channel,
    last_direction: newest.last_direction,
    not_sent: newest.not_sent,
    last_inbound_at: later("last_inbound_at"),
    last_human_at: later("last_human_at"),
    taken_until: later("taken_until"),
    taken_by: survivor?.taken_by ?? other.taken_by,
    muted: (survivor?.muted ?? true) === true && other.muted === true,
    under_review: survivor?.under_review === true || other.under_review === true,
  };
  await tx.execute(sql`DELETE FROM threads WHERE person_id = ${personId}`);
  await tx.execute(sql`
    INSERT INTO threads SELECT * FROM jsonb_populate_record(NULL::threads, ${JSON.stringify(joined)}::jsonb)`);
};
