import type pg from "pg";
import type { GeneralSettings } from "#domain/general-settings.ts";
import { type Live, startLive } from "#server/live/live.ts";
import { createWrite, liveChannel } from "#server/store/write.ts";
import { Problem } from "./api/problem.ts";
import { anchorHead } from "./audit/anchor.ts";
import type { Config } from "./config.ts";
import { checkDatabase, type Db, openDatabase } from "./db/database.ts";
import { startListener } from "./db/listener.ts";
import { migrate } from "./db/migrate.ts";
import { loadDemo } from "./demo/demo.ts";
import { readAllowed } from "./egress/allowed-addresses.ts";
import { createEgress, type Egress } from "./egress/egress.ts";
import { createFirstAdmin, type FirstSignIn } from "./first-admin.ts";
import { createMetrics } from "./http/metrics.ts";
import { buildServer } from "./http/server.ts";
import { startJobs } from "./jobs/runner.ts";
import { jobs } from "./jobs.ts";
import type { Log } from "./log.ts";
import { createMappingEngine } from "./mapping/engine.ts";
import { startDispatcher } from "./pipeline/dispatcher.ts";
import { createHooks, type Hooks } from "./pipeline/hooks.ts";
import { createIntake } from "./pipeline/intake.ts";
import { acceptMail } from "./pipeline/mail/accept.ts";
import { startStages } from "./pipeline/stages.ts";
import { createUnsubscribeTokens } from "./pipeline/unsubscribe.ts";
import { createMessaging } from "./pipeline/ways.ts";
import { StartError } from "./start-error.ts";
import { openAddressHash } from "./store/address-hash.ts";
import { readBusiness } from "./store/business.ts";
import { createContactRules } from "./store/contact-rules.ts";
import { startOfToday } from "./store/day.ts";
import { readGeneralSettings } from "./store/general-settings.ts";
import { createRuleBook } from "./store/rule-book.ts";
import { seedTemplates } from "./store/seed-templates.ts";
import { createVendors } from "./store/vendors.ts";
import { openKeyring } from "./vault/keyring.ts";
import { version } from "./version.ts";

export type Faro = {
  /** Where it listens. */
  url: string;
  firstSignIn: FirstSignIn | undefined;
  /** Finishes what is under way, takes nothing new, and lets go of the database. */
  stop: () => Promise<void>;
};

