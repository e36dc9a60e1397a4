import { setTimeout as sleep } from "node:timers/promises";
import {
  type AiCallFailure,
  type AiCallOutcome,
  countsAgainstVendor,
  endsTheCall,
  retryPauseMs,
} from "#domain/ai/call-outcome.ts";
import { chooseProviders, type ProviderSkip } from "#domain/ai/choose-providers.ts";
import { abilitiesOf } from "#domain/ai/compatible.ts";
import { embeddingModels } from "#domain/ai/embedding-models.ts";
import type { TokenCounts } from "#domain/ai/models.ts";
import { dateIn } from "#domain/day.ts";
import { type Simulation, type SimulationPolicy, simulationOf } from "#domain/messages/simulation.ts";
import { createConcurrencyLimit } from "#server/concurrency-limit.ts";
import type { AiSettings, ModelAccess } from "#server/connectors/ai-vendor.ts";
import { aiConnectors } from "#server/connectors/connectors.ts";
import { createVendorContext, type VendorContextOptions } from "#server/connectors/vendor-context.ts";
import type { Database } from "#server/db/database.ts";
import { readPurposeSpending } from "#server/store/ai/ai-calls.ts";
import type { Vendors } from "#server/store/connections/vendors.ts";
import { startOfToday } from "#server/store/workspace/day.ts";
import type { Write } from "#server/store/write.ts";
import { type CallSettings, createCallRecords, dollarsOf, type EndedModelCall } from "./call-records.ts";
import type { AiFeature } from "./feature.ts";
import { type Provider, providerPricesAt, readProviders } from "./providers.ts";
import { type AiCompletion, requestCompletion } from "./request-completion.ts";
import { type Embeddings, requestEmbeddings } from "./request-embeddings.ts";
import { type ReplyRequest, replyDeadlines, requestReply } from "./request-reply.ts";
import { createVendorFetch } from "./vendor-fetch.ts";

/** A base of 5,000 passages costs a few cents. */
const embeddingDollarsPerDay = 1;

export type AiAttempt = { vendor: string; model: string; outcome: AiCallOutcome };

