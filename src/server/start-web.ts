import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { createHealthReader } from "./api/health-reader.ts";
import { anchorHead } from "./audit/anchor.ts";
import { system } from "./audit/entry.ts";
import { backUpBeforeUpdate } from "./backup-before-update.ts";
import type { Config } from "./config.ts";
import { checkDatabase } from "./db/database.ts";
import { migrate } from "./db/migrate.ts";
import { hasData } from "./demo/demo-mode.ts";
import { createDemoRemoval } from "./demo/demo-removal.ts";
import { createFirstAdmin, type FirstSignIn } from "./first-admin.ts";
import { createMetrics } from "./http/metrics.ts";
import { createReadiness } from "./http/readiness.ts";
import { buildServer } from "./http/server.ts";
import { startPresence } from "./live/presence.ts";
import { startMachineWatch } from "./machine-watch.ts";
import {
  createWebhookEndpoints,
  findActiveEndpoint,
  type WebhookEndpoints,
} from "./pipeline/ingest/webhook/endpoint-cache.ts";
import { createGroupCommit } from "./pipeline/ingest/webhook/group-commit.ts";
import { startDemoLoad } from "./replay/demo-load.ts";
import { openServices, type ProcessSettings, type Services } from "./services.ts";
import { StartError } from "./start-error.ts";
import { type StartWorker, startWorkerHere, type Worker } from "./start-worker.ts";
import { seedTemplates } from "./store/delivery/templates.ts";
import { liveChannel } from "./store/write.ts";
import { throttle } from "./throttle.ts";
import { version } from "./version.ts";

export type RunningProduct = {
  url: string;
  firstSignIn: FirstSignIn | undefined;
  /** Goes on with requests for this long while /readyz fails, so that load balancers send no more of them. */
  drain: (ms: number) => Promise<void>;
  /** Finishes requests under way, accepts no new ones, and closes the database. */
  stop: () => Promise<void>;
};

/**
 * Starts the product in the role that its configuration names. The web server runs in this thread, and so does the
 * worker unless `startWorker` starts it in another. `built` resolves when the reader and the web are in `dist`.
 */
export const startWeb = async (
  settings: ProcessSettings,
  startWorker?: StartWorker,
  built = Promise.resolve(),
): Promise<RunningProduct> => {
  const { config, log } = settings;
  // Closed in the opposite order, by `stop`, or here when a later step fails.
  await using resources = new AsyncDisposableStack();
  const isWorker = config.role !== "web" && startWorker === undefined;
  let backup: string | undefined;
  const services = await openServices(resources, settings, isWorker, async ({ pool, connection }, keys) => {
    await checkDatabase(pool);
    await migrate(connection, async (client) => {
      // A database server of one's own has backups of its own, and may hold more than the data directory can.
      if (config.databaseUrl === undefined) backup = await backUpBeforeUpdate(client, config.dataDir, keys);
    });
  });
  const { database, write, keyring, live, listener } = services;
  if (backup !== undefined) await recordBackup(write, backup);
  resources.defer(() =>
    anchorHead(database.pool, keyring, config.dataDir).catch((error: unknown) =>
      log.warn({ error }, "the audit head was not signed"),
    ),
  );
  const webhookEndpoints = createWebhookEndpoints(database.pool, keyring, live);
  const notifyWorkers = throttle(notifyEveryMs, () => notifyOtherProcesses(database.pool));
  let worker: Worker | undefined;
  const groupCommit = createGroupCommit(database.connection, (level) =>
    worker ? worker.eventsCommitted(level) : notifyWorkers(undefined),
  );
  resources.defer(groupCommit.close);
  const firstSignIn = await createFirstAdmin(database.db, write, config);
  await seedTemplates(database.db);
  const demoLoad = config.demo && !(await hasData(database.db)) ? startDemoLoad(services, built) : undefined;
  if (demoLoad) resources.defer(demoLoad.stop);
  await built;
  const presence = await startPresence({
    listener,
    live,
    notify: (channel, payload) => database.pool.query("SELECT pg_notify($1, $2)", [channel, payload]),
  });
  resources.defer(presence.close);
  resources.defer(startMachineWatch(config.dataDir, log).stop);
  const health = createHealthReader({ db: database.db, dataDir: config.dataDir, general: services.general });
  let isDraining = false;
  const metrics = createMetrics(database, health, log);
  const secure = config.publicUrl?.protocol === "https:";
  const server = await buildServer(
    {
      ...services,
      version,
      secure,
      health,
      webhookEndpoints,
      groupCommit,
      presence,
      demoProgress: () => demoLoad?.progress() ?? null,
      demoRemoval: createDemoRemoval(database.pool),
    },
    metrics,
    createReadiness(listener, () => isDraining, log),
    () => isDraining,
  );
  resources.defer(() => closeServer(server));
  resources.defer(live.close);
  const url = await listen(server, config);
  if (config.demo && services.sandboxUrl !== undefined) {
    const activity = await startActivity(services, services.sandboxUrl, url);
    resources.defer(activity.stop);
  }
  const mail = await listenForMail(services, webhookEndpoints);
  if (mail) resources.defer(mail.close);
  const addresses = { url, mailUrl: mail && `smtp://127.0.0.1:${mail.port}` };
  if (config.role !== "web") {
    worker = await (startWorker ?? startWorkerHere(services))(addresses, (job, ok, failed, ms) => {
      metrics.job(job, ok, failed, ms / 1000);
      log.info({ job, ok, failed, ms: Math.round(ms * 10) / 10 }, "job");
    });
    resources.defer(worker.stop);
  }
  services.queue
    .open()
    .catch((error: unknown) => log.warn({ error }, "the job engine could not be opened yet"));
  const owned = resources.move();
  return {
    url,
    firstSignIn,
    drain: async (ms) => {
      isDraining = true;
      await sleep(ms);
    },
    stop: () => {
      isDraining = true;
      return owned.disposeAsync();
    },
  };
};

