import { randomBytes } from "node:crypto";
import * as z from "zod";
import { mayRetry, retryDelayMs, retryPolicies } from "#domain/retry.ts";
import type { RemotePerson } from "#domain/sync/plan-pair.ts";
import { system } from "#server/audit/entry.ts";
import type { OperationError } from "#server/connectors/operation.ts";
import { findPeopleVendor } from "#server/connectors/people/people-vendors.ts";
import { redactSecrets } from "#server/connectors/test-result.ts";
import { defineJob, type JobContext } from "#server/jobs/job.ts";
import { openAddressHash } from "#server/store/compliance/address-hash.ts";
import { listPersonFields } from "#server/store/people/person-fields.ts";
import { sweepChanges } from "#server/store/sync/sync-changes.ts";
import {
  findDueSyncs,
  findSync,
  lockSync,
  type StoredSync,
  type SyncChange,
  saveSyncProgress,
} from "#server/store/sync/sync-connections.ts";
import { countAddressedPeople, findLinks, readUnlinkedPeople } from "#server/store/sync/sync-links.ts";
import { type QueuedPair, readQueue } from "#server/store/sync/sync-queue.ts";
import { addNotifications } from "#server/store/workspace/notifications.ts";
import { carryLocalDeletions, carryRemoteDeletions } from "./carry-deletions.ts";
import { addCounts, previewBatch, reconcile, type SyncRun, SyncTaken } from "./reconcile.ts";
import { scoreLinked } from "./score-synced.ts";
import { openVendorSession, SyncFailure, type VendorSession } from "./vendor-session.ts";

/** A long run must not keep other jobs waiting: it continues with the next one. */
const maxRunMs = 60_000;
/** How often changes at the vendor are asked for. */
const pollMs = 120_000;
/** Contacts in one transaction, where the vendor's pages are smaller. */
const batchSize = 1000;
const queueSize = 100;
/** When everything that was sent in a row is refused, the map is wrong and not a person's value. */
const maxRefusedRun = 50;

class TooManyRefused extends Error {}

/** Follows one sync: preview, initial load, or changes of both sides. A second run takes it over from the first. */
export const runSync = defineJob({
  name: "run-sync",
  payload: z.object({ service: z.string() }),
  retry: retryPolicies.job,
  batchSize: 1,
  run: async (batch, context) => {
    for (const { service } of batch) await runOne(service, context);
  },
  onDeadLetter: async ({ service }, { tx, touch }) => {
    const sync = await lockSync(tx, service);
    if (sync?.state !== "running") return;
    const text = {
      en: "The sync stopped because of an error of its own",
      es: "La sincronización se detuvo por un error propio",
    };
    await saveSyncProgress(tx, service, { state: "failed", problem: { kind: "stopped", ...text } });
    touch("syncs");
  },
});

export const scheduleSyncs = defineJob({
  name: "schedule-syncs",
  payload: z.object({}),
  retry: retryPolicies.scheduledJob,
  batchSize: 10,
  schedule: "* * * * *",
  run: async (_batch, { write }) => {
    await write(system, async ({ tx, enqueue }) => {
      for (const service of await findDueSyncs(tx, runSync.name)) enqueue(runSync, { service });
    });
  },
});

const runOne = async (service: string, job: JobContext): Promise<void> => {
  const vendor = findPeopleVendor(service);
  if (!vendor) return;
  const fence = randomBytes(16).toString("hex");
  const sync = await job.write(system, async ({ tx }) => {
    const locked = await lockSync(tx, service);
    if (locked?.state !== "running") return undefined;
    await saveSyncProgress(tx, service, { fence });
    return locked;
  });
  if (!sync) return;
  const opened = await job.vendors.open(vendor.connector);
  if (!opened.ok) {
    const text = {
      en: `${vendor.connector.label} is not connected`,
      es: `${vendor.connector.label} no está conectado`,
    };
    await pause(job, service, fence, vendor.connector.label, {
      kind: "auth",
      message: text,
      mayHaveHappened: false,
    });
    return;
  }
  try {
    const isDone = await job.vendors.use(opened, "sync", (context) =>
      follow(job, service, fence, openVendorSession(vendor, context, opened.mode === "live")),
    );
    if (!isDone) await job.write(system, async ({ enqueue }) => enqueue(runSync, { service }));
  } catch (error) {
    if (error instanceof SyncTaken) return;
    if (error instanceof SyncFailure) {
      const message = redactSecrets(error.error.message, opened.secrets);
      await recordFailure(job, service, fence, vendor.connector.label, { ...error.error, message });
    } else if (error instanceof TooManyRefused) {
      const message = {
        en: `${vendor.connector.label} refused ${maxRefusedRun} people in a row. Check the field map`,
        es: `${vendor.connector.label} rechazó ${maxRefusedRun} personas seguidas. Revise el mapa de campos`,
      };
      await pause(job, service, fence, vendor.connector.label, {
        kind: "invalid",
        message,
        mayHaveHappened: false,
      });
    } else throw error;
  }
};

