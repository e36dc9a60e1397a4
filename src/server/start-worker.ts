import { shortLinkPath } from "#domain/messages/short-link.ts";
import type { Topic } from "#domain/topic.ts";
import { maxCallSecondsOf } from "#domain/voice/voice-config.ts";
import { readAudienceReferences } from "#server/store/people/audience-context.ts";
import { checkReader } from "./ai/local-reader.ts";
import { ensureProviders } from "./ai/providers.ts";
import { callbackKeyFor } from "./connectors/messaging/callback.ts";
import { simulatedSigningKeys } from "./connectors/sendgrid-signature.ts";
import { startIntegrationWorker } from "./integrations/integration-worker.ts";
import { createJobTables } from "./job-tables.ts";
import { cacheUntilChanged } from "./live/cache-until-changed.ts";
import { startDispatcher } from "./pipeline/deliver/dispatcher.ts";
import { startPricing } from "./pipeline/deliver/prices.ts";
import { startMailboxWatcher } from "./pipeline/ingest/mail/watch-mailboxes.ts";
import type { LoadLevel } from "./pipeline/ingest/webhook/load-level.ts";
import { startStages } from "./pipeline/stages.ts";
import { startWebhookDispatcher } from "./pipeline/webhooks/webhook-dispatcher.ts";
import type { Services } from "./services.ts";
import { readAskingRules, readEnabledRules } from "./store/automation/compiled-rules.ts";
import { hasReactions } from "./store/automation/reaction-queue.ts";
import { readOutgoingFile } from "./store/conversations/outgoing-files.ts";
import { findNextDue } from "./store/delivery/actions.ts";
import { hasWaitingMessages } from "./store/ingestion/received-messages.ts";
import { hasSubscriptions } from "./store/webhooks/subscriptions.ts";
import { startOfToday } from "./store/workspace/day.ts";
import { readVoiceConfig } from "./store/workspace/settings.ts";

export type OnJob = (name: string, ok: number, failed: number, ms: number) => void;

/** Reads accepted events, reacts to them, sends messages and runs the jobs. */
export type Worker = {
  /** Ingestion committed events, at this level of load. */
  eventsCommitted: (level: LoadLevel) => void;
  stop: () => Promise<void>;
};

/** Where vendors and the simulator's mail reach the web server. */
export type WebAddresses = { url: string; mailUrl: string | undefined };
export type StartWorker = (addresses: WebAddresses, onJob: OnJob) => Promise<Worker>;

/** What may let a run of a sequence go on or end. */
const advancing = new Set<Topic>(["rule-runs", "rules", "actions", "threads", "people"]);

/** A level counts for this long after its last commit. */
const loadLevelMs = 60;