const recordBackup = (write: Services["write"], path: string): Promise<void> =>
  write(system, async ({ audit }) =>
    audit({
      eventType: "settings_update",
      entityType: "command",
      entityId: "update",
      details: { kind: "backup_written", path, encrypted: true },
    }),
  );

/** Only here, because most workspaces are no demo. */
const startActivity = async (services: Services, sandboxUrl: string, url: string) => {
  const { startDemoActivity } = await import("./replay/demo-activity.ts");
  return startDemoActivity({ ...services, sandboxUrl, url });
};

const notifyEveryMs = 50;

/** Wakes workers in other processes, which otherwise look at the queue once a second. */
const notifyOtherProcesses = (pool: pg.Pool): void => {
  pool.query("SELECT pg_notify($1, $2)", [liveChannel, '["events"]']).catch(() => {});
};

/** Listens on the configured port; without one, on a loopback port for replies from the simulator. */
const listenForMail = async (
  { config, sandboxUrl, write, addressHash, general, asksModels, returnAddresses, log }: Services,
  webhookEndpoints: WebhookEndpoints,
) => {
  const isConfigured = config.smtpPort !== undefined;
  if (config.role === "worker" || (!isConfigured && sandboxUrl === undefined)) return undefined;
  const { startMailListener } = await import("./mail/listener.ts");
  const { createTrustedRelays } = await import("./mail/relays.ts");
  const { acceptMail, findMailEndpoint } = await import("./pipeline/ingest/mail/process-mail.ts");
  return startMailListener({
    port: config.smtpPort ?? 0,
    host: isConfigured ? config.host : "127.0.0.1",
    domain: config.mailDomain,
    tls: isConfigured ? config.smtpTls : undefined,
    find: findMailEndpoint(findEmailEndpoint(webhookEndpoints), returnAddresses),
    accept: acceptMail(
      { write, hash: addressHash, general, asksModels, returnAddresses },
      createTrustedRelays(config.mailRelays, config.mailRelayNetworks),
    ),
    log,
  });
};

/** The active e-mail endpoint whose token is the local part of the address. */
const findEmailEndpoint =
  (endpoints: WebhookEndpoints) =>
  async (localPart: string): Promise<{ endpointId: string } | undefined> => {
    const endpoint = await findActiveEndpoint(endpoints, localPart, Date.now());
    return endpoint?.type === "email" ? { endpointId: endpoint.id } : undefined;
  };

/** Lets requests finish, but not for ever: a sender may never complete its body. */
const closeMs = 10_000;

const closeServer = async (server: Awaited<ReturnType<typeof buildServer>>): Promise<void> => {
  const limit = setTimeout(() => server.server.closeAllConnections(), closeMs);
  try {
    await server.close();
  } finally {
    clearTimeout(limit);
  }
};

const listen = async (server: Awaited<ReturnType<typeof buildServer>>, config: Config): Promise<string> => {
  try {
    return await server.listen({ port: config.port, host: config.host });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "EADDRINUSE") {
      throw new StartError(`Port ${config.port} is in use; set PORT to a free one.`);
    }
    if (code === "EACCES")
      throw new StartError(`PORT ${config.port} needs more rights; choose one above 1023.`);
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
      throw new StartError(`HOST ${config.host} is not an address of this machine.`);
    }
    throw error;
  }
};
