import { setTimeout as sleep } from "node:timers/promises";
import {
  type AiCallFailure,
  type AiCallOutcome,
  countsAgainstVendor,
  endsTheCall,
  retryPauseMs,
} from "#domain/ai/call-outcome.ts";
import { chooseProviders, type ProviderSkip } from "#domain/ai/choose-providers.ts";
import { costOfTokens, type TokenCounts, tokenPricesAt } from "#domain/ai/models.ts";
import { dateIn } from "#domain/day.ts";
import { type Simulation, type SimulationPolicy, simulationOf } from "#domain/messages/simulation.ts";
import { system } from "#server/audit/entry.ts";
import { aiConnectors } from "#server/connectors/connectors.ts";
import { createVendorContext, type VendorContextOptions } from "#server/connectors/vendor-context.ts";
import type { Database } from "#server/db/database.ts";
import {
  type AiCall,
  insertAiCall,
  notifyOfFailure,
  readPurposeSpending,
} from "#server/store/ai/ai-calls.ts";
import type { Vendors } from "#server/store/connections/vendors.ts";
import { startOfToday } from "#server/store/workspace/day.ts";
import type { Write } from "#server/store/write.ts";
import { createConcurrencyLimit } from "./concurrency-limit.ts";
import type { AiFeature } from "./feature.ts";
import { type Provider, readProviders } from "./providers.ts";
import { type AiCompletion, requestCompletion } from "./request-completion.ts";
import { type ReplyRequest, replyDeadlines, requestReply } from "./request-reply.ts";
import { createVendorFetch } from "./vendor-fetch.ts";

export type AiAttempt = { vendor: string; model: string; outcome: AiCallOutcome };

/** What became of a question to the models. Without an answer, the caller goes on without a model. */
export type AiAnswer<Output> =
  | {
      ok: true;
      output: Output;
      vendor: string;
      model: string;
      simulation: Simulation | null;
      attempts: AiAttempt[];
    }
  | {
      ok: false;
      reason: AiCallFailure | "no_provider" | "budget_spent";
      attempts: AiAttempt[];
      skipped: { vendor: string; reason: ProviderSkip }[];
    };

type AskOptions = {
  /** Whom the call is about; its cost is shown there. */
  personId?: string;
  signal?: AbortSignal;
  onText?: (text: string) => void;
};

/** The words of one turn of a conversation. */
export type ConversationReply = {
  outcome: AiCallOutcome;
  text: string;
  vendor: string;
  model: string;
  firstTokenMs: number | null;
  /** US dollars. */
  cost: number;
};

/** A conversation with the models that were available at its start. */
export type ModelConversation = {
  /** Tries the next vendor only while nothing was said yet. Undefined when no vendor is left. */
  respond: (
    request: ReplyRequest & { promptVersion: string; personId: string | null },
  ) => Promise<ConversationReply | undefined>;
  cost: () => number;
};

/** US dollars for one conversation, and for all conversations of a day. */
const conversationBudget = { dollars: 0.5, dollarsPerDay: 50 };

export type AiClient = {
  /** Undefined when no provider is available, or the day's budget is spent. */
  openConversation: () => Promise<ModelConversation | undefined>;
  /** Whether some provider would be asked. */
  isAvailable: (feature: Pick<AiFeature<never, unknown>, "isPersonal">) => Promise<boolean>;
  ask: <Input, Output>(
    feature: AiFeature<Input, Output>,
    input: Input,
    options?: AskOptions,
  ) => Promise<AiAnswer<Output>>;
};

type AiClientOptions = {
  database: Database;
  write: Write;
  vendors: Vendors;
  contextOptions: VendorContextOptions;
  general: () => Promise<{ timezone: string }>;
  simulation: () => Promise<SimulationPolicy>;
  clock?: () => number;
};

