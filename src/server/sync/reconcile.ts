import { blankPerson } from "#domain/import/known-person.ts";
import { matchRecords, type RecordMatch, recordAddresses } from "#domain/sync/match-records.ts";
import {
  missingRequired,
  type PairPlan,
  type PairProblem,
  type PairSettings,
  planPair,
  type RemotePerson,
  type SyncPerson,
} from "#domain/sync/plan-pair.ts";
import type { SyncValue } from "#domain/sync/remote-value.ts";
import type { SyncCounts } from "#domain/sync/sync-state.ts";
import { system } from "#server/audit/entry.ts";
import type { PushedPerson, PushResult } from "#server/connectors/people/people-vendor.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";
import type { JobContext } from "#server/jobs/job.ts";
import { insertImported, writePeople } from "#server/store/batches/import-people.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { insertConsents } from "#server/store/compliance/consents.ts";
import { wakeHeldActions } from "#server/store/delivery/actions.ts";
import { lockAddresses } from "#server/store/people/matching.ts";
import { addToTimeline } from "#server/store/people/timeline.ts";
import {
  confirmPending,
  dropPending,
  insertChanges,
  type NewSyncChange,
  settleChanges,
} from "#server/store/sync/sync-changes.ts";
import {
  lockSync,
  markSyncing,
  type StoredSync,
  type SyncChange,
  saveSyncProgress,
} from "#server/store/sync/sync-connections.ts";
import { findLinks, type SavedLink, type StoredLink, saveLinks } from "#server/store/sync/sync-links.ts";
import { findSyncPeople, optOutSynced, readAddresses } from "#server/store/sync/sync-people.ts";
import { deleteQueued } from "#server/store/sync/sync-queue.ts";
import type { WriteContext } from "#server/store/write.ts";
import { scoreSynced } from "./score-synced.ts";
import type { VendorSession } from "./vendor-session.ts";

/** What the steps of a run share. */
export type SyncRun = {
  job: JobContext;
  service: string;
  label: string;
  fence: string;
  session: VendorSession;
  settings: Omit<PairSettings, "isForeign">;
  hash: AddressHash;
  /** A load scores its people when it ends, because scoring takes longer than loading. */
  isLoad: boolean;
  /** Whether screens are told of this page; of a load, about one page a second. */
  isToldNow: (isLoad: boolean) => boolean;
};

/** Another worker has taken the sync over, or an operator paused or changed it. */
export class SyncTaken extends Error {}

/** What one step compares. */
export type PairBatch = {
  records: readonly RemotePerson[];
  /** People whom the vendor does not have, to be made there. */
  unknownThere?: readonly string[];
  /** Rows of the queue that are done with this step. */
  queued?: readonly number[];
};

type PlannedPair = {
  plan: PairPlan;
  record: RemotePerson | undefined;
  link: StoredLink | undefined;
  isNew: boolean;
};

type Outgoing = {
  changeId: string;
  person: PushedPerson;
  /** What both sides have once the vendor has accepted it. */
  base: Record<string, SyncValue>;
  remoteAt: number | null;
  problems: PairProblem[];
};

const add = (counts: SyncCounts, name: keyof SyncCounts, by = 1): void => {
  if (by > 0) counts[name] = (counts[name] ?? 0) + by;
};

const hasFields = (fields: Record<string, unknown>): boolean => Object.keys(fields).length > 0;

