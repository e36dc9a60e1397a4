import type pg from "pg";
import { channels } from "#domain/channels/channel.ts";
import { type ChannelConnections, channelConnection } from "#domain/messages/simulation.ts";
import { createAiClient } from "./ai/ai-client.ts";
import { readMessageFeature } from "./ai/features/read-message.ts";
import { findApiToken } from "./auth/api-tokens.ts";
import { createOidcClient } from "./auth/oidc/oidc-client.ts";
import { systemClock } from "./clock.ts";
import type { Config } from "./config.ts";
import { mailServerResolverFor } from "./connectors/messaging/mail-server-resolver.ts";
import type { VendorContextOptions } from "./connectors/vendor-context.ts";
import { openDatabase } from "./db/database.ts";
import { startListener } from "./db/listener.ts";
import { isDemo } from "./demo/demo-mode.ts";
import { parseAllowedAddresses } from "./egress/allowed-addresses.ts";
import { createEgress } from "./egress/egress.ts";
import { type ResolveTxt, systemResolveTxt } from "./egress/txt-records.ts";
import { startJobs } from "./jobs/runner.ts";
import { jobs } from "./jobs.ts";
import { cacheUntilChanged } from "./live/cache-until-changed.ts";
import { startLiveUpdates } from "./live/live-updates.ts";
import type { Log } from "./log.ts";
import { createMappingEngine } from "./mapping/engine.ts";
import { createFileLinks } from "./pipeline/deliver/file-links.ts";
import { createStaffMailer } from "./pipeline/deliver/mail-staff.ts";
import { createMessaging } from "./pipeline/deliver/messengers.ts";
import { createShortLinkCodes } from "./pipeline/deliver/short-link-codes.ts";
import { createIdTokens, createUnsubscribeTokens } from "./pipeline/deliver/unsubscribe.ts";
import { createFormPageTokens } from "./pipeline/ingest/form-page-tokens.ts";
import { createReturnAddresses } from "./pipeline/ingest/mail/return-addresses.ts";
import { readKnowledgeVectors } from "./store/ai/knowledge-vectors.ts";
import { readScorer } from "./store/ai/score-models.ts";
import { openAddressHash } from "./store/compliance/address-hash.ts";
import { type ContactRules, readContactRules } from "./store/compliance/contact-rules.ts";
import { openSimulatorSecret } from "./store/connections/installation-key.ts";
import { createPushSender } from "./store/connections/push-sender.ts";
import { createVendors } from "./store/connections/vendors.ts";
import { listPersonFields } from "./store/people/person-fields.ts";
import { readBusiness } from "./store/workspace/business.ts";
import { readIdentityProvider } from "./store/workspace/identity-provider.ts";
import { readGeneralSettings, readSecuritySettings } from "./store/workspace/settings.ts";
import { readTestSends } from "./store/workspace/test-sends.ts";
import { createWrite } from "./store/write.ts";
import { noTracing, openTracing } from "./tracing.ts";
import { type Keyring, openKeyring } from "./vault/keyring.ts";
import { version } from "./version.ts";

export type ProcessSettings = {
  config: Config;
  connection: pg.ClientConfig;
  log: Log;
  /** Where the simulators listen, when they run. */
  sandbox: { url: string; smtpPort: number } | undefined;
  /** Replaces the system's DNS in tests. */
  resolveTxt?: ResolveTxt;
};

/**
 * What the web server and the worker are both built on; each thread opens its own. `isWorker` says whether this
 * thread also supervises the job queues.
 */
