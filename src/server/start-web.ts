import type pg from "pg";
import { Problem } from "./api/problem.ts";
import { anchorHead } from "./audit/anchor.ts";
import type { Config } from "./config.ts";
import { checkDatabase } from "./db/database.ts";
import { migrate } from "./db/migrate.ts";
import { hasData } from "./demo/demo-mode.ts";
import { createFirstAdmin, type FirstSignIn } from "./first-admin.ts";
import { createMetrics } from "./http/metrics.ts";
import { buildServer } from "./http/server.ts";
import { createHooks, type Hooks } from "./pipeline/ingest/webhook/endpoint-cache.ts";
import { createIntake } from "./pipeline/ingest/webhook/group-commit.ts";
import { openParts, type Parts, type Setting } from "./services.ts";
import { StartError } from "./start-error.ts";
import { type StartWork, type Work, workHere } from "./start-worker.ts";
import { seedTemplates } from "./store/delivery/seed-templates.ts";
import { liveChannel } from "./store/write.ts";
import { version } from "./version.ts";

export type Faro = {
  /** Where it listens. */
  url: string;
  firstSignIn: FirstSignIn | undefined;
  /** Finishes what is under way, takes nothing new, and lets go of the database. */
  stop: () => Promise<void>;
};

/**
 * One process of the product, in the role its configuration names. The half that serves is in this thread; the half
 * that works is, too, unless `workElsewhere` puts it into another.
 */
export const startFaro = async (setting: Setting, workElsewhere?: StartWork): Promise<Faro> => {
  const { config, log } = setting;
  // What was opened is closed in the opposite order: at `stop`, or right here when a later step fails.
  await using opened = new AsyncDisposableStack();
  const worksHere = config.role !== "web" && workElsewhere === undefined;
  const parts = await openParts(opened, setting, worksHere, async ({ pool, connection }) => {
    await checkDatabase(pool);
    await migrate(connection);
  });
  const { database, write, keyring, live, listener } = parts;
  opened.defer(() =>
    anchorHead(database.pool, keyring, config.dataDir).catch((error: unknown) =>
      log.warn({ error }, "the audit head was not signed"),
    ),
  );
  const hooks = createHooks(database.pool, keyring, live);
  const tell = tellOthers(database.pool);
  let work: Work | undefined;
  const intake = createIntake(database.connection, (press) => (work ? work.arrived(press) : tell()));
  opened.defer(intake.close);
  const firstSignIn = await createFirstAdmin(database.db, write, config);
  await seedTemplates(database.db);
  // The demo is as large as the rest; where there is something already it is not even read.
  if (config.demo && !(await hasData(database.db))) {
    const { loadDemo } = await import("./demo/load-demo.ts");
    await loadDemo(database, new Date());
  }
  const metrics = createMetrics(database);
  const secure = config.publicUrl?.protocol === "https:";
  const server = await buildServer({ ...parts, version, secure, hooks, intake }, metrics, async () => {
    await database.pool.query("SELECT 1 FROM pgboss.version");
    // Without it no job would be woken and no change told.
    if (!listener.isConnected()) throw new Problem("unavailable", { retryAfterSeconds: 5 });
  });
  opened.defer(() => closeServer(server));
  opened.defer(live.close);
  const url = await listen(server, config);
  const mail = await listenForMail(parts, hooks);
  if (mail) opened.defer(mail.close);
  const reached = { url, mailUrl: mail && `smtp://127.0.0.1:${mail.port}` };
  if (config.role !== "web") {
    work = await (workElsewhere ?? workHere(parts))(reached, (job, ok, failed, ms) => {
      metrics.job(job, ok, failed, ms / 1000);
      log.info({ job, ok, failed, ms: Math.round(ms * 10) / 10 }, "job");
    });
    opened.defer(work.stop);
  }
  parts.queue.open().catch((error: unknown) => log.warn({ error }, "the job engine did not open yet"));
  const owned = opened.move();
  return { url, firstSignIn, stop: () => owned.disposeAsync() };
};

/** Those who work are in other processes. They look by themselves each second; this is sooner. */
const tellOthers = (pool: pg.Pool): (() => void) => {
  let told = 0;
  return () => {
    if (Date.now() - told < 50) return;
    told = Date.now();
    pool.query("SELECT pg_notify($1, $2)", [liveChannel, '["events"]']).catch(() => {});
  };
};

/** On the port that was asked for; else, for our simulator's answers, on one that only this machine can reach. */
const listenForMail = async (
  { config, sandboxUrl, write, addressHash, returns, log }: Parts,
  hooks: Hooks,
) => {
  const isAsked = config.smtpPort !== undefined;
  if (config.role === "worker" || (!isAsked && sandboxUrl === undefined)) return undefined;
  const { startMailListener } = await import("./mail/listener.ts");
  const { acceptMail, withAnswers } = await import("./pipeline/ingest/mail/listen.ts");
  return startMailListener({
    port: config.smtpPort ?? 0,
    host: isAsked ? config.host : "127.0.0.1",
    domain: config.mailDomain,
    find: withAnswers(mailTargets(hooks), returns),
    accept: acceptMail({ write, hash: addressHash, returns }, config.mailRelays),
    log,
  });
};

/** The endpoint behind the name before the @; strangers and endpoints that are off are nobody. */
const mailTargets =
  (hooks: Hooks) =>
  async (localPart: string): Promise<{ endpointId: string } | undefined> => {
    const hook = await hooks.find(localPart);
    const isOpen = hook?.type === "email" && hook.status !== "inactive" && hook.tokenUntil > Date.now();
    return isOpen ? { endpointId: hook.id } : undefined;
  };

/** Lets what is under way finish, but waits for nobody for ever: a body half sent would hold us. */
const closeServer = async (server: Awaited<ReturnType<typeof buildServer>>): Promise<void> => {
  const impatience = setTimeout(() => server.server.closeAllConnections(), 10_000);
  try {
    await server.close();
  } finally {
    clearTimeout(impatience);
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