const planBatch = async (
  db: Reader,
  run: Pick<SyncRun, "service" | "settings" | "hash">,
  sync: StoredSync,
  { records, unknownThere = [] }: PairBatch,
  now: number,
  isLocked: boolean,
): Promise<{ pairs: PlannedPair[]; skipped: RecordMatch<SyncPerson>[] }> => {
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
  const matches = matchRecords(records, people, allLinks, settings.map, settings);
  const pairs: PlannedPair[] = [];
  const skipped: RecordMatch<SyncPerson>[] = [];
  for (const match of matches) {
    const { record, verdict, person } = match;
    const link = allLinks.find(({ remoteId }) => remoteId === record.id);
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
  return { pairs, skipped };
};

const countPairs = (
  pairs: readonly PlannedPair[],
  skipped: readonly RecordMatch<SyncPerson>[],
): SyncCounts => {
  const counts: SyncCounts = {};
  for (const { plan, record, link, isNew } of pairs) {
    if (record && !isNew && !link) add(counts, "matched");
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
  run: Pick<SyncRun, "service" | "settings" | "hash">,
  sync: StoredSync,
  batch: PairBatch,
): Promise<SyncCounts> => {
  const { pairs, skipped } = await planBatch(db, run, sync, batch, Date.now(), false);
  return countPairs(pairs, skipped);
};

const inChange = ({ plan, record, link, isNew }: PlannedPair): NewSyncChange[] => {
  const kind = isNew ? "added" : hasFields(plan.pulled.after) ? "changed" : link ? undefined : "linked";
  if (!kind || !record) return [];
  const { reasons, conflicts } = plan;
  const own = (fields: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => name in plan.pulled.after));
  return [
    {
      id: newId(),
      personId: plan.person.id,
      remoteId: record.id,
      way: "in",
      kind,
      state: "done",
      // Of a new person nothing was there before.
      before: isNew ? {} : plan.pulled.before,
      after: plan.pulled.after,
      reasons: isNew ? {} : (own(reasons) as Record<string, string>),
      conflicts: own(conflicts) as Record<string, SyncValue>,
      problems: [],
      message: null,
    },
  ];
};

const problemChange = ({ plan, record, link }: PlannedPair): NewSyncChange[] => {
  const isKnown = JSON.stringify(plan.problems) === JSON.stringify(link?.problems ?? []);
  if (plan.problems.length === 0 || isKnown) return [];
  return [
    {
      id: newId(),
      personId: plan.person.id,
      remoteId: record?.id ?? null,
      way: record ? "in" : "out",
      kind: "refused",
      state: "refused",
      before: {},
      after: {},
      reasons: {},
      conflicts: {},
      problems: plan.problems,
      message: null,
    },
  ];
};

const outgoingOf = (pair: PlannedPair): { change: NewSyncChange; outgoing: Outgoing }[] => {
  const { plan, record } = pair;
  const isBlocked = !record && plan.problems.some(({ code }) => code === "required_there");
  if (isBlocked || !hasFields(plan.pushed.values)) return [];
  const own = (fields: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => name in plan.pushed.after));
  const changeId = newId();
  return [
    {
      change: {
        id: changeId,
        personId: plan.person.id,
        remoteId: record?.id ?? null,
        way: "out",
        kind: record ? "changed" : "added",
        state: "pending",
        before: record ? plan.pushed.before : {},
        after: plan.pushed.after,
        reasons: own(plan.reasons) as Record<string, string>,
        conflicts: own(plan.conflicts) as Record<string, SyncValue>,
        problems: [],
        message: null,
      },
      outgoing: {
        changeId,
        person: {
          personId: plan.person.id,
          remoteId: record?.id ?? null,
          email: plan.person.email,
          values: plan.pushed.values,
        },
        base: { ...plan.base, ...plan.pushed.after },
        remoteAt: record?.updatedAt ?? null,
        problems: plan.problems,
      },
    },
  ];
};

const skippedChange = ({ record, verdict, person }: RecordMatch<SyncPerson>): NewSyncChange[] =>
  verdict !== "second"
    ? []
    : [
        {
          id: newId(),
          personId: person?.id ?? null,
          remoteId: record.id,
          way: "in",
          kind: "skipped",
          state: "done",
          before: {},
          after: {},
          reasons: { contact: "second" },
          conflicts: {},
          problems: [],
          message: null,
        },
      ];