export const openServices = async (
  resources: AsyncDisposableStack,
  { config, connection, log, sandbox, resolveTxt = systemResolveTxt }: ProcessSettings,
  isWorker: boolean,
  onDatabase: (database: ReturnType<typeof openDatabase>, keyring: Keyring) => Promise<void> = async () => {},
) => {
  const keyring = await openKeyring(config.dataDir, config.secretKey);
  const onConnectionLost = (error: Error) => log.warn({ error }, "database connection lost");
  const database = openDatabase(connection, onConnectionLost);
  resources.defer(database.close);
  await onDatabase(database, keyring);
  const { db } = database;
  const listener = await startListener(database.connection, onConnectionLost);
  resources.defer(listener.close);
  const live = await startLiveUpdates(listener);
  const tracing = config.traces ? await openTracing({ ...config.traces, role: config.role }) : noTracing;
  resources.defer(tracing.close);
  const queue = await startJobs(jobs, database, listener, log, isWorker, tracing);
  resources.defer(queue.stop);
  const write = createWrite(db, queue, live.committed);
  const egress = createEgress({
    sandboxUrls: [sandbox?.url, config.vendorBase],
    userAgent: `Faro/${version}`,
    allowed: config.egressAllow,
  });
  resources.defer(egress.close);
  const mapping = createMappingEngine();
  resources.defer(mapping.close);
  const general = cacheUntilChanged(live, ["settings"], () => readGeneralSettings(db));
  const security = cacheUntilChanged(live, ["settings"], () => readSecuritySettings(db));
  const identityProvider = cacheUntilChanged(live, ["settings"], () => readIdentityProvider(db));
  const business = cacheUntilChanged(live, ["settings"], () => readBusiness(db, general.get));
  const contactRules = cacheUntilChanged(live, ["settings"], (year: number) => readContactRules(db, year));
  const scorer = cacheUntilChanged(live, ["scoring-models"], () => readScorer(db));
  const knowledgeVectors = cacheUntilChanged(live, ["knowledge"], () => readKnowledgeVectors(db));
  const personFields = cacheUntilChanged(live, ["person-fields"], () => listPersonFields(db));
  const apiToken = cacheUntilChanged(live, ["tokens", "users"], (hash: string) =>
    findApiToken(database.pool, hash),
  );
  const addressHash = await openAddressHash(db, keyring);
  const mayConnect = parseAllowedAddresses(config.egressAllow).allows;
  const contextOptions: VendorContextOptions = {
    egress,
    sandboxUrl: sandbox?.url,
    vendorBase: config.vendorBase,
    mailServerResolver: mailServerResolverFor(mayConnect, sandbox?.smtpPort),
  };
  const simulatorSecret = await openSimulatorSecret(db, keyring);
  const vendors = createVendors({ db, write, keyring, contextOptions, simulatorSecret });
  const messaging = createMessaging({ vendors, smtpPort: sandbox?.smtpPort, live });
  const simulation = cacheUntilChanged(live, ["settings"], async () => ({
    isDemo: await isDemo(database.pool),
    allowsTestSends: (await readTestSends(db)).allowed,
  }));
  const ai = createAiClient({
    database,
    write,
    vendors,
    contextOptions,
    general: general.get,
    simulation: simulation.get,
  });
  const asksModels = cacheUntilChanged(live, ["ai-providers", "settings"], () =>
    ai.isAvailable(readMessageFeature),
  );
  const readConnections = async (): Promise<ChannelConnections> => {
    const policy = await simulation.get();
    const pairs = channels.map(
      async (channel) =>
        [channel, channelConnection(await messaging.messengersFor(channel), policy)] as const,
    );
    return Object.fromEntries(await Promise.all(pairs)) as ChannelConnections;
  };
  return {
    config,
    log,
    tracing,
    sandboxUrl: sandbox?.url,
    simulatorSecret,
    keyring,
    database,
    listener,
    live,
    queue,
    clock: systemClock,
    write,
    egress,
    resolveTxt,
    mapping,
    general: general.get,
    security: security.get,
    identityProvider: identityProvider.get,
    oidc: createOidcClient(egress),
    scorer: scorer.get,
    knowledgeVectors: knowledgeVectors.get,
    personFields: personFields.get,
    apiToken: apiToken.get,
    business: business.get,
    contactRules: async (now: number): Promise<ContactRules> => ({
      ...(await contactRules.get(new Date(now).getUTCFullYear())),
      connections: await readConnections(),
    }),
    simulation: simulation.get,
    addressHash,
    mayConnect,
    vendors,
    ai,
    asksModels: asksModels.get,
    push: createPushSender({
      db,
      keyring,
      egress,
      publicUrl: config.publicUrl,
      vendorBase: config.vendorBase,
    }),
    messaging,
    mailStaff: createStaffMailer({ messaging, business: business.get, log }),
    unsubscribeTokens: createUnsubscribeTokens(keyring),
    formPages: createFormPageTokens(keyring),
    formTokens: {
      email: createIdTokens(keyring, "form-email"),
      phone: createIdTokens(keyring, "form-phone"),
    },
    fileLinks: createFileLinks(keyring),
    imageTokens: createIdTokens(keyring, "template-image"),
    shortLinks: createShortLinkCodes(keyring),
    returnAddresses: createReturnAddresses(keyring, config.mailDomain, {
      real: config.smtpPort !== undefined,
      simulated: config.smtpPort !== undefined || sandbox !== undefined,
    }),
  };
};

export type Services = Awaited<ReturnType<typeof openServices>>;
