import { randomBytes } from "node:crypto";
import * as z from "zod";
import { stepAfterPause } from "#domain/integrations/alarm-step.ts";
import { simulationOf } from "#domain/messages/simulation.ts";
import { mayRetry, retryDelayMs, retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { systemClock } from "#server/clock.ts";
import type { OperationError } from "#server/connectors/operation-result.ts";
import type { PeopleVendor, RemoteAccount } from "#server/connectors/people/people-vendor.ts";
import { findPeopleVendor } from "#server/connectors/people/people-vendors.ts";
import { type LocalizedText, redactSecrets } from "#server/connectors/test-result.ts";
import { workspaceLanguage } from "#server/integrations/work-context.ts";
import { defineJob, type JobContext } from "#server/jobs/job.ts";
import { openAddressHash } from "#server/store/compliance/address-hash.ts";
import { listPersonFields } from "#server/store/people/person-fields.ts";
import { sweepChanges, sweepEndedLogs } from "#server/store/sync/sync-changes.ts";
import { findDueSyncs, findSync, lockSync, saveSyncProgress } from "#server/store/sync/sync-connections.ts";
import { addNotifications } from "#server/store/workspace/notifications.ts";
import { keepSubscription, readReports } from "./keep-subscription.ts";
import { type SyncRun, SyncStopped, SyncTaken } from "./sync-run.ts";
import { takeStep } from "./sync-steps.ts";
import { openVendorSession, SyncFailure, type VendorSession } from "./vendor-session.ts";

/** A long run must not keep other syncs waiting: it continues with the next job, a sweep much sooner. */
const maxRunMs = 60_000;
const maxSweepMs = 10_000;

const maxNameLength = 120;

/** Follows one sync: preview, initial load, or changes of both sides. A second run takes it over from the first. */
export const runSync = defineJob({
  name: "run-sync",
  payload: z.object({ service: z.string() }),
  retry: retryPolicies.job,
  batchSize: 1,
  // A vendor that is slow or has much to tell keeps no other waiting; two runs of one sync would only end each other.
  concurrency: 4,
  groupOf: ({ service }) => service,
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
      await sweepEndedLogs(tx);
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
    await pause(job, service, fence, vendor.connector.label, { kind: "auth", message: text });
    return;
  }
  try {
    const isLive = opened.mode === "live";
    const isTest = simulationOf(!isLive, await job.simulation()) === "test";
    const isDone = await job.vendors.use(opened, "sync", (context) => {
      const check = (account: RemoteAccount) => checkAccount(job, service, fence, vendor, account, isLive);
      const session = openVendorSession(vendor, context, isLive, check);
      return follow(job, service, fence, session, { secrets: opened.secrets, isTest });
    });
    if (!isDone) await job.write(system, async ({ enqueue }) => enqueue(runSync, { service }));
  } catch (error) {
    if (error instanceof SyncTaken) return;
    if (error instanceof SyncFailure) {
      const message = redactSecrets(error.error.message, opened.secrets);
      await recordFailure(job, service, fence, vendor.connector.label, { ...error.error, message });
    } else if (error instanceof SyncStopped) {
      const { kind, text } = error;
      await pause(job, service, fence, vendor.connector.label, { kind, message: text });
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

const pause = async (
  job: JobContext,
  service: string,
  fence: string,
  label: string,
  error: { kind: string; message: LocalizedText },
): Promise<void> => {
  const language = await workspaceLanguage(job);
  await job.write(system, async ({ tx, touch, audit }) => {
    if (!(await lockSync(tx, service, fence))) return;
    await saveSyncProgress(tx, service, { state: "failed", problem: { kind: error.kind, ...error.message } });
    await addNotifications(tx, [
      {
        kind: "sync_paused",
        params: { name: label, reason: error.message[language], step: stepAfterPause(error.kind) },
        link: `/settings?tab=integrations&sync=${service}`,
      },
    ]);
    audit({
      eventType: "failed_action",
      entityType: "sync",
      entityId: service,
      details: { kind: "sync_failed", name: label },
      metadata: { kind: error.kind },
      status: "failure",
    });
    touch("syncs", "notifications");
  });
};

/** Links belong to one account: with another one behind the connection, they would join people with strangers. */
const checkAccount = (
  job: JobContext,
  service: string,
  fence: string,
  { connector: { label } }: PeopleVendor,
  { id, name }: RemoteAccount,
  isLive: boolean,
): Promise<void> =>
  job.write(system, async ({ tx, touch }) => {
    const sync = await lockSync(tx, service, fence);
    if (sync?.state !== "running") throw new SyncTaken();
    if (sync.phase !== "load" && sync.phase !== "live") return;
    const account = { id: isLive ? id : `sandbox:${id}`, name: name.slice(0, maxNameLength) };
    if (sync.account && sync.account.id !== account.id)
      throw new SyncStopped("account", {
        en: `The connection leads to another account in ${label} (${account.name}) than the one whose contacts are linked (${sync.account.name}). Connect the former one again, or start anew`,
        es: `La conexión lleva a otra cuenta de ${label} (${account.name}) distinta de la que tiene los contactos vinculados (${sync.account.name}). Conecte de nuevo la anterior, o empiece de cero`,
      });
    await saveSyncProgress(tx, service, { account });
    if (!sync.account) touch("syncs");
  });

type SyncedAccount = {
  secrets: readonly string[];
  /** It is a simulator's, outside the demo: what people agreed to there proves nothing. */
  isTest: boolean;
};

const follow = async (
  job: JobContext,
  service: string,
  fence: string,
  session: VendorSession,
  account: SyncedAccount,
): Promise<boolean> => {
  const run = await openRun(job, service, fence, session, account);
  const startedAt = Date.now();
  let isListening = false;
  for (;;) {
    const sync = await findSync(job.database.db, service);
    if (sync?.fence !== fence || sync.state !== "running") throw new SyncTaken();
    // A run that began with the load goes on with changes.
    run.isLoad = sync.phase === "load";
    if (sync.phase === "live" && !isListening) {
      isListening = true;
      await keepSubscription(run, sync);
      await readReports(run, sync);
    }
    const isDone = await takeStep(run, sync);
    if (isDone) return true;
    const isSweeping = sync.phase === "live" && sync.cursor.sweep !== undefined;
    if (Date.now() > startedAt + (isSweeping ? maxSweepMs : maxRunMs)) return false;
  }
};

/** Reads the vendor's fields first: a field that was deleted there is left out of this run, and the map shows it. */
const openRun = async (
  job: JobContext,
  service: string,
  fence: string,
  session: VendorSession,
  { secrets, isTest }: SyncedAccount,
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
  const proof = isTest ? null : sync.proof;
  return {
    job,
    clock: systemClock,
    service,
    label: session.vendor.connector.label,
    fence,
    session,
    language: await workspaceLanguage(job),
    hash: await openAddressHash(db, job.keyring),
    proof,
    redact: (message) => redactSecrets(message, secrets),
    isLoad: sync.phase === "load",
    isToldNow: createTelling(),
    settings: {
      country,
      fields: new Map(fields.map(({ key, kind, choices }) => [key, { kind, choices }])),
      map: sync.map.filter(({ theirs }) => byName.has(theirs)),
      rule: sync.rule,
      hasProof: proof !== null,
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