const writePairs = async (
  { tx, enqueue, touch, audit }: WriteContext,
  run: SyncRun,
  pairs: readonly PlannedPair[],
  skipped: readonly RecordMatch<SyncPerson>[],
  now: number,
): Promise<Outgoing[]> => {
  const { service, label, hash } = run;
  const isChanged = ({ plan }: PlannedPair): boolean => hasFields(plan.pulled.after);
  const added = pairs.filter(({ isNew }) => isNew);
  const changed = pairs.filter((pair) => !pair.isNew && isChanged(pair));
  for (const { plan } of changed) plan.person.updatedAt = Math.max(now, plan.person.updatedAt + 1);
  for (const { plan } of added) plan.person.sources = [label];
  // First, because the other rows refer to them.
  await insertImported(
    tx,
    added.map(
      ({
        plan: {
          person: { suppressed, ...person },
        },
      }) => person,
    ),
  );
  const out = pairs.flatMap(outgoingOf);
  const changes = [
    ...pairs.flatMap(inChange),
    ...pairs.flatMap(problemChange),
    ...skipped.flatMap(skippedChange),
  ];
  const links: SavedLink[] = pairs.flatMap(({ plan, record }) =>
    record
      ? [
          {
            remoteId: record.id,
            personId: plan.person.id,
            values: plan.base,
            problems: plan.problems,
            remoteAt: record.updatedAt,
          },
        ]
      : [],
  );
  const optedOut = pairs.filter(({ plan }) => plan.optOuts.length > 0);
  const isEqual = ({ plan, record, isNew }: PlannedPair): boolean =>
    record !== undefined && !isNew && !hasFields(plan.pushed.values);
  await inOneRoundTrip([
    writePeople(
      tx,
      changed.map(
        ({
          plan: {
            person: { suppressed, ...person },
          },
        }) => person,
      ),
    ),
    saveLinks(tx, service, links),
    insertConsents(
      tx,
      pairs.flatMap(({ plan }) => [
        ...plan.optOuts
          .filter((scope) => scope !== "all")
          .map((channel) => ({
            personId: plan.person.id,
            channel,
            state: "denied" as const,
            method: "sync" as const,
            proof: null,
            actorId: null,
            causedBy: null,
          })),
        ...plan.unproven.map((channel) => ({
          personId: plan.person.id,
          channel,
          state: "unproven" as const,
          method: "sync" as const,
          proof: null,
          actorId: null,
          causedBy: null,
        })),
      ]),
    ),
    optOutSynced(
      tx,
      optedOut.map(({ plan }) => ({ person: plan.person, scopes: plan.optOuts })),
      hash,
    ),
    confirmPending(
      tx,
      service,
      pairs.filter(isEqual).map(({ plan }) => plan.person.id),
    ),
    dropPending(
      tx,
      service,
      out.map(({ outgoing }) => outgoing.person.personId),
    ),
    insertChanges(tx, service, [...changes, ...out.map(({ change }) => change)]),
    addToTimeline(tx, [
      ...added.map(({ plan }) => entry(plan, "person_imported", `Added from ${label}`, label)),
      ...changed.map(({ plan }) => entry(plan, "person_updated", `Changed in ${label}`, label)),
      ...optedOut.map(({ plan }) => entry(plan, "opted_out", "Opted out", label)),
    ]),
  ]);
  if (added.length > 0 && !run.isLoad) enqueue(scoreSynced, { ids: added.map(({ plan }) => plan.person.id) });
  if (added.length + changed.length > 0) {
    audit({
      eventType: "data_change",
      entityType: "sync",
      entityId: service,
      description: `Synced with ${label}: ${added.length} people added, ${changed.length} changed`,
    });
  }
  if (changes.length + out.length > 0 && run.isToldNow(run.isLoad)) touch("syncs", "people");
  return out.map(({ outgoing }) => outgoing);
};

const entry = (
  { person, pulled }: PairPlan,
  eventType: "person_imported" | "person_updated" | "opted_out",
  title: string,
  label: string,
) => ({
  personId: person.id,
  eventType,
  source: "sync",
  title,
  description: label,
  metadata: { fields: Object.keys(pulled.after) },
  causedBy: person.id,
});

const pushSize = 100;

