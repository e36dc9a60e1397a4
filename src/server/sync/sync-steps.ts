import type { RemotePerson } from "#domain/sync/plan-pair.ts";
import { system } from "#server/audit/entry.ts";
import {
  lockSync,
  type StoredSync,
  type SyncChange,
  saveSyncProgress,
} from "#server/store/sync/sync-connections.ts";
import { countAddressedPeople, findLinks, readUnlinkedPeople } from "#server/store/sync/sync-links.ts";
import { type QueuedPair, queueLinkedContacts, readQueue } from "#server/store/sync/sync-queue.ts";
import { carryLocalDeletions, carryRemoteDeletions } from "./carry-deletions.ts";
import { addCounts, previewBatch } from "./plan-batch.ts";
import { reconcile } from "./reconcile.ts";
import { scoreLinked } from "./score-synced.ts";
import { type SyncRun, SyncTaken } from "./sync-run.ts";

/** How often changes at the vendor are asked for, unless the vendor says otherwise. */
const pollMs = 120_000;
/** How often linked contacts are read again where the vendor lists no deleted ones. */
const sweepMs = 6 * 3_600_000;
/** Contacts in one transaction, where the vendor's pages are smaller. */
const batchSize = 1000;
const queueSize = 100;
/** When everything that was sent in a row is refused, the map is wrong and not a person's value. */
export const maxRefusedRun = 50;

export class TooManyRefused extends Error {}

const fieldsOf = ({ settings }: SyncRun): string[] => settings.map.map(({ theirs }) => theirs);

/** One page of work. True when there is nothing more to do for now. */
export const takeStep = (run: SyncRun, sync: StoredSync): Promise<boolean> => {
  if (sync.phase === "preview") return previewStep(run, sync);
  if (sync.phase === "load")
    return sync.cursor.part === "ours" ? loadOursStep(run, sync) : loadTheirsStep(run, sync);
  return sync.phase === "live" ? liveStep(run, sync) : Promise.resolve(true);
};

/** Several pages of the vendor's at once, so that a transaction has enough to do. */
const readPages = async (
  run: SyncRun,
  start: string | null,
  isPreview = false,
): Promise<{ people: RemotePerson[]; next: string | null }> => {
  const people: RemotePerson[] = [];
  let after = start;
  do {
    const input = { fields: fieldsOf(run), after, isPreview };
    const page = await run.session.run(run.session.vendor.listPeople, input);
    people.push(...page.people);
    after = page.next;
  } while (after !== null && people.length < batchSize);
  return { people, next: after };
};

const saveProgress = (run: SyncRun, change: SyncChange): Promise<void> =>
  run.job.write(system, async ({ tx, touch }) => {
    const sync = await lockSync(tx, run.service, run.fence);
    if (sync?.state !== "running") throw new SyncTaken();
    await saveSyncProgress(tx, run.service, change);
    touch("syncs", "people");
  });

const previewStep = async (run: SyncRun, sync: StoredSync): Promise<boolean> => {
  const { db } = run.job.database;
  const total = sync.total ?? (await run.session.run(run.session.vendor.countPeople, {}));
  const { people, next } = await readPages(run, sync.cursor.after ?? null, true);
  const counts = addCounts(sync.counts, await previewBatch(db, run, sync, { records: people }));
  const processed = sync.processed + people.length;
  if (next !== null) {
    await saveProgress(run, { total, counts, processed, cursor: { after: next } });
    return false;
  }
  const missing = Math.max(0, (await countAddressedPeople(db)) - (counts.matched ?? 0));
  await saveProgress(run, {
    total,
    processed,
    counts: { ...counts, ...(sync.createsThere ? { addedThere: missing } : {}) },
    cursor: {},
    state: "waiting",
    failures: 0,
    problem: null,
  });
  return true;
};

type NextPages = Promise<{ people: RemotePerson[]; next: string | null }>;
/** The pages after the present ones, read while these are written. */
const readAhead = new WeakMap<SyncRun, { after: string; pages: NextPages }>();

const loadTheirsStep = async (run: SyncRun, sync: StoredSync): Promise<boolean> => {
  const { vendor } = run.session;
  let { total } = sync;
  if (total === null || sync.cursor.startedAt === undefined) {
    await run.session.run(vendor.prepare, {});
    total = await run.session.run(vendor.countPeople, {});
  }
  const startedAt = sync.cursor.startedAt ?? Date.now();
  const after = sync.cursor.after ?? null;
  const ahead = readAhead.get(run);
  const { people, next } = ahead && ahead.after === after ? await ahead.pages : await readPages(run, after);
  if (next !== null) {
    const pages = readPages(run, next);
    // When this page fails, the rejection of the next has no other listener.
    pages.catch(() => {});
    readAhead.set(run, { after: next, pages });
  }
  await reconcile(run, { records: people }, (locked, counts) => ({
    total,
    failures: 0,
    problem: null,
    counts: addCounts(locked.counts, counts),
    processed: locked.processed + people.length,
    cursor:
      next === null
        ? { part: "ours", startedAt, afterPerson: null }
        : { part: "theirs", startedAt, after: next },
  }));
  return false;
};

