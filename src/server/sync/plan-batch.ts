import { blankPerson } from "#domain/people/person-record.ts";
import { matchRecords, type RecordMatch, recordAddresses } from "#domain/sync/match-records.ts";
import {
  missingRequired,
  type PairPlan,
  type PairSettings,
  planPair,
  planSecond,
  type RemotePerson,
  type SyncPerson,
  takeOptOuts,
} from "#domain/sync/plan-pair.ts";
import type { SyncCounts } from "#domain/sync/sync-state.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { lockAddresses } from "#server/store/people/matching.ts";
import type { StoredSync } from "#server/store/sync/sync-connections.ts";
import { findLinks, type StoredLink } from "#server/store/sync/sync-links.ts";
import { findSyncPeople, readAddresses } from "#server/store/sync/sync-people.ts";
import type { SyncRun } from "./sync-run.ts";

/** What one step compares. */
export type PairBatch = {
  records: readonly RemotePerson[];
  /** People whom the vendor does not have, to be made there. */
  unknownThere?: readonly string[];
  /** Rows of the queue that are done with this step. */
  queued?: readonly number[];
};

export type PlannedPair = {
  plan: PairPlan;
  record: RemotePerson | undefined;
  link: StoredLink | undefined;
  isNew: boolean;
  /** A second contact of a person who is linked with another one: only its opt-outs count. */
  isSecond?: boolean;
  /** A second contact has an opt-out that the linked one lacks. */
  isLinkBehind?: boolean;
};

const add = (counts: SyncCounts, name: keyof SyncCounts, by = 1): void => {
  if (by > 0) counts[name] = (counts[name] ?? 0) + by;
};

export const hasFields = (fields: Record<string, unknown>): boolean => Object.keys(fields).length > 0;

export const planBatch = async (
  db: Reader,
  run: Pick<SyncRun, "service" | "settings" | "hash">,
  sync: StoredSync,
  { records, unknownThere = [] }: PairBatch,
  now: number,
  isLocked: boolean,
): Promise<{ pairs: PlannedPair[]; skipped: RecordMatch<SyncPerson>[]; people: SyncPerson[] }> => {
  const { settings, service, hash } = run;
  const remoteIds = records.map(({ id }) => id);
  const links = await findLinks(db, service, { remoteIds, personIds: unknownThere });
  const linked = links.flatMap(({ personId }) => personId ?? []);
  const addresses = recordAddresses(records, settings.map, settings);
  const ids = [...new Set([...linked, ...unknownThere])];
  // Before the look-up, so that neither an endpoint nor an import makes the same person meanwhile.
  if (isLocked) await lockAddresses(db as Tx, [...addresses, ...(await readAddresses(db, ids))]);
  const people = await findSyncPeople(db, { addresses, ids }, hash, isLocked);
  // A person who was found by an address may be linked with another contact.
  const others = await findLinks(db, service, { remoteIds: [], personIds: people.map(({ id }) => id) });
  const allLinks = [...new Map([...links, ...others].map((link) => [link.remoteId, link])).values()];
  const owners = new Map<string, string>();
  for (const person of people)
    for (const address of person.addresses) if (!owners.has(address)) owners.set(address, person.id);
  const known = new Set(people.map(({ id }) => id));
  const pairSettings: PairSettings = {
    ...settings,
    isForeign: (address, personId) => {
      const owner = owners.get(address);
      // A household may share a telephone number, so a new person may have one that is known.
      return owner !== undefined && owner !== personId && (known.has(personId) || address.includes("@"));
    },
  };
  const linkOf = new Map(allLinks.map((link) => [link.remoteId, link]));
  const matches = matchRecords(records, people, allLinks, settings.map, settings);
  const pairs: PlannedPair[] = [];
  const skipped: RecordMatch<SyncPerson>[] = [];
  for (const match of matches) {
    const { record, verdict, person } = match;
    const link = linkOf.get(record.id);
    // An older version than the one that was seen: the vendor's search is behind.
    if (link?.remoteAt != null && record.updatedAt < link.remoteAt) continue;
    if (person && (verdict === "linked" || verdict === "matched"))
      pairs.push({
        plan: planPair({ person, record, base: link?.values ?? {}, isNew: false }, pairSettings),
        record,
        link,
        isNew: false,
      });
    else if (verdict === "new" && sync.createsHere) {
      const blank: SyncPerson = { ...blankPerson(newId(), now), suppressed: [] };
      const plan = planPair({ person: blank, record, base: {}, isNew: true }, pairSettings);
      pairs.push({ plan, record, link: undefined, isNew: true });
    } else skipped.push(match);
  }
  for (const { record, verdict, person } of skipped) {
    if (verdict !== "second") continue;
    const addresses = recordAddresses([record], settings.map, settings);
    // A person is written once in a batch.
    const pair = pairs.find(({ plan, isNew }) =>
      person
        ? plan.person.id === person.id
        : isNew && addresses.some((one) => one === plan.person.email || one === plan.person.phone),
    );
    if (pair) {
      const known = pair.plan.optOuts.length;
      takeOptOuts(pair.plan, record, pairSettings);
      if (pair.plan.optOuts.length > known) pair.isLinkBehind = true;
    } else if (person) {
      const plan = planSecond(person, record, pairSettings);
      const flags = { isNew: false, isSecond: true, isLinkBehind: true };
      if (plan.optOuts.length > 0) pairs.push({ plan, record, link: undefined, ...flags });
    }
  }
  const emails = new Set<string>();
  for (const id of unknownThere) {
    const person = people.find((candidate) => candidate.id === id);
    const isLinked = allLinks.some(({ personId }) => personId === id);
    if (!person || isLinked || pairs.some(({ plan }) => plan.person.id === id) || !sync.createsThere)
      continue;
    if (person.email !== null && emails.has(person.email)) continue;
    if (person.email !== null) emails.add(person.email);
    const plan = planPair({ person, record: undefined, base: {}, isNew: false }, pairSettings);
    plan.problems.push(...missingRequired(plan, pairSettings));
    pairs.push({ plan, record: undefined, link: undefined, isNew: false });
  }
  return { pairs, skipped, people };
};

export const countPairs = (
  pairs: readonly PlannedPair[],
  skipped: readonly RecordMatch<SyncPerson>[],
): SyncCounts => {
  const counts: SyncCounts = {};
  for (const { plan, record, link, isNew, isSecond } of pairs) {
    if (record && !isNew && !link && !isSecond) add(counts, "matched");
    if (isNew) add(counts, "addedHere");
    else if (hasFields(plan.pulled.after)) add(counts, "changedHere");
    if (!record)
      add(counts, plan.problems.some(({ code }) => code === "required_there") ? "refused" : "addedThere");
    else if (hasFields(plan.pushed.after)) add(counts, "changedThere");
    if (hasFields(plan.conflicts)) add(counts, "conflicts");
  }
  add(counts, "skipped", skipped.length);
  return counts;
};

export const addCounts = (a: SyncCounts, b: SyncCounts): SyncCounts => {
  const sum: SyncCounts = { ...a };
  for (const [name, count] of Object.entries(b)) add(sum, name as keyof SyncCounts, count);
  return sum;
};

/** What a batch would do, without writing anything. */
export const previewBatch = async (
  db: Reader,
  run: Pick<SyncRun, "service" | "settings" | "hash" | "clock">,
  sync: StoredSync,
  batch: PairBatch,
): Promise<SyncCounts> => {
  const { pairs, skipped } = await planBatch(db, run, sync, batch, run.clock.now(), false);
  return countPairs(pairs, skipped);
};
