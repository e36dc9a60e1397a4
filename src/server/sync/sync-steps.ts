import type { RemotePerson } from "#domain/sync/plan-pair.ts";
import { system } from "#server/audit/entry.ts";
import { type StoredSync, type SyncChange, saveSyncProgress } from "#server/store/sync/sync-connections.ts";
import { countAddressedPeople, readUnlinkedPeople } from "#server/store/sync/sync-links.ts";
import { liveStep } from "./live-steps.ts";
import { addCounts, previewBatch } from "./plan-batch.ts";
import { findThere, readPages } from "./read-there.ts";
import { reconcile } from "./reconcile.ts";
import { scoreLinked } from "./score-synced.ts";
import { lockRun, type SyncRun, stopWhenAllRefused } from "./sync-run.ts";

const pageSize = 100;

/** One page of work. True when there is nothing more to do for now. */
export const takeStep = (run: SyncRun, sync: StoredSync): Promise<boolean> => {
  if (sync.phase === "preview") return previewStep(run, sync);
  if (sync.phase === "load")
    return sync.cursor.part === "ours" ? loadOursStep(run, sync) : loadTheirsStep(run, sync);
  return sync.phase === "live" ? liveStep(run, sync) : Promise.resolve(true);
};

const saveProgress = (run: SyncRun, change: SyncChange): Promise<void> =>
  run.job.write(system, async ({ tx, touch }) => {
    await lockRun(tx, run);
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
  const startedAt = sync.cursor.startedAt ?? run.clock.now();
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
  const startedAt = sync.cursor.startedAt ?? run.clock.now();
  const after = sync.cursor.afterPerson ?? null;
  const ids = sync.createsThere
    ? await readUnlinkedPeople(run.job.database.db, run.service, after, pageSize)
    : [];
  if (ids.length === 0) {
    await run.job.write(system, async ({ tx, touch, enqueue }) => {
      await lockRun(tx, run);
      await saveSyncProgress(tx, run.service, {
        phase: "live",
        cursor: { since: startedAt },
        lastSyncAt: new Date(run.clock.now()),
        nextAt: new Date(run.clock.now()),
        failures: 0,
      });
      enqueue(scoreLinked, { service: run.service });
      touch("syncs", "people");
    });
    return false;
  }
  const records = await findThere(run, ids);
  const result = await reconcile(run, { records, unknownThere: ids }, (locked, counts) => ({
    failures: 0,
    problem: null,
    counts: addCounts(locked.counts, counts),
    cursor: { part: "ours", startedAt, afterPerson: ids.at(-1) ?? after },
  }));
  stopWhenAllRefused(run, result);
  return false;
};