/** One process of the product, in the role its configuration names, on the database of `connection`. */
export const startFaro = async (
  config: Config,
  connection: pg.ClientConfig,
  log: Log,
  sandboxUrl?: string,
  sandboxSmtpPort?: number,
): Promise<Faro> => {
  // What was opened is closed in the opposite order: at `stop`, or right here when a later step fails.
  await using opened = new AsyncDisposableStack();
  const keyring = await openKeyring(config.dataDir, config.secretKey);
  const onLoss = (error: Error) => log.warn({ error }, "database connection lost");
  const database = openDatabase(connection, onLoss);
  opened.defer(database.close);
  await checkDatabase(database.pool);
  await migrate(database.connection);
  const listener = await startListener(database.connection, onLoss);
  opened.defer(listener.close);
  const live = await startLive(listener);
  const works = config.role !== "web";
  const queue = await startJobs(jobs, database, listener, log, works);
  opened.defer(() =>
    anchorHead(database.pool, keyring, config.dataDir).catch((error: unknown) =>
      log.warn({ error }, "the audit head was not signed"),
    ),
  );
  opened.defer(queue.stop);
  const write = createWrite(database.db, queue);
  const egress = createEgress({
    sandboxUrls: [sandboxUrl, config.vendorBase],
    userAgent: `Faro/${version}`,
    allowed: config.egressAllow,
  });
  opened.defer(egress.close);
  const mapping = createMappingEngine();
  opened.defer(mapping.close);
  const hooks = createHooks(database.pool, keyring, live);
  const general = cachedGeneralSettings(database.db, live);
  const book = createRuleBook(database.db);
  const contactRules = createContactRules(database.db);
  const addressHash = await openAddressHash(database.db, keyring);
  const mayConnect = readAllowed(config.egressAllow).allows;
  const ways = { egress, sandboxUrl, vendorBase: config.vendorBase };
  const vendors = createVendors({ db: database.db, write, keyring, ways });
  const messaging = createMessaging({ vendors, ways, mayConnect, smtpPort: sandboxSmtpPort });
  const unsubscribeTokens = createUnsubscribeTokens(keyring);
  const business = () => readBusiness(database.db, general);
  live.watch((changed) => {
    if (changed.includes("rules")) book.forget();
    if (changed.includes("settings")) contactRules.forget();
    if (changed.includes("integrations")) messaging.forget();
  });
  const day = async (now: number) => {
    const { timezone } = await general();
    return { zone: timezone, midnight: startOfToday(timezone, now) };
  };
  const stages = works
    ? startStages({ write, mapping, log, book, day, isBusy: () => intake.isBusy() })
    : undefined;
  if (stages) {
    live.watch((changed) => {
      if (changed.includes("events")) stages.recorder.wake();
      if (changed.includes("people")) stages.reactor.wake();
    });
    opened.defer(stages.stop);
  }
  const intake = createIntake(database.connection, stages?.recorder.wake ?? tellOthers(database.pool));
  opened.defer(intake.close);
  const firstSignIn = await createFirstAdmin(database.db, write, config);
  await seedTemplates(database.db);
  if (config.demo) await loadDemo(database, new Date());
  const metrics = createMetrics(database);
  const secure = config.publicUrl?.protocol === "https:";
  const server = await buildServer(
    {
      config,
      version,
      database,
      write,
      keyring,
      live,
      log,
      general,
      secure,
      sandboxUrl,
      egress,
      mapping,
      hooks,
      intake,
      vendors,
      messaging,
      unsubscribeTokens,
      contactRules,
      addressHash,
      business,
    },
    metrics,
    async () => {
      await database.pool.query("SELECT 1 FROM pgboss.version");
      // Without it no job would be woken and no change told.
      if (!listener.isConnected()) throw new Problem("unavailable", { retryAfterSeconds: 5 });
    },
  );
  opened.defer(() => closeServer(server));
  opened.defer(live.close);
  const url = await listen(server, config);
  if (sandboxUrl !== undefined) await tellSandbox(egress, sandboxUrl, url, log);
  if (config.smtpPort !== undefined && config.role !== "worker") {
    const { startMailListener } = await import("./mail/listener.ts");
    const mail = await startMailListener({
      port: config.smtpPort,
      host: config.host,
      domain: config.mailDomain,
      find: mailTargets(hooks),
      accept: acceptMail(write, config.mailRelays),
      log,
    });
    opened.defer(mail.close);
  }
  if (works) {
    // Vendors reach us at the public address; our own simulators are on this machine.
    const reachedAt = config.publicUrl?.origin ?? (sandboxUrl === undefined ? null : url);
    const dispatcher = startDispatcher({
      write,
      hash: addressHash,
      rules: contactRules,
      ways: messaging.to,
      business,
      log,
      callbackUrl: (messenger) => reachedAt && `${reachedAt}/hooks/vendors/${messenger}`,
      unsubscribeUrl: (actionId) =>
        reachedAt && `${reachedAt}/hooks/unsubscribe/${unsubscribeTokens.make(actionId)}`,
      lookUp: async (id, sent) => {
        const found = await messaging.by(id);
        return (await found?.messenger.lookUp?.(found.way, sent)) ?? { kind: "unknown" };
      },
    });
    opened.defer(dispatcher.stop);
    live.watch((changed) => changed.includes("actions") && dispatcher.wake());
    await queue.work(
      {
        database,
        write,
        keyring,
        dataDir: config.dataDir,
        log,
        egress,
        mapping,
        mayConnect,
      },
      (job, ok, failed, ms) => {
        metrics.job(job, ok, failed, ms / 1000);
        log.info({ job, ok, failed, ms: Math.round(ms * 10) / 10 }, "job");
      },
    );
  }
  const owned = opened.move();
  return { url, firstSignIn, stop: () => owned.disposeAsync() };
};

/** Where our simulators bring what customers write. */
const tellSandbox = async (egress: Egress, sandboxUrl: string, url: string, log: Log): Promise<void> => {
  const hook = (messenger: string) => `${url}/hooks/vendors/${messenger}`;
  const answer = await egress.request({
    url: `${sandboxUrl}/_control`,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ webhooks: { twilio: hook("twilio-sms"), whatsapp: hook("whatsapp-meta") } }),
    allow: "sandbox",
  });
  if (!answer.ok || answer.status !== 200)
    log.warn({ answer: answer.ok ? answer.status : answer.failure }, "the sandbox was not told");
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

const cachedGeneralSettings = (db: Db, live: Live): (() => Promise<GeneralSettings>) => {
  let cached: Promise<GeneralSettings> | undefined;
  live.watch((changed) => {
    if (changed.includes("settings")) cached = undefined;
  });
  return () => {
    cached ??= readGeneralSettings(db).catch((error: unknown) => {
      cached = undefined;
      throw error;
    });
    return cached;
  };
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