/** The one way to call a model: in the workspace's order of providers, within their limits, and recorded. */
export const createAiClient = (options: AiClientOptions): AiClient => {
  const { database, write, vendors, contextOptions, general, simulation, clock = Date.now } = options;
  const limits = new Map<string, ReturnType<typeof createConcurrencyLimit>>();
  const limitOf = (vendor: string) => {
    const limit = limits.get(vendor) ?? createConcurrencyLimit();
    limits.set(vendor, limit);
    return limit;
  };

  const openModel = async ({ row, model: modelId }: Provider, timeoutMs: number) => {
    const connector = aiConnectors.find(({ id }) => id === row.vendor);
    const opened = connector && (await vendors.openAi(connector, row));
    if (!connector || !opened?.ok || modelId === null) return undefined;
    const context = createVendorContext(
      contextOptions,
      connector,
      opened.mode,
      opened.settings as never,
      () => {},
    );
    const fetch = createVendorFetch(context, connector.baseUrl(), timeoutMs);
    const model = await connector.createModel(String(opened.settings.apiKey), modelId, fetch);
    return { model, modelId, simulation: simulationOf(opened.mode === "sandbox", await simulation()) };
  };

  const record = async (
    { row }: Provider,
    call: Pick<AiCall, "model" | "purpose" | "promptVersion" | "outcome" | "tokens" | "simulation"> & {
      startedAt: number;
      personId: string | undefined;
    },
  ): Promise<void> => {
    const { startedAt, ...about } = call;
    const prices = tokenPricesAt(row.vendor, call.model, clock());
    const cost = dollarsOf(row.vendor, { modelId: call.model, simulation: call.simulation }, call.tokens);
    const latencyMs = Math.round(performance.now() - startedAt);
    await write(system, async ({ tx, touch }) => {
      await insertAiCall(tx, { ...about, vendor: row.vendor, prices, cost, latencyMs });
      await notifyOfFailure(tx, row.vendor, row.name, call.outcome);
      touch("ai-providers", "notifications");
    });
  };

  const dollarsOf = (
    vendor: string,
    { modelId, simulation: kind }: { modelId: string; simulation: Simulation | null },
    tokens: TokenCounts,
  ): number => {
    const prices = tokenPricesAt(vendor, modelId, clock());
    // A test call to the simulator was never paid.
    return prices && kind !== "test" ? costOfTokens(prices, tokens) : 0;
  };

  const askProvider = async <Input, Output>(
    provider: Provider,
    feature: AiFeature<Input, Output>,
    prompt: string,
    { personId, signal, onText }: AskOptions,
  ): Promise<AiCompletion<Output> & { simulation: Simulation | null }> => {
    const timeoutMs = provider.row.timeoutSeconds * 1000;
    const opened = await openModel(provider, timeoutMs);
    if (!opened)
      return { outcome: "wrong_key", tokens: { input: 0, cachedInput: 0, output: 0 }, simulation: null };
    const startedAt = performance.now();
    const { model, modelId, simulation: simulationKind } = opened;
    const completion = await requestCompletion({ model, feature, prompt, timeoutMs, signal, onText });
    await record(provider, {
      model: modelId,
      purpose: feature.purpose,
      promptVersion: feature.promptVersion,
      outcome: completion.outcome,
      tokens: completion.tokens,
      simulation: simulationKind,
      startedAt,
      personId,
    });
    return { ...completion, simulation: simulationKind };
  };

  const findProviders = async (isPersonal: boolean, now: number) => {
    const { timezone } = await general();
    const hasSimulators = contextOptions.sandboxUrl !== undefined;
    const policy = await simulation();
    const providers = await readProviders({ database, timezone, policy, hasSimulators }, now);
    return { timezone, ...chooseProviders(providers, { today: dateIn(now, timezone), isPersonal }) };
  };

  const openConversation = async (): Promise<ModelConversation | undefined> => {
    const now = clock();
    const { timezone, candidates } = await findProviders(true, now);
    if (candidates.length === 0) return undefined;
    const spentToday = await readPurposeSpending(database.pool, "converse", startOfToday(timezone, now));
    if (spentToday >= conversationBudget.dollarsPerDay) return undefined;
    // Opened before the first question, so that an answer waits for the model only.
    const opened = await Promise.all(
      candidates.map(async (provider) => ({
        provider,
        opened: await openModel(provider, replyDeadlines.total),
      })),
    );
    let cost = 0;
    const failed = new Set<string>();
    const respond: ModelConversation["respond"] = async ({ promptVersion, personId, ...request }) => {
      let last: ConversationReply | undefined;
      for (const { provider, opened: vendor } of opened) {
        if (!vendor || failed.has(provider.vendor) || cost >= conversationBudget.dollars) continue;
        const startedAt = performance.now();
        const reply = await limitOf(provider.vendor)(provider.row.maxConcurrent, () =>
          requestReply(vendor.model, request),
        );
        const { outcome, text, tokens, firstTokenMs } = reply;
        const isAborted = request.signal.aborted;
        if (!isAborted && countsAgainstVendor(outcome)) failed.add(provider.vendor);
        // Not waited for: the person hears the answer meanwhile.
        record(provider, {
          model: vendor.modelId,
          purpose: "converse",
          promptVersion,
          // The person spoke on: the vendor did nothing wrong.
          outcome: isAborted && outcome !== "answered" ? "answered" : outcome,
          tokens,
          simulation: vendor.simulation,
          startedAt,
          personId: personId ?? undefined,
        }).catch(() => {});
        last = {
          outcome,
          text,
          vendor: provider.vendor,
          model: vendor.modelId,
          firstTokenMs,
          cost: dollarsOf(provider.vendor, vendor, tokens),
        };
        cost += last.cost;
        if (outcome === "answered" || text !== "" || isAborted || endsTheCall(outcome)) return last;
      }
      return last;
    };
    return { respond, cost: () => cost };
  };

  return {
    openConversation,
    isAvailable: async ({ isPersonal }) => (await findProviders(isPersonal, clock())).candidates.length > 0,

    ask: async (feature, input, askOptions = {}) => {
      const now = clock();
      const { timezone, candidates, skipped } = await findProviders(feature.isPersonal, now);
      const attempts: AiAttempt[] = [];
      if (candidates.length === 0) return { ok: false, reason: "no_provider", attempts, skipped };
      const spentToday = await readPurposeSpending(
        database.pool,
        feature.purpose,
        startOfToday(timezone, now),
      );
      if (spentToday >= feature.budget.dollarsPerDay)
        return { ok: false, reason: "budget_spent", attempts, skipped };
      const prompt = feature.buildPrompt(input);
      let reason: AiCallFailure = "unavailable";
      for (const provider of candidates) {
        const { vendor, row } = provider;
        const model = provider.model ?? "";
        for (let isRetry = false; ; isRetry = true) {
          const result = await limitOf(vendor)(row.maxConcurrent, () =>
            askProvider(provider, feature, prompt, askOptions),
          );
          attempts.push({ vendor, model, outcome: result.outcome });
          if (result.outcome === "answered")
            return {
              ok: true,
              output: result.output,
              vendor,
              model,
              simulation: result.simulation,
              attempts,
            };
          reason = result.outcome;
          // An answer of the wrong shape is asked for once more; so is one after the vendor's own short pause.
          const pauseMs = reason === "invalid_output" ? 0 : retryPauseMs(reason, result.retryAfterMs);
          if (isRetry || pauseMs === undefined) break;
          await sleep(pauseMs);
        }
        if (endsTheCall(reason) || askOptions.signal?.aborted) break;
      }
      return { ok: false, reason, attempts, skipped };
    },
  };
};