/** Sends what the vendor shall have. What it refuses is refused alone. */
const push = async (
  { session }: SyncRun,
  outgoing: readonly Outgoing[],
  onAnswer: (sent: readonly Outgoing[], results: readonly PushResult[]) => Promise<void>,
): Promise<void> => {
  for (let start = 0; start < outgoing.length; start += pushSize) {
    const sent = outgoing.slice(start, start + pushSize);
    const people = sent.map(({ person }) => person);
    await onAnswer(sent, await session.run(session.vendor.pushPeople, { people }));
  }
};

const storeAnswers = async (
  { tx, touch }: WriteContext,
  { service }: SyncRun,
  sent: readonly Outgoing[],
  results: readonly PushResult[],
): Promise<void> => {
  const links = await findLinks(tx, service, {
    remoteIds: results.flatMap((result) => (result.ok ? [result.remoteId] : [])),
    personIds: [],
  });
  const owner = new Map(links.map(({ remoteId, personId }) => [remoteId, personId]));
  const saved: SavedLink[] = [];
  await settleChanges(
    tx,
    sent.map(({ changeId, person, base, remoteAt, problems }, index) => {
      const result = results[index] ?? { ok: false as const, message: "No answer" };
      if (!result.ok) return { id: changeId, state: "refused", remoteId: null, message: result.message };
      const holder = owner.get(result.remoteId);
      if (holder !== undefined && holder !== person.personId)
        return {
          id: changeId,
          state: "refused",
          remoteId: result.remoteId,
          message: "The contact belongs to another person",
        };
      saved.push({
        remoteId: result.remoteId,
        personId: person.personId,
        values: base,
        problems,
        remoteAt: result.updatedAt ?? remoteAt,
      });
      return { id: changeId, state: "done", remoteId: result.remoteId, message: null };
    }),
  );
  await saveLinks(tx, service, saved);
  touch("syncs");
};

/**
 * Compares pairs and writes both sides. What changes here, the links and the intent to write there are one transaction;
 * then the vendor gets its part, and its answers are stored. When the process dies in between, the pairs are compared
 * again: what the vendor has already is equal, and is not sent twice. `progress` is stored with the last transaction.
 */
export const reconcile = async (
  run: SyncRun,
  batch: PairBatch,
  progress: (sync: StoredSync, counts: SyncCounts) => SyncChange,
): Promise<{ refused: number; sent: number }> => {
  const { job, service, fence } = run;
  const lock = async (tx: Tx): Promise<StoredSync> => {
    const sync = await lockSync(tx, service, fence);
    if (sync?.state !== "running") throw new SyncTaken();
    await markSyncing(tx, service);
    return sync;
  };
  const now = Date.now();
  const { outgoing, counts, optedOut } = await job.write(system, async (context) => {
    const sync = await lock(context.tx);
    await context.asyncCommit();
    const { pairs, skipped } = await planBatch(context.tx, run, sync, batch, now, true);
    const toSend = await writePairs(context, run, pairs, skipped, now);
    const found = countPairs(pairs, skipped);
    if (toSend.length === 0) {
      await deleteQueued(context.tx, batch.queued ?? []);
      await saveSyncProgress(context.tx, service, progress(sync, found));
    }
    return {
      outgoing: toSend,
      counts: found,
      optedOut: pairs.flatMap(({ plan }) => (plan.optOuts.length > 0 ? [plan.person.id] : [])),
    };
  });
  // Apart, because actions are locked before people.
  if (optedOut.length > 0) await job.write(system, ({ tx }) => wakeHeldActions(tx, optedOut));
  if (outgoing.length === 0) return { refused: 0, sent: 0 };
  let refused = 0;
  await push(run, outgoing, async (sent, results) => {
    refused += results.filter(({ ok }) => !ok).length;
    await job.write(system, async (context) => {
      await lock(context.tx);
      await storeAnswers(context, run, sent, results);
    });
  });
  await job.write(system, async ({ tx }) => {
    const sync = await lock(tx);
    await deleteQueued(tx, batch.queued ?? []);
    await saveSyncProgress(tx, service, progress(sync, { ...counts, ...(refused > 0 ? { refused } : {}) }));
  });
  return { refused, sent: outgoing.length };
};
