import type pg from "pg";
import type { Config } from "./config.ts";
import { locateFor } from "./connectors/messaging/locate.ts";
import { openDatabase } from "./db/database.ts";
import { startListener } from "./db/listener.ts";
import { prepareAll } from "./db/prepare-all.ts";
import { sendTogether } from "./db/send-together.ts";
import { readAllowed } from "./egress/allowed-addresses.ts";
import { createEgress } from "./egress/egress.ts";
import { startJobs } from "./jobs/runner.ts";
import { jobs } from "./jobs.ts";
import { type LiveUpdates, startLiveUpdates } from "./live/live-updates.ts";
import type { Log } from "./log.ts";
import { createMappingEngine } from "./mapping/engine.ts";
import { createMessaging } from "./pipeline/deliver/messengers.ts";
import { createUnsubscribeTokens } from "./pipeline/deliver/unsubscribe.ts";
import { createReturns } from "./pipeline/ingest/mail/returns.ts";
import { openAddressHash } from "./store/compliance/address-hash.ts";
import { createContactRules } from "./store/compliance/contact-rules.ts";
import { createVendors } from "./store/connections/vendors.ts";
import { readBusiness } from "./store/workspace/business.ts";
import { readGeneralSettings } from "./store/workspace/general-settings.ts";
import { createWrite } from "./store/write.ts";
import { openKeyring } from "./vault/keyring.ts";
import { version } from "./version.ts";

/** What a process is started with. */
export type Setting = {
  config: Config;
  connection: pg.ClientConfig;
  log: Log;
  /** Where our simulators listen, when there are any. */
  sandbox: { url: string; smtpPort: number } | undefined;
};

/**
 * What the half that serves and the half that works both stand on. Each thread opens its own; `works` says whether
 * this one also looks after the queues.
 */
export const openParts = async (
  opened: AsyncDisposableStack,
  { config, connection, log, sandbox }: Setting,
  works: boolean,
  onDatabase: (database: ReturnType<typeof openDatabase>) => Promise<void> = async () => {},
) => {
  const keyring = await openKeyring(config.dataDir, config.secretKey);
  const onLoss = (error: Error) => log.warn({ error }, "database connection lost");
  const database = openDatabase(connection, onLoss);
  opened.defer(database.close);
  if (works) prepareAll(database.pool);
  sendTogether(database.pool);
  await onDatabase(database);
  const listener = await startListener(database.connection, onLoss);
  opened.defer(listener.close);
  const live = await startLiveUpdates(listener);
  const queue = await startJobs(jobs, database, listener, log, works);
  opened.defer(queue.stop);
  const write = createWrite(database.db, queue);
  const egress = createEgress({
    sandboxUrls: [sandbox?.url, config.vendorBase],
    userAgent: `Faro/${version}`,
    allowed: config.egressAllow,
  });
  opened.defer(egress.close);
  const mapping = createMappingEngine();
  opened.defer(mapping.close);
  const general = untilSettingsChange(live, () => readGeneralSettings(database.db));
  const contactRules = createContactRules(database.db);
  const addressHash = await openAddressHash(database.db, keyring);
  const mayConnect = readAllowed(config.egressAllow).allows;
  const ways = {
    egress,
    sandboxUrl: sandbox?.url,
    vendorBase: config.vendorBase,
    mailServers: locateFor(mayConnect, sandbox?.smtpPort),
  };
  const vendors = createVendors({ db: database.db, write, keyring, ways });
  const messaging = createMessaging({ vendors, ways, smtpPort: sandbox?.smtpPort });
  live.watch((changed) => {
    if (changed.includes("settings")) contactRules.forget();
    if (changed.includes("integrations")) messaging.forget();
  });
  return {
    config,
    log,
    sandboxUrl: sandbox?.url,
    keyring,
    database,
    listener,
    live,
    queue,
    write,
    egress,
    mapping,
    general,
    contactRules,
    addressHash,
    mayConnect,
    vendors,
    messaging,
    unsubscribeTokens: createUnsubscribeTokens(keyring),
    // Our own simulator answers mail too, on this machine.
    returns: createReturns(keyring, config.mailDomain, {
      real: config.smtpPort !== undefined,
      simulated: config.smtpPort !== undefined || sandbox !== undefined,
    }),
    business: untilSettingsChange(live, () => readBusiness(database.db, general)),
  };
};

export type Parts = Awaited<ReturnType<typeof openParts>>;

/** Asked for with every message, changed once a year. */
const untilSettingsChange = <T>(live: LiveUpdates, read: () => Promise<T>): (() => Promise<T>) => {
  let cached: Promise<T> | undefined;
  live.watch((changed) => {
    if (changed.includes("settings")) cached = undefined;
  });
  return () => {
    cached ??= read().catch((error: unknown) => {
      cached = undefined;
      throw error;
    });
    return cached;
  };
};