/** Starts the worker in this thread. */
export const startWorkerHere =
  (services: Services): StartWorker =>
  async ({ url, mailUrl }, onJob) => {
    const { config, database, write, keyring, log, egress, mapping, mayConnect, live, messaging, general } =
      services;
    const { tracing } = services;
    await using resources = new AsyncDisposableStack();
    const rules = cacheUntilChanged(live, ["rules"], () => readEnabledRules(database.db));
    const askingRules = cacheUntilChanged(live, ["rules"], () => readAskingRules(database.db));
    const audienceReferences = cacheUntilChanged(live, ["views", "person-fields", "rules", "batches"], () =>
      readAudienceReferences(database.db),
    );
    const voiceConfig = cacheUntilChanged(live, ["settings"], () => readVoiceConfig(database.db));
    await ensureProviders(services);
    checkReader();
    let load: { level: LoadLevel; until: number } = { level: "normal", until: 0 };
    // Vendors use the public address; our own simulators are on this machine.
    const callbackOrigin = config.publicUrl?.origin ?? (services.sandboxUrl === undefined ? null : url);
    const stages = startStages({
      database,
      write,
      clock: services.clock,
      mapping,
      log,
      tracing,
      general,
      business: services.business,
      linkOrigin: config.linkUrl?.origin ?? (services.sandboxUrl === undefined ? null : url),
      asksModels: services.asksModels,
      personFields: services.personFields,
      hash: services.addressHash,
      contactRules: services.contactRules,
      forms: {
        canConfirm: callbackOrigin !== null,
        smsPerDay: async () => (await general()).optInSmsPerDay,
        businessName: async () => (await services.business()).values.company_name ?? "Faro",
      },
      rules: rules.get,
      askingRules: askingRules.get,
      audienceReferences: audienceReferences.get,
      scorer: services.scorer,
      day: async (now) => {
        const { timezone } = await general();
        return { timezone, midnight: startOfToday(timezone, now) };
      },
      loadLevel: () => (performance.now() < load.until ? load.level : "normal"),
      hasWaitingMessages: () => hasWaitingMessages(database.db),
      hasReactions: () => hasReactions(database.pool),
    });
    resources.defer(stages.stop);
    const dispatcher = startDispatcher({
      write,
      clock: services.clock,
      hash: services.addressHash,
      contactRules: services.contactRules,
      messengersFor: messaging.messengersFor,
      simulation: services.simulation,
      business: services.business,
      personFields: services.personFields,
      log,
      tracing,
      nextDue: () => findNextDue(database.pool),
      callbackUrl: (messenger, isSimulated) => {
        const origin = isSimulated ? url : callbackOrigin;
        return origin && `${origin}/hooks/vendors/${messenger}`;
      },
      unsubscribeUrl: (actionId) =>
        callbackOrigin && `${callbackOrigin}/hooks/unsubscribe/${services.unsubscribeTokens.make(actionId)}`,
      confirmUrl: (id, kind) =>
        callbackOrigin && `${callbackOrigin}/f/confirm/${kind}/${services.formTokens[kind].make(id)}`,
      returnAddress: services.returnAddresses.address,
      readFile: async (id) => {
        const file = await readOutgoingFile(database.db, id);
        if (!file) throw new Error(`The file ${id} does not exist`);
        return file.content;
      },
      fileUrl: (id, isSimulated) => {
        const origin = isSimulated ? url : (config.publicUrl?.origin ?? null);
        return origin && `${origin}/files/${services.fileLinks.make(id, Date.now())}`;
      },
      imageUrl: (id, isSimulated) => {
        // A simulated mail is read only here, at whichever address the browser has for us.
        const origin = isSimulated ? "" : (config.publicUrl?.origin ?? null);
        return origin === null ? null : `${origin}/images/${services.imageTokens.make(id)}`;
      },
      shortLink: (actionId, target, isSimulated) => {
        const origin = isSimulated ? url : (config.linkUrl?.origin ?? null);
        const code = services.shortLinks.codeOf(actionId, target);
        return origin === null ? null : { code, url: `${origin}${shortLinkPath}${code}` };
      },
      maxCallSeconds: async () => maxCallSecondsOf(await voiceConfig.get()),
      lookUp: async (messengerId, sent) => {
        const opened = await messaging.open(messengerId);
        // A vendor knows nothing of what its simulator got before the connection went live.
        if (opened && opened.isSimulated !== (sent.simulation !== null)) return { kind: "unknown" };
        return (await opened?.messenger.lookUp?.(opened.context, sent)) ?? { kind: "unknown" };
      },
    });
    resources.defer(dispatcher.stop);
    resources.defer(startPricing({ write, messaging, log }).stop);
    const hasWebhooks = cacheUntilChanged(live, ["webhooks"], () => hasSubscriptions(database.pool));
    const webhooks = startWebhookDispatcher({
      write,
      egress,
      sandboxUrl: services.sandboxUrl,
      keyring,
      log,
      pool: database.pool,
      db: database.db,
      timezone: async () => (await general()).timezone,
      isUsed: hasWebhooks.get,
    });
    resources.defer(webhooks.stop);
    const integrations = startIntegrationWorker({
      database,
      write,
      hash: services.addressHash,
      asksModels: services.asksModels,
      vendors: services.vendors,
      messaging,
      general,
      business: services.business,
      personFields: services.personFields,
      simulation: services.simulation,
      origin: config.publicUrl?.origin ?? null,
      log,
    });
    resources.defer(integrations.stop);
    const unwatch = live.watch((changed) => {
      if (changed.includes("waiting-messages")) stages.wakeReceivers();
      if (changed.includes("events")) stages.recorder.wake();
      if (changed.includes("people")) stages.reactor.wake();
      if (changed.includes("broadcasts")) stages.broadcaster.wake();
      if (changed.some((topic) => advancing.has(topic))) stages.advancer.wake();
      if (changed.includes("people") || changed.includes("actions")) stages.profiler.wake();
      if (changed.includes("actions")) dispatcher.wake();
      if (changed.includes("webhooks")) webhooks.refresh();
      webhooks.wake();
      integrations.wake();
    });
    resources.defer(unwatch);
    const jobContext = {
      database,
      write,
      keyring,
      dataDir: config.dataDir,
      log,
      egress,
      ai: services.ai,
      general,
      business: services.business,
      knowledgeVectors: services.knowledgeVectors,
      addressHash: services.addressHash,
      mapping,
      vendors: services.vendors,
      simulation: services.simulation,
      push: services.push,
      mailStaff: services.mailStaff,
      backups: {
        folder: config.backupDir,
        isEmbedded: config.databaseUrl === undefined,
        createJobTables: (scratch: typeof database.connection) => createJobTables(scratch, log),
      },
      mayConnect,
    };
    await services.queue.work(jobContext, onJob);
    const mailboxes = startMailboxWatcher(jobContext);
    resources.defer(mailboxes.stop);
    resources.defer(
      live.watch((changed) => {
        if (changed.includes("endpoints")) mailboxes.refresh();
      }),
    );
    if (services.sandboxUrl !== undefined)
      await configureSandbox(services, services.sandboxUrl, url, mailUrl);
    const owned = resources.move();
    return {
      eventsCommitted: (level) => {
        load = { level, until: performance.now() + loadLevelMs };
        stages.recorder.wake();
      },
      stop: () => owned.disposeAsync(),
    };
  };

