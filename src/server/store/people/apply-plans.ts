import { sql } from "drizzle-orm";
import { contactAddressKindOf } from "#domain/channels/channel.ts";
import type { SuppressionScope } from "#domain/compliance/suppression.ts";
import { addressKind } from "#domain/people/person-address.ts";
import type { PersonColumnName } from "#domain/people/person-columns.ts";
import type { PersonPlan } from "#domain/people/plan-change.ts";
import type { Tx } from "#server/db/database.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";
import { restartDateWaits, wakeRuns } from "#server/store/automation/sequence-runs.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { insertConsents } from "#server/store/compliance/consents.ts";
import { insertOptOuts } from "#server/store/compliance/suppressions.ts";
import { addNotes } from "#server/store/conversations/notes.ts";
import { wakeHeldActions } from "#server/store/delivery/actions.ts";
import type { WriteContext } from "#server/store/write.ts";
import { insertPeopleSql, updatePeopleSql } from "./person-sql.ts";
import { addPossibleDuplicates } from "./possible-duplicates.ts";
import { enqueueProfiles } from "./profile-queue.ts";
import { addToTimeline } from "./timeline.ts";

const insertPeople = async (tx: Tx, plans: readonly PersonPlan[]): Promise<void> => {
  if (plans.length > 0) await tx.execute(insertPeopleSql(plans.map(({ after }) => after)));
};

const updatePeople = async (tx: Tx, plans: readonly PersonPlan[]): Promise<void> => {
  const columns = new Set<PersonColumnName>(plans.flatMap(({ changed }) => changed));
  if (columns.size === 0) return;
  await tx.execute(
    updatePeopleSql(
      plans.map(({ after }) => after),
      [...columns],
    ),
  );
};

const addAddresses = async (tx: Tx, plans: readonly PersonPlan[]): Promise<void> => {
  const rows = plans.flatMap(({ after, addresses }) =>
    addresses.map((address) => ({ personId: after.id, ...address })),
  );
  if (rows.length === 0) return;
  await tx.execute(sql`
    INSERT INTO person_addresses (person_id, kind, value, label, state)
    SELECT "personId", kind, value, label, coalesce(state, 'active')
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (
        "personId" uuid, kind text, value text, label text, state text)
    ON CONFLICT (person_id, kind, value) DO UPDATE SET label = excluded.label
     WHERE person_addresses.label IS NULL AND excluded.label IS NOT NULL`);
};

/** One that is kept if it was used stays once the person has written from it or an opt-out may rest on it. */
const removeAddresses = async (tx: Tx, plans: readonly PersonPlan[]): Promise<void> => {
  const rows = plans.flatMap(({ after, removedAddresses }) =>
    removedAddresses.map((address) => ({ personId: after.id, ...address })),
  );
  if (rows.length === 0) return;
  await tx.execute(sql`
    DELETE FROM person_addresses a
     USING jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row ("personId" uuid, value text, "isKeptIfUsed" boolean)
     WHERE a.person_id = row."personId" AND a.value = row.value AND NOT a.is_primary
       AND (NOT row."isKeptIfUsed" OR (a.last_inbound_at IS NULL AND a.hash IS NOT NULL
            AND NOT EXISTS (SELECT FROM suppressions s WHERE s.address_hash = a.hash)))`);
};

/** All addresses of a person as the plan leaves them. */
const addressesOf = ({ after, addresses }: PersonPlan): string[] => [
  ...new Set(
    [
      ...after.addresses,
      ...addresses.map(({ value }) => value),
      after.email?.toLowerCase(),
      after.phone,
    ].flatMap((address) => address ?? []),
  ),
];

const isInScope = (address: string, scope: SuppressionScope): boolean =>
  scope === "all" || addressKind(address) === contactAddressKindOf(scope);

