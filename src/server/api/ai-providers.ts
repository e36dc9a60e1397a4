import type { AiProvider } from "#contract/ai-providers.ts";
import { serverSettings } from "#contract/ai-providers.ts";
import { chooseProviders, needsPersonalTextConsent } from "#domain/ai/choose-providers.ts";
import { compatibleVendor } from "#domain/ai/compatible.ts";
import { type AiModel, aiVendors, isRetired } from "#domain/ai/models.ts";
import { planConnectionSave } from "#domain/connection.ts";
import { ensureProviders, isConnected, type Provider, readProviders } from "#server/ai/providers.ts";
import { compatible } from "#server/connectors/compatible.ts";
import { connectionShape } from "#server/connectors/connector.ts";
import { embedKnowledge } from "#server/housekeeping/embed-knowledge.ts";
import {
  type AiProviderChange,
  type AiProviderRow,
  listAiProviders,
  lockAiProvider,
  orderAiProviders,
  toStoredConnection,
  updateAiProvider,
} from "#server/store/ai/ai-providers.ts";
import { readScoreDistributions } from "#server/store/ai/score-distribution.ts";
import { readUsageSince, type UsageToday } from "#server/store/delivery/usage.ts";
import { startOfToday } from "#server/store/workspace/day.ts";
import { maskPrefix, maskSecret } from "#server/vault/vault.ts";
import type { ApiServices, Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";

const currentDay = async ({ general }: ApiServices) => {
  const { timezone } = await general();
  const date = new Intl.DateTimeFormat("en-CA", { timeZone: timezone }).format(new Date());
  return { date, since: startOfToday(timezone) };
};

/** The models of the server that the connection test listed at the stored address. */
const listedModels = ({ baseUrl, found }: AiProviderRow): string[] =>
  found?.baseUrl === baseUrl ? found.models : [];

const toServer = ({ baseUrl, apiVersion, inputPrice, outputPrice, found }: AiProviderRow) => ({
  baseUrl,
  apiVersion,
  inputPrice,
  outputPrice,
  found,
});

const toAiProvider = (
  provider: Provider,
  today: string,
  usage: UsageToday | undefined,
  sandbox: boolean,
): AiProvider => {
  const { row } = provider;
  const { skipped } = chooseProviders([provider], { today, isPersonal: true });
  const knownModels: readonly AiModel[] = aiVendors.find(({ id }) => id === row.vendor)?.models ?? [];
  const addedModels: AiModel[] = [...row.extraModels, ...listedModels(row)]
    .filter((id, at, all) => all.indexOf(id) === at && !knownModels.some((model) => model.id === id))
    .map((id) => ({ id }));
  return {
    id: row.id,
    vendor: row.vendor,
    name: row.name,
    apiKey: row.hasKey ? maskSecret(row.lastFour ?? "") : null,
    mode: !row.enabled ? "off" : isConnected(row) ? "live" : sandbox ? "sandbox" : "off",
    model: row.model,
    models: [...knownModels, ...addedModels].map((model) => ({
      id: model.id,
      retiredAt: model.retiredAt ?? null,
      retired: isRetired(model, today),
    })),
    enabled: row.enabled,
    position: provider.position,
    timeoutSeconds: row.timeoutSeconds,
    maxConcurrent: row.maxConcurrent,
    monthlyBudget: row.monthlyBudget,
    needsAcceptance: needsPersonalTextConsent(row.vendor),
    acceptsPersonalText: row.acceptsPersonalText,
    server: row.vendor === compatibleVendor ? toServer(row) : null,
    skipped: skipped[0]?.reason ?? null,
    requestsToday: usage?.requests ?? 0,
    failedToday: usage?.failed ?? 0,
    averageLatencyMs: usage?.averageLatencyMs ?? null,
    p95LatencyMs: usage?.p95LatencyMs ?? null,
    costToday: usage?.cost ?? 0,
    costThisMonth: provider.spentThisMonth,
    updatedAt: row.updatedAt.toISOString(),
  };
};

const listProviders = async (services: ApiServices): Promise<AiProvider[]> => {
  await ensureProviders(services);
  const { database, general, simulation, sandboxUrl } = services;
  const { timezone } = await general();
  const hasSimulators = sandboxUrl !== undefined;
  const providers = await readProviders(
    { database, timezone, policy: await simulation(), hasSimulators },
    Date.now(),
  );
  const { date, since } = await currentDay(services);
  const usage = await readUsageSince(
    database.pool,
    providers.map(({ vendor }) => vendor),
    since,
  );
  return providers.map((provider) => toAiProvider(provider, date, usage.get(provider.vendor), hasSimulators));
};

/** Undefined keeps the stored key: the form returns a blank or the mask when it was not changed. */
const enteredKey = (apiKey: string | null | undefined): string | null | undefined =>
  apiKey === "" || apiKey?.startsWith(maskPrefix) ? undefined : apiKey;

type ProviderChanges = Omit<AiProviderChange, "apiKey" | "extraModels">;

const describeChanges = (before: AiProviderRow, changes: ProviderChanges) =>
  Object.fromEntries(
    Object.entries(changes).map(([field, after]) => [
      field,
      { before: before[field as keyof ProviderChanges], after },
    ]),
  );

/** Only one provider has an address, and its key goes nowhere but to the address that it was stored with. */
const checkDestination = (
  before: AiProviderRow,
  changes: ProviderChanges,
  apiKey: string | null | undefined,
): void => {
  const fields = Object.keys(serverSettings.shape).filter((field) => field in changes);
  if (before.vendor !== compatibleVendor) {
    if (fields.length > 0) throw new Problem("invalid", { issues: toIssues(fields) });
    return;
  }
  const { baseUrl = before.baseUrl } = changes;
  const plan = planConnectionSave(connectionShape(compatible.settings), toStoredConnection(before), {
    baseUrl,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  if (!plan.ok) throw new Problem("secret_required", { issues: toIssues(plan.reason.fields) });
  if (apiKey && baseUrl === null) throw new Problem("invalid", { issues: toIssues(["baseUrl"]) });
};

const toIssues = (fields: readonly string[]) => fields.map((path) => ({ path, message: "" }));

export const aiProviderHandlers: Handlers["aiProviders"] = {
  list: ({ services }) => listProviders(services),

  update: async ({ input: { params, body }, actor, services }) => {
    const { apiKey: submittedKey, ...named } = body;
    const changes = Object.fromEntries(
      Object.entries(named).filter(([, value]) => value !== undefined),
    ) as ProviderChanges;
    const { model } = changes;
    const apiKey = enteredKey(submittedKey);
    await services.write(actor, async ({ tx, audit, touch, enqueue }) => {
      const before = await lockAiProvider(tx, params.id);
      if (!before) throw new Problem("not_found");
      checkDestination(before, changes, apiKey);
      const isOtherServer = changes.baseUrl !== undefined && changes.baseUrl !== before.baseUrl;
      const extraModels = isOtherServer ? [] : before.extraModels;
      const knownModels = aiVendors.find(({ id }) => id === before.vendor)?.models.map(({ id }) => id) ?? [];
      const isNew = model !== undefined && ![...knownModels, ...extraModels].includes(model);
      await updateAiProvider(tx, services.keyring, before.id, {
        ...changes,
        // Who accepted that texts go to one server did not accept another.
        ...(isOtherServer && changes.acceptsPersonalText === undefined ? { acceptsPersonalText: false } : {}),
        ...(isNew || isOtherServer ? { extraModels: isNew ? [...extraModels, model] : extraModels } : {}),
        ...(apiKey === undefined ? {} : { apiKey }),
      });
      audit({
        eventType: "settings_update",
        entityType: "ai_provider",
        entityId: before.id,
        details: { kind: "thing", verb: "changed", thing: "ai_provider", name: before.name },
        metadata: {
          ...describeChanges(before, changes),
          ...(apiKey === undefined ? {} : { apiKey: apiKey === null ? "removed" : "set" }),
        },
      });
      // A vendor that is turned on may make the vectors of the knowledge base.
      if (changes.enabled || apiKey) enqueue(embedKnowledge, {});
      touch("ai-providers");
    });
    const provider = (await listProviders(services)).find(({ id }) => id === params.id);
    if (!provider) throw new Problem("not_found");
    return provider;
  },

  order: async ({ input: { body }, actor, services }) => {
    await services.write(actor, async ({ tx, audit, touch }) => {
      const providers = await listAiProviders(tx);
      const named = new Set(body.ids);
      const isComplete = named.size === body.ids.length && providers.every(({ id }) => named.has(id));
      if (!isComplete || named.size !== providers.length) throw new Problem("invalid");
      await orderAiProviders(tx, body.ids);
      const nameOf = (id: string) => providers.find((provider) => provider.id === id)?.name ?? id;
      audit({
        eventType: "settings_update",
        entityType: "ai_provider",
        entityId: "all",
        details: { kind: "thing", verb: "changed", thing: "provider_order" },
        metadata: { order: body.ids.map(nameOf) },
      });
      touch("ai-providers");
    });
    return listProviders(services);
  },

  scores: async ({ services: { database } }) => {
    const { people, scores } = await readScoreDistributions(database.pool);
    const { intent, propensity, churn } = scores;
    return { people, intent: intent.average, propensity: propensity.average, churn: churn.average };
  },
};
