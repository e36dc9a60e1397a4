import type { RemotePerson } from "#domain/sync/plan-pair.ts";
import { system } from "#server/audit/entry.ts";
import type { SyncCursor } from "#server/db/schema/sync.ts";
import type { StoredSync, SyncChange } from "#server/store/sync/sync-connections.ts";
import { findLinks, noteMissing, readLinkedContacts } from "#server/store/sync/sync-links.ts";
import { readQueue } from "#server/store/sync/sync-queue.ts";
import { carryLocalDeletions, carryMissing } from "./carry-deletions.ts";
import { fieldsOf, findThere } from "./read-there.ts";
import { reconcile } from "./reconcile.ts";
import { lockRun, type SyncRun, stopWhenAllRefused } from "./sync-run.ts";

/** How often changes at the vendor are asked for, unless the vendor says otherwise. */
const pollMs = 120_000;
/** How often linked contacts are read again where the vendor lists no deleted ones. */
const sweepMs = 6 * 3_600_000;
const queueSize = 100;

/**
 * One page of work of a sync that follows changes: what is known to have changed, then what the vendor lists, then a page
 * of the sweep. Missing contacts count as deleted only once nothing else is left, so that all of them are judged together.
 */
export const liveStep = async (run: SyncRun, sync: StoredSync): Promise<boolean> => {
  if (await queueStep(run)) return false;
  const isListing = sync.cursor.after != null;
  if (isListing || sync.nextAt === null || sync.nextAt.getTime() <= run.clock.now()) {
    await pullStep(run, sync);
    return false;
  }
  if (sync.cursor.sweep !== undefined) {
    await sweepStep(run, sync.cursor, sync.cursor.sweep);
    return false;
  }
  return !(await carryMissing(run));
};

type NamedPairs = { personIds: readonly string[]; remoteIds: readonly string[]; queued: readonly number[] };

/** Reads contacts again, notes which ones are missing, and compares the others. */
const compareAgain = async (
  run: SyncRun,
  { personIds, remoteIds, queued }: NamedPairs,
  progress: () => SyncChange,
): Promise<void> => {
  const { session, service, job } = run;
  const links = await findLinks(job.database.db, service, { remoteIds, personIds });
  const linked = links.filter(({ isGone }) => !isGone);
  const deletedHere = linked.filter(({ personId }) => personId === null).map(({ remoteId }) => remoteId);
  const gone = new Set(links.filter(({ isGone }) => isGone).map(({ remoteId }) => remoteId));
  const asked = [...new Set([...remoteIds, ...linked.map(({ remoteId }) => remoteId)])].filter(
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
  await noteSeen(
    run,
    asked.filter((id) => !foundIds.has(id) && !gone.has(id)),
    [...foundIds],
  );
  // Who had a contact that is gone stays without one; others may have one under their address.
  const known = new Set(links.flatMap(({ personId }) => personId ?? []));
  const unknownThere = personIds.filter((id) => !known.has(id));
  const byAddress = unknownThere.length > 0 ? await findThere(run, unknownThere) : [];
  const records = [...new Map([...found, ...byAddress].map((record) => [record.id, record])).values()];
  stopWhenAllRefused(run, await reconcile(run, { records, unknownThere, queued }, progress));
};

const noteSeen = async (
  run: SyncRun,
  missing: readonly string[],
  found: readonly string[],
): Promise<void> => {
  if (missing.length + found.length === 0) return;
  await run.job.write(system, async ({ tx }) => {
    await lockRun(tx, run);
    await noteMissing(tx, run.service, { missing, found, at: new Date(run.clock.now()) });
  });
};

/** Pairs of which one side is known to have changed. False where there are none. */
const queueStep = async (run: SyncRun): Promise<boolean> => {
  const queued = await readQueue(run.job.database.db, run.service, queueSize);
  if (queued.length === 0) return false;
  await compareAgain(
    run,
    {
      personIds: [...new Set(queued.flatMap(({ personId }) => personId ?? []))],
      remoteIds: [...new Set(queued.flatMap(({ remoteId }) => remoteId ?? []))],
      queued: queued.map(({ id }) => id),
    },
    () => ({ lastSyncAt: new Date(run.clock.now()), failures: 0, problem: null }),
  );
  return true;
};

/** A page of linked contacts, because the vendor does not say which ones it no longer has. */
const sweepStep = async (run: SyncRun, cursor: SyncCursor, after: string): Promise<void> => {
  const remoteIds = await readLinkedContacts(run.job.database.db, run.service, after, queueSize);
  const { sweep, ...rest } = cursor;
  const last = remoteIds.at(-1);
  await compareAgain(run, { personIds: [], remoteIds, queued: [] }, () => ({
    cursor: last === undefined ? rest : { ...rest, sweep: last },
    failures: 0,
    problem: null,
  }));
};

/** A page of what changed at the vendor, from a while before the last listing began on: its search may be behind. */
const pullStep = async (run: SyncRun, { cursor }: StoredSync): Promise<void> => {
  const { session } = run;
  const { vendor } = session;
  const startedAt = cursor.startedAt ?? run.clock.now();
  const since = cursor.since ?? startedAt;
  const page = await session.run(vendor.pullChanges, {
    fields: fieldsOf(run),
    since: since - vendor.searchLagMs,
    after: cursor.after ?? null,
  });
  await noteSeen(run, page.deleted, []);
  const { sweptAt, sweep } = cursor;
  const isSweepDue =
    !vendor.listsDeletions && sweep === undefined && run.clock.now() >= (sweptAt ?? 0) + sweepMs;
  const swept = {
    ...(sweptAt === undefined ? {} : { sweptAt }),
    ...(sweep === undefined ? {} : { sweep }),
    ...(isSweepDue ? { sweptAt: startedAt, sweep: "" } : {}),
  };
  await reconcile(run, { records: page.people }, () =>
    page.next === null
      ? {
          cursor: { since: startedAt, ...swept },
          nextAt: new Date(run.clock.now() + (vendor.pollMs ?? pollMs)),
          lastSyncAt: new Date(run.clock.now()),
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