/** Tries again later, as the vendor asked or ever more rarely; pauses where trying again is no use. */
const recordFailure = async (
  job: JobContext,
  service: string,
  fence: string,
  label: string,
  error: OperationError,
): Promise<void> => {
  const sync = await findSync(job.database.db, service);
  const failures = (sync?.failures ?? 0) + 1;
  // A field may have been deleted since the vendor's fields were read: the next run reads them again.
  const isFirstRefusal = error.kind === "invalid" && failures === 1;
  const mayHelp = error.kind === "rate" || error.kind === "transient" || isFirstRefusal;
  if (!mayHelp || !mayRetry(retryPolicies.sync, failures)) return pause(job, service, fence, label, error);
  const delay = error.retryAfterMs ?? retryDelayMs(retryPolicies.sync, failures);
  await job.write(system, async ({ tx, touch }) => {
    if (!(await lockSync(tx, service, fence))) return;
    await saveSyncProgress(tx, service, {
      failures,
      nextAt: new Date(Date.now() + delay),
      problem: { kind: error.kind, ...error.message },
    });
    touch("syncs");
  });
};

const pause = (
  job: JobContext,
  service: string,
  fence: string,
  label: string,
  error: OperationError,
): Promise<void> =>
  job.write(system, async ({ tx, touch, audit }) => {
    if (!(await lockSync(tx, service, fence))) return;
    await saveSyncProgress(tx, service, { state: "failed", problem: { kind: error.kind, ...error.message } });
    await addNotifications(tx, [
      {
        kind: "sync_paused",
        params: { name: label, reason: error.message.en },
        link: "/settings?tab=integrations",
      },
    ]);
    audit({
      eventType: "failed_action",
      entityType: "sync",
      entityId: service,
      description: `Paused the sync with ${label} because of an error`,
      metadata: { kind: error.kind },
      status: "failure",
    });
    touch("syncs", "notifications");
  });

const follow = async (
  job: JobContext,
  service: string,
  fence: string,
  session: VendorSession,
): Promise<boolean> => {
  const run = await openRun(job, service, fence, session);
  const endsAt = Date.now() + maxRunMs;
  for (;;) {
    const sync = await findSync(job.database.db, service);
    if (sync?.fence !== fence || sync.state !== "running") throw new SyncTaken();
    // A run that began with the load goes on with changes.
    run.isLoad = sync.phase === "load";
    const isDone = await step(run, sync);
    if (isDone) return true;
    if (Date.now() > endsAt) return false;
  }
};

/** Reads the vendor's fields first: a field that was deleted there is left out of this run, and the map shows it. */
const openRun = async (
  job: JobContext,
  service: string,
  fence: string,
  session: VendorSession,
): Promise<SyncRun> => {
  const { db } = job.database;
  const remoteFields = await session.run(session.vendor.describeFields, {});
  const sync = await job.write(system, async ({ tx, touch }) => {
    const locked = await lockSync(tx, service, fence);
    if (locked?.state !== "running") throw new SyncTaken();
    await saveSyncProgress(tx, service, { remoteFields });
    await sweepChanges(tx, service);
    touch("syncs");
    return locked;
  });
  const { defaultCountry: country } = await job.general();
  const fields = await listPersonFields(db);
  const byName = new Map(remoteFields.map((field) => [field.name, field]));
  return {
    job,
    service,
    label: session.vendor.connector.label,
    fence,
    session,
    hash: await openAddressHash(db, job.keyring),
    isLoad: sync.phase === "load",
    isToldNow: createTelling(),
    settings: {
      country,
      fields: new Map(fields.map(({ key, kind, choices }) => [key, { kind, choices }])),
      map: sync.map.filter(({ theirs }) => byName.has(theirs)),
      rule: sync.rule,
      remoteFields: byName,
    },
  };
};

const tellMs = 1000;

/** Every page of changes, and of a load about one a second; its end is always told. */
const createTelling = (): SyncRun["isToldNow"] => {
  let toldAt = 0;
  return (isLoad) => {
    if (isLoad && Date.now() < toldAt + tellMs) return false;
    toldAt = Date.now();
    return true;
  };
};

const fieldsOf = ({ settings }: SyncRun): string[] => settings.map.map(({ theirs }) => theirs);

/** One page of work. True when there is nothing more to do for now. */
const step = (run: SyncRun, sync: StoredSync): Promise<boolean> => {
  if (sync.phase === "preview") return previewStep(run, sync);
  if (sync.phase === "load")
    return sync.cursor.part === "ours" ? loadOursStep(run, sync) : loadTheirsStep(run, sync);
  return sync.phase === "live" ? liveStep(run, sync) : Promise.resolve(true);
};

/** Several pages of the vendor's at once, so that a transaction has enough to do. */
const readPages = async (
  run: SyncRun,
  start: string | null,
): Promise<{ people: RemotePerson[]; next: string | null }> => {
  const people: RemotePerson[] = [];
  let after = start;
  do {
    const page = await run.session.run(run.session.vendor.listPeople, { fields: fieldsOf(run), after });
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
  const { people, next } = await readPages(run, sync.cursor.after ?? null);
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
  if (emails.length === 0) return [];
  return run.session.run(run.session.vendor.findPeople, { fields: fieldsOf(run), emails });
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
  const page = await session.run(session.vendor.pullChanges, {
    fields: fieldsOf(run),
    since: since - session.vendor.searchLagMs,
    after: cursor.after ?? null,
  });
  await carryRemoteDeletions(run, page.deleted);
  await reconcile(run, { records: page.people }, () =>
    page.next === null
      ? {
          cursor: { since: startedAt },
          nextAt: new Date(Date.now() + pollMs),
          lastSyncAt: new Date(),
          failures: 0,
          problem: null,
        }
      : { cursor: { since, startedAt, after: page.next }, failures: 0, problem: null },
  );
};