/** What became of a question to the models. Without an answer, the caller goes on without a model. */
export type AiAnswer<Output> =
  | {
      ok: true;
      output: Output;
      vendor: string;
      model: string;
      simulation: Simulation | null;
      /** US dollars of the answering request. */
      cost: number;
      latencyMs: number;
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

/** After so many failures a vendor is not asked again in the conversation. */
const maxVendorFailures = 2;
/** US dollars for one conversation, and for all conversations of a day. */
const conversationBudget = { dollars: 0.5, dollarsPerDay: 50 };

export type AiClient = {
  /** Undefined when no provider is available, or the day's budget is spent. */
  openConversation: () => Promise<ModelConversation | undefined>;
  /** Resolves when the calls of conversations are recorded. */
  settled: () => Promise<void>;
  /** Whether some provider would be asked. */
  isAvailable: (feature: Pick<AiFeature<never, unknown>, "isPersonal">) => Promise<boolean>;
  ask: <Input, Output>(
    feature: AiFeature<Input, Output>,
    input: Input,
    options?: AskOptions,
  ) => Promise<AiAnswer<Output>>;
  /** The model of the first provider that makes vectors; undefined where none does. */
  embeddingModel: (options: Pick<EmbedOptions, "isPersonal">) => Promise<string | undefined>;
  /** The vectors of texts by this model, asked once. */
  embed: (texts: string[], options: EmbedOptions) => Promise<EmbeddingAnswer>;
};

/** A vendor whose key or connection cannot be used. */
type NotOpened = { outcome: "wrong_key"; tokens: TokenCounts; retryAfterMs?: undefined };

type EmbedOptions = {
  /** The texts contain what people wrote. */
  isPersonal: boolean;
  model: string;
  timeoutMs?: number;
};

export type EmbeddingAnswer =
  | { ok: true; vectors: number[][] }
  | { ok: false; reason: AiCallFailure | "no_provider" | "budget_spent" };

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

  type CallFigures = { simulation: Simulation | null; cost: number; latencyMs: number };

  /** Undefined when the provider has no usable key. */
  const openVendor = async ({ row }: Provider, timeoutMs = row.timeoutSeconds * 1000) => {
    const connector = aiConnectors.find(({ id }) => id === row.vendor);
    const opened = connector && (await vendors.openAi(connector, row));
    if (!connector || !opened?.ok) return undefined;
    const context = createVendorContext(
      contextOptions,
      connector,
      opened.mode,
      opened.settings as never,
      () => {},
    );
    const { apiKey, baseUrl, apiVersion } = opened.settings as AiSettings;
    const access: ModelAccess = {
      apiKey: apiKey ?? "",
      fetch: createVendorFetch(context, connector.baseUrl(opened.settings as never), timeoutMs),
      server:
        baseUrl === undefined
          ? undefined
          : {
              baseUrl,
              apiVersion,
              abilities: abilitiesOf(row.found, { baseUrl: row.baseUrl, model: row.model }),
            },
    };
    return {
      connector,
      access,
      timeoutMs,
      simulation: simulationOf(opened.mode === "sandbox", await simulation()),
    };
  };
  type VendorAccess = NonNullable<Awaited<ReturnType<typeof openVendor>>>;

  const records = createCallRecords(write);

  /** Sends one request to a vendor and records it. */
  const callProvider = async <Result extends { outcome: AiCallOutcome; tokens: TokenCounts }>(
    provider: Provider,
    settings: CallSettings,
    request: (access: VendorAccess) => Promise<Result>,
  ): Promise<(Result | NotOpened) & CallFigures> => {
    const vendor = settings.model === "" ? undefined : await openVendor(provider);
    if (!vendor) {
      const tokens = { input: 0, cachedInput: 0, output: 0 };
      return { outcome: "wrong_key", tokens, simulation: null, cost: 0, latencyMs: 0 };
    }
    const startedAt = performance.now();
    const result = await request(vendor);
    const { outcome, tokens } = result;
    const { simulation: kind } = vendor;
    const latencyMs = Math.round(performance.now() - startedAt);
    const call = { ...settings, outcome, tokens, simulation: kind, startedAt };
    await records.store(provider.row, call);
    return { ...result, simulation: kind, cost: dollarsOf(call), latencyMs };
  };

  const askProvider = <Input, Output>(
    provider: Provider,
    feature: AiFeature<Input, Output>,
    prompt: string,
    { personId, signal, onText }: AskOptions,
  ) => {
    const model = provider.model ?? "";
    const { purpose, promptVersion } = feature;
    const prices = providerPricesAt(provider, model, clock());
    return callProvider(
      provider,
      { model, purpose, promptVersion, prices, personId },
      async ({ connector, access, timeoutMs }): Promise<AiCompletion<Output>> =>
        requestCompletion({
          model: await connector.createModel(model, access),
          feature,
          prompt,
          timeoutMs,
          signal,
          onText,
        }),
    );
  };

  const findProviders = async (isPersonal: boolean, now: number) => {
    const { timezone } = await general();
    const hasSimulators = contextOptions.sandboxUrl !== undefined;
    const policy = await simulation();
    const providers = await readProviders({ database, timezone, policy, hasSimulators }, now);
    return { timezone, ...chooseProviders(providers, { today: dateIn(now, timezone), isPersonal }) };
  };

  const findEmbeddingProvider = async (isPersonal: boolean, modelId?: string) => {
    const { timezone, candidates } = await findProviders(isPersonal, clock());
    for (const provider of candidates) {
      const model = embeddingModels.find(
        ({ vendor, id }) => vendor === provider.vendor && (modelId === undefined || id === modelId),
      );
      if (model) return { provider, model, timezone };
    }
    return undefined;
  };

  const openConversation = async (): Promise<ModelConversation | undefined> => {
    const now = clock();
    const { timezone, candidates } = await findProviders(true, now);
    if (candidates.length === 0) return undefined;
    const spentToday = await readPurposeSpending(database.pool, "converse", startOfToday(timezone, now));
    if (spentToday >= conversationBudget.dollarsPerDay) return undefined;
    // Opened before the first question, so that an answer waits for the model only.
    const opened = await Promise.all(
      candidates.map(async (provider) => {
        const vendor = await openVendor(provider, replyDeadlines.total);
        const id = provider.model ?? "";
        const model = vendor && (await vendor.connector.createModel(id, vendor.access));
        return model ? [{ provider, id, model, simulation: vendor.simulation }] : [];
      }),
    );
    let cost = 0;
    const failures = new Map<string, number>();
    const respond: ModelConversation["respond"] = async ({ promptVersion, personId, ...request }) => {
      let last: ConversationReply | undefined;
      for (const { provider, id, model, simulation: kind } of opened.flat()) {
        if ((failures.get(provider.vendor) ?? 0) >= maxVendorFailures || cost >= conversationBudget.dollars)
          continue;
        const startedAt = performance.now();
        // Without the limit of requests at once: a caller on the telephone cannot wait for other work.
        const reply = await requestReply(model, request);
        const isAborted = request.signal.aborted;
        if (!isAborted && countsAgainstVendor(reply.outcome))
          failures.set(provider.vendor, (failures.get(provider.vendor) ?? 0) + 1);
        const call: EndedModelCall = {
          model: id,
          purpose: "converse",
          promptVersion,
          prices: providerPricesAt(provider, id, clock()),
          personId: personId ?? undefined,
          // The person spoke on: the vendor did nothing wrong.
          outcome: isAborted ? "answered" : reply.outcome,
          tokens: reply.tokens,
          simulation: kind,
          startedAt,
        };
        // Not waited for: the person hears the answer meanwhile.
        records.storeTogether(provider.row, call).catch(() => {});
        const dollars = dollarsOf(call);
        cost += dollars;
        const { outcome, text, firstTokenMs } = reply;
        last = { outcome, text, vendor: provider.vendor, model: id, firstTokenMs, cost: dollars };
        if (outcome === "answered" || text !== "" || isAborted || endsTheCall(outcome)) return last;
      }
      return last;
    };
    return { respond, cost: () => cost };
  };

  return {
    openConversation,
    settled: records.settled,
    embeddingModel: async ({ isPersonal }) => (await findEmbeddingProvider(isPersonal))?.model.id,

    embed: async (texts, { isPersonal, model: modelId, timeoutMs: maxMs }) => {
      const found = await findEmbeddingProvider(isPersonal, modelId);
      if (!found) return { ok: false, reason: "no_provider" };
      const { provider, model, timezone } = found;
      const since = startOfToday(timezone, clock());
      const spentToday = await readPurposeSpending(database.pool, "embed_knowledge", since);
      if (spentToday >= embeddingDollarsPerDay) return { ok: false, reason: "budget_spent" };
      const result = await limitOf(provider.vendor)(provider.row.maxConcurrent, () =>
        callProvider(
          provider,
          {
            model: model.id,
            purpose: "embed_knowledge",
            promptVersion: "embed-1",
            prices: { input: model.price, cachedInput: model.price, output: 0 },
          },
          async ({ connector, access, timeoutMs }): Promise<Embeddings> => {
            const create = connector.createEmbeddingModel;
            if (!create) throw new Error(`${connector.label} makes no vectors`);
            const embedding = await create(model.id, access);
            return requestEmbeddings(embedding, texts, Math.min(timeoutMs, maxMs ?? timeoutMs));
          },
        ),
      );
      return result.outcome === "answered"
        ? { ok: true, vectors: result.vectors }
        : { ok: false, reason: result.outcome };
    },

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
              cost: result.cost,
              latencyMs: result.latencyMs,
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
