import { startDispatcher } from "./pipeline/deliver/dispatcher.ts";
import { startPricing } from "./pipeline/deliver/prices.ts";
import type { Press } from "./pipeline/ingest/webhook/load-level.ts";
import { startStages } from "./pipeline/stages.ts";
import type { Parts } from "./services.ts";
import { createRuleBook } from "./store/automation/compiled-rules.ts";
import { isAnythingNew } from "./store/automation/reaction-queue.ts";
import { isAnyDue } from "./store/delivery/actions.ts";
import { startOfToday } from "./store/workspace/day.ts";

export type OnJob = (name: string, ok: number, failed: number, ms: number) => void;

/** The half behind the door: it reads what came in, reacts, sends, and does the jobs. */
export type Work = {
  /** Something was accepted, at a door pressed so hard. */
  arrived: (press: Press) => void;
  stop: () => Promise<void>;
};

/** Where the half that serves is reached: by vendors, and by our simulator's mail. */
export type Reached = { url: string; mailUrl: string | undefined };
export type StartWork = (reached: Reached, onJob: OnJob) => Promise<Work>;

/** What is pressed stays so for a moment, should nobody say otherwise. */
const pressMs = 60;

/** Works in this very thread. */
export const workHere =
  (parts: Parts): StartWork =>
  async ({ url, mailUrl }, onJob) => {
    const { config, database, write, keyring, log, egress, mapping, mayConnect, live, messaging, general } =
      parts;
    await using opened = new AsyncDisposableStack();
    const book = createRuleBook(database.db);
    const day = async (now: number) => {
      const { timezone } = await general();
      return { zone: timezone, midnight: startOfToday(timezone, now) };
    };
    let pressed: { press: Press; until: number } = { press: "calm", until: 0 };
    const press = (): Press => (performance.now() < pressed.until ? pressed.press : "calm");
    const stages = startStages({
      write,
      mapping,
      log,
      book,
      day,
      press,
      isAnythingNew: () => isAnythingNew(database.pool),
    });
    opened.defer(stages.stop);
    // Vendors reach us at the public address; our own simulators are on this machine.
    const reachedAt = config.publicUrl?.origin ?? (parts.sandboxUrl === undefined ? null : url);
    const dispatcher = startDispatcher({
      write,
      hash: parts.addressHash,
      rules: parts.contactRules,
      ways: messaging.to,
      business: parts.business,
      log,
      isDue: () => isAnyDue(database.pool),
      callbackUrl: (messenger) => reachedAt && `${reachedAt}/hooks/vendors/${messenger}`,
      unsubscribeUrl: (actionId) =>
        reachedAt && `${reachedAt}/hooks/unsubscribe/${parts.unsubscribeTokens.make(actionId)}`,
      returnAddress: parts.returns.address,
      lookUp: async (id, sent) => {
        const found = await messaging.by(id);
        return (await found?.messenger.lookUp?.(found.way, sent)) ?? { kind: "unknown" };
      },
    });
    opened.defer(dispatcher.stop);
    opened.defer(startPricing({ write, messaging, log }).stop);
    const unwatch = live.watch((changed) => {
      if (changed.includes("rules")) book.forget();
      if (changed.includes("events")) stages.recorder.wake();
      if (changed.includes("people")) stages.reactor.wake();
      if (changed.includes("actions")) dispatcher.wake();
    });
    opened.defer(unwatch);
    const context = { database, write, keyring, dataDir: config.dataDir, log, egress, mapping, mayConnect };
    await parts.queue.work(context, onJob);
    if (parts.sandboxUrl !== undefined) await tellSandbox(parts, parts.sandboxUrl, url, mailUrl);
    const owned = opened.move();
    return {
      arrived: (now) => {
        pressed = { press: now, until: performance.now() + pressMs };
        stages.recorder.wake();
      },
      stop: () => owned.disposeAsync(),
    };
  };

/** Where our simulators bring what customers write. */
const tellSandbox = async (
  { egress, log }: Parts,
  sandboxUrl: string,
  url: string,
  email: string | undefined,
): Promise<void> => {
  const hook = (messenger: string) => `${url}/hooks/vendors/${messenger}`;
  const answer = await egress.request({
    url: `${sandboxUrl}/_control`,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      webhooks: { twilio: hook("twilio-sms"), whatsapp: hook("whatsapp-meta"), email: email ?? null },
    }),
    allow: "sandbox",
  });
  if (!answer.ok || answer.status !== 200)
    log.warn({ answer: answer.ok ? answer.status : answer.failure }, "the sandbox was not told");
};
