import { setTimeout as sleep } from "node:timers/promises";
import {
  type AiCallFailure,
  type AiCallOutcome,
  endsTheCall,
  retryPauseMs,
} from "#domain/ai/call-outcome.ts";
import { chooseProviders, type ProviderSkip } from "#domain/ai/choose-providers.ts";
import { costOfTokens, tokenPricesAt } from "#domain/ai/models.ts";
import { dateIn } from "#domain/day.ts";
import { type Simulation, type SimulationPolicy, simulationOf } from "#domain/messages/simulation.ts";
import { system } from "#server/audit/entry.ts";
import { aiConnectors } from "#server/connectors/connectors.ts";
import { createVendorContext, type VendorContextOptions } from "#server/connectors/vendor-context.ts";
import type { Database } from "#server/db/database.ts";
import { insertAiCall, notifyOfFailure, readPurposeSpending } from "#server/store/ai/ai-calls.ts";
import type { Vendors } from "#server/store/connections/vendors.ts";
import { startOfToday } from "#server/store/workspace/day.ts";
import type { Write } from "#server/store/write.ts";
import { createConcurrencyLimit } from "./concurrency-limit.ts";
import type { AiFeature } from "./feature.ts";
import { type Provider, readProviders } from "./providers.ts";
import { type AiCompletion, requestCompletion } from "./request-completion.ts";
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

export type AiClient = {
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

  const askProvider = async <Input, Output>(
    { row, model: modelId }: Provider,
    feature: AiFeature<Input, Output>,
    prompt: string,
    { personId, signal, onText }: AskOptions,
  ): Promise<AiCompletion<Output> & { simulation: Simulation | null }> => {
    const connector = aiConnectors.find(({ id }) => id === row.vendor);
    const opened = connector && (await vendors.openAi(connector, row));
    if (!connector || !opened?.ok || modelId === null)
      return { outcome: "wrong_key", tokens: { input: 0, cachedInput: 0, output: 0 }, simulation: null };
    const timeoutMs = row.timeoutSeconds * 1000;
    const context = createVendorContext(
      contextOptions,
      connector,
      opened.mode,
      opened.settings as never,
      () => {},
    );
    const apiKey = String(opened.settings.apiKey);
    const model = await connector.createModel(
      apiKey,
      modelId,
      createVendorFetch(context, connector.baseUrl(), timeoutMs),
    );
    const startedAt = performance.now();
    const completion = await requestCompletion({ model, feature, prompt, timeoutMs, signal, onText });
    const { outcome, tokens } = completion;
    const simulationKind = simulationOf(opened.mode === "sandbox", await simulation());
    const prices = tokenPricesAt(row.vendor, modelId, clock());
    await write(system, async ({ tx, touch }) => {
      await insertAiCall(tx, {
        vendor: row.vendor,
        model: modelId,
        purpose: feature.purpose,
        promptVersion: feature.promptVersion,
        outcome,
        simulation: simulationKind,
        tokens,
        prices,
        // A test call to the simulator was never paid.
        cost: prices && simulationKind !== "test" ? costOfTokens(prices, tokens) : 0,
        latencyMs: Math.round(performance.now() - startedAt),
        personId,
      });
      await notifyOfFailure(tx, row.vendor, row.name, outcome);
      touch("ai-providers", "notifications");
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

  return {
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