const loadOursStep = async (run: SyncRun, sync: StoredSync): Promise<boolean> => {
  const startedAt = sync.cursor.startedAt ?? Date.now();
  const after = sync.cursor.afterPerson ?? null;
  const ids = sync.createsThere
    ? await readUnlinkedPeople(run.job.database.db, run.service, after, queueSize)
    : [];
  if (ids.length === 0) {
    await run.job.write(system, async ({ tx, touch, enqueue }) => {
      const locked = await lockSync(tx, run.service, run.fence);
      if (locked?.state !== "running") throw new SyncTaken();
      await saveSyncProgress(tx, run.service, {
        phase: "live",
        cursor: { since: startedAt },
        lastSyncAt: new Date(),
        nextAt: new Date(),
        failures: 0,
      });
      enqueue(scoreLinked, { service: run.service });
      touch("syncs", "people");
    });
    return false;
  }
  const records = await findThere(run, ids);
  const { refused, sent } = await reconcile(run, { records, unknownThere: ids }, (locked, counts) => ({
    failures: 0,
    problem: null,
    counts: addCounts(locked.counts, counts),
    cursor: { part: "ours", startedAt, afterPerson: ids.at(-1) ?? after },
  }));
  if (refused === sent && refused >= maxRefusedRun) throw new TooManyRefused();
  return false;
};

/** Contacts that have the e-mail address of one of these people: made by a user of the vendor, or before a crash. */
const findThere = async (run: SyncRun, personIds: readonly string[]): Promise<RemotePerson[]> => {
  const { rows } = await run.job.database.pool.query<{ email: string }>(
    "SELECT DISTINCT lower(email) AS email FROM people WHERE id = ANY($1::uuid[]) AND email IS NOT NULL",
    [personIds],
  );
  const emails = rows.map(({ email }) => email);
  const emailField = run.settings.map.find(({ ours }) => ours === "email")?.theirs;
  if (emails.length === 0 || emailField === undefined) return [];
  return run.session.run(run.session.vendor.findPeople, { fields: fieldsOf(run), emails, emailField });
};

const liveStep = async (run: SyncRun, sync: StoredSync): Promise<boolean> => {
  const queued = await readQueue(run.job.database.db, run.service, queueSize);
  if (queued.length > 0) {
    await queueStep(run, queued);
    return false;
  }
  const isListing = sync.cursor.after != null;
  if (!isListing && sync.nextAt !== null && sync.nextAt.getTime() > Date.now()) return true;
  await pullStep(run, sync);
  return false;
};

/** Pairs of which one side is known to have changed. */
const queueStep = async (run: SyncRun, queued: readonly QueuedPair[]): Promise<void> => {
  const { session, service } = run;
  const personIds = [...new Set(queued.flatMap(({ personId }) => personId ?? []))];
  const named = [...new Set(queued.flatMap(({ remoteId }) => remoteId ?? []))];
  const links = await findLinks(run.job.database.db, service, { remoteIds: named, personIds });
  const linked = links.filter(({ isGone }) => !isGone);
  const deletedHere = linked.filter(({ personId }) => personId === null).map(({ remoteId }) => remoteId);
  const gone = new Set(links.filter(({ isGone }) => isGone).map(({ remoteId }) => remoteId));
  const asked = [...new Set([...named, ...linked.map(({ remoteId }) => remoteId)])].filter(
    (id) => !deletedHere.includes(id),
  );
  const found: RemotePerson[] = [];
  for (let start = 0; start < asked.length; start += queueSize)
    found.push(
      ...(await session.run(session.vendor.readPeople, {
        fields: fieldsOf(run),
        ids: asked.slice(start, start + queueSize),
      })),
    );
  const foundIds = new Set(found.map(({ id }) => id));
  await carryLocalDeletions(run, deletedHere);
  await carryRemoteDeletions(
    run,
    asked.filter((id) => !foundIds.has(id) && !gone.has(id)),
  );
  // Who had a contact that is gone stays without one; others may have one under their e-mail address.
  const known = new Set(links.flatMap(({ personId }) => personId ?? []));
  const unknownThere = personIds.filter((id) => !known.has(id));
  const byEmail = unknownThere.length > 0 ? await findThere(run, unknownThere) : [];
  const records = [...new Map([...found, ...byEmail].map((record) => [record.id, record])).values()];
  const { refused, sent } = await reconcile(
    run,
    { records, unknownThere, queued: queued.map(({ id }) => id) },
    () => ({ lastSyncAt: new Date(), failures: 0, problem: null }),
  );
  if (refused === sent && refused >= maxRefusedRun) throw new TooManyRefused();
};

/** A page of what changed at the vendor, from a while before the last listing began on: its search may be behind. */
const pullStep = async (run: SyncRun, sync: StoredSync): Promise<void> => {
  const { session } = run;
  const { cursor } = sync;
  const startedAt = cursor.startedAt ?? Date.now();
  const since = cursor.since ?? startedAt;
  const { vendor } = session;
  const page = await session.run(vendor.pullChanges, {
    fields: fieldsOf(run),
    since: since - vendor.searchLagMs,
    after: cursor.after ?? null,
  });
  await carryRemoteDeletions(run, page.deleted);
  const isSweepDue = !vendor.listsDeletions && Date.now() >= (cursor.sweptAt ?? 0) + sweepMs;
  if (page.next === null && isSweepDue)
    await run.job.write(system, ({ tx }) => queueLinkedContacts(tx, run.service));
  const sweptAt = isSweepDue ? startedAt : cursor.sweptAt;
  const swept = sweptAt === undefined ? {} : { sweptAt };
  await reconcile(run, { records: page.people }, () =>
    page.next === null
      ? {
          cursor: { since: startedAt, ...swept },
          nextAt: new Date(Date.now() + (vendor.pollMs ?? pollMs)),
          lastSyncAt: new Date(),
          failures: 0,
          problem: null,
        }
      : {
          cursor: { ...cursor, since, startedAt, after: page.next },
          failures: 0,
          problem: null,
        },
  );
};