/** Gives the simulators the secret of their callbacks, and the URLs that they deliver customers' messages to. */
const configureSandbox = async (
  { egress, log, simulatorSecret: secret }: Services,
  sandboxUrl: string,
  url: string,
  mailUrl: string | undefined,
): Promise<void> => {
  const callbackUrl = (messenger: string) => `${url}/hooks/vendors/${messenger}`;
  const keyedUrl = (messenger: string) =>
    `${callbackUrl(messenger)}?key=${callbackKeyFor(messenger, secret) ?? ""}`;
  const answer = await egress.request({
    url: `${sandboxUrl}/_control`,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      webhooks: {
        twilio: callbackUrl("twilio-sms"),
        twilioVoice: callbackUrl("twilio-voice"),
        twilioVoiceStatus: `${callbackUrl("twilio-voice")}?part=status`,
        whatsapp: callbackUrl("whatsapp-meta"),
        "whatsapp/360dialog": keyedUrl("whatsapp-360dialog"),
        "whatsapp/wati": keyedUrl("whatsapp-wati"),
        email: mailUrl ?? null,
        hubspot: `${url}/hooks/sync/hubspot`,
        sendgrid: callbackUrl("sendgrid"),
        facebook: `${url}/hooks/integrations/facebook`,
        linkedin: `${url}/hooks/integrations/linkedin`,
        slack: `${url}/hooks/integrations/slack`,
        pipedrive: `${url}/hooks/sync/pipedrive`,
        mailchimp: `${url}/hooks/sync/mailchimp?key=${encodeURIComponent(secret)}`,
      },
      secrets: {
        twilio: secret,
        whatsapp: secret,
        hubspot: secret,
        facebook: secret,
        linkedin: secret,
        slack: secret,
        pipedrive: secret,
        sendgrid: simulatedSigningKeys(secret).privateKey,
      },
    }),
    allow: "sandbox",
  });
  if (!answer.ok || answer.status !== 200)
    log.warn({ answer: answer.ok ? answer.status : answer.failure }, "the sandbox was not configured");
};