const optOut = (tx: Tx, plans: readonly PersonPlan[], hash: AddressHash): Promise<void> =>
  insertOptOuts(
    tx,
    plans.flatMap((plan) =>
      plan.optOuts.flatMap((scope) =>
        addressesOf(plan)
          .filter((address) => isInScope(address, scope))
          .map((address) => ({
            hash: hash(address).toString("hex"),
            scope,
            source: plan.source.kind === "sync" ? ("sync" as const) : ("import" as const),
            actorId: plan.source.actorId,
            causedBy: plan.source.causedBy ?? plan.after.id,
          })),
      ),
    ),
  );

/**
 * Stores the hashes of those new addresses that have opted out before, so that queries know it at once. A job computes
 * the others: an update of every new address would slow down recording by a fifth.
 */
const hashSuppressed = async (tx: Tx, plans: readonly PersonPlan[], hash: AddressHash): Promise<void> => {
  const rows = plans
    .filter(
      ({ before, changed, addresses }) =>
        before === null || addresses.length > 0 || changed.includes("email") || changed.includes("phone"),
    )
    .flatMap((plan) =>
      addressesOf(plan).map((value) => ({
        personId: plan.after.id,
        value,
        hash: hash(value).toString("hex"),
      })),
    );
  if (rows.length === 0) return;
  await tx.execute(sql`
    WITH suppressed AS MATERIALIZED (
      SELECT row.*, s.address_hash
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row ("personId" uuid, value text, hash text)
       CROSS JOIN LATERAL (SELECT address_hash FROM suppressions
                            WHERE address_hash = decode(row.hash, 'hex') LIMIT 1) s)
    UPDATE person_addresses a SET hash = suppressed.address_hash
      FROM suppressed WHERE a.person_id = suppressed."personId" AND a.value = suppressed.value AND a.hash IS NULL`);
};

/**
 * Applies plans of people whom the caller has locked: their rows, addresses, consents, opt-outs, notes, timeline and
 * pairs, and looks again at messages that wait. Nothing else writes these tables. All statements are sent together.
 */
export const applyPlans = async (
  { tx, touch }: Pick<WriteContext, "tx" | "touch">,
  plans: readonly PersonPlan[],
  hash: AddressHash,
): Promise<void> => {
  const added = plans.filter(({ before }) => before === null);
  const changed = plans.filter(({ before, changed: columns }) => before !== null && columns.length > 0);
  const woken = plans.filter(({ wakes }) => wakes).map(({ after }) => after.id);
  if (woken.length > 0) touch("actions");
  await inOneRoundTrip([
    // First, because the other rows refer to them.
    insertPeople(tx, added),
    updatePeople(tx, changed),
    addAddresses(tx, plans),
    removeAddresses(tx, plans),
    insertConsents(
      tx,
      plans.flatMap(({ after, source, consents }) =>
        consents.map(({ isFlagKept, ...consent }) => ({
          personId: after.id,
          actorId: source.actorId,
          causedBy: source.causedBy,
          ...consent,
        })),
      ),
    ),
    optOut(tx, plans, hash),
    hashSuppressed(tx, plans, hash),
    addNotes(
      tx,
      plans.flatMap(({ after, source, notes }) =>
        notes.map((text) => ({ personId: after.id, userId: source.actorId, text })),
      ),
    ),
    addPossibleDuplicates(
      tx,
      plans.flatMap(({ after, source, possibleDuplicates }) =>
        possibleDuplicates.map((pair) => ({ personId: after.id, causedBy: source.causedBy, ...pair })),
      ),
    ),
    addToTimeline(
      tx,
      plans.flatMap(({ after, source, entries }) =>
        entries.map((entry) => ({
          personId: after.id,
          source: source.name,
          causedBy: source.causedBy,
          ...entry,
        })),
      ),
    ),
    enqueueProfiles(
      tx,
      changed.map(({ after }) => after.id),
    ),
    // Last, because senders lock messages before people.
    wakeHeldActions(tx, woken),
    // A run of a sequence may end with the stage.
    wakeRuns(
      tx,
      changed.filter(({ changed: columns }) => columns.includes("status")).map(({ after }) => after.id),
    ),
    restartDateWaits(
      tx,
      changed.filter(({ changed: columns }) => columns.includes("fields")).map(({ after }) => after.id),
    ),
  ]);
};
