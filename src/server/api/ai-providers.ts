import type { AiProvider } from "#contract/ai-providers.ts";
import { type AiModel, aiVendors, isRetired } from "#domain/ai/models.ts";
import { system } from "#server/audit/entry.ts";
import {
  type AiProviderRow,
  type AverageScores,
  addMissingVendors,
  averageScoresQuery,
  hasEveryVendor,
  listAiProviders,
  lockAiProvider,
  updateAiProvider,
} from "#server/store/ai/ai-providers.ts";
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

/** Adds rows for vendors that have none yet. */
export const ensureAiProviders = async (services: ApiServices): Promise<AiProviderRow[]> => {
  const { database, write } = services;
  const rows = await listAiProviders(database.db);
  if (hasEveryVendor(rows)) return rows;
  const { date } = await currentDay(services);
  await write(system, ({ tx }) => addMissingVendors(tx, date));
  return listAiProviders(database.db);
};

const toAiProvider = (
  row: AiProviderRow,
  today: string,
  usage: UsageToday | undefined,
  sandbox: boolean,
): AiProvider => {
  const knownModels: readonly AiModel[] = aiVendors.find(({ id }) => id === row.vendor)?.models ?? [];
  const addedModels: AiModel[] = row.extraModels
    .filter((id) => !knownModels.some((model) => model.id === id))
    .map((id) => ({ id }));
  return {
    id: row.id,
    vendor: row.vendor,
    name: row.name,
    apiKey: row.hasKey ? maskSecret(row.lastFour ?? "") : null,
    mode: !row.enabled ? "off" : row.hasKey ? "live" : sandbox ? "sandbox" : "off",
    model: row.model,
    models: [...knownModels, ...addedModels].map((model) => ({
      id: model.id,
      retiredAt: model.retiredAt ?? null,
      retired: isRetired(model, today),
    })),
    enabled: row.enabled,
    requestsToday: usage?.requests ?? 0,
    averageLatencyMs: usage?.averageLatencyMs ?? null,
    updatedAt: row.updatedAt.toISOString(),
  };
};

const toAiProviders = async (services: ApiServices, rows: AiProviderRow[]): Promise<AiProvider[]> => {
  const { date, since } = await currentDay(services);
  const usage = await readUsageSince(
    services.database.pool,
    rows.map(({ vendor }) => vendor),
    since,
  );
  return rows.map((row) => toAiProvider(row, date, usage.get(row.vendor), services.sandboxUrl !== undefined));
};

/** Undefined keeps the stored key: the form returns a blank or the mask when it was not changed. */
const enteredKey = (apiKey: string | null | undefined): string | null | undefined =>
  apiKey === "" || apiKey?.startsWith(maskPrefix) ? undefined : apiKey;

export const aiProviderHandlers: Handlers["aiProviders"] = {
  list: async ({ services }) => toAiProviders(services, await ensureAiProviders(services)),

  update: async ({ input: { params, body }, actor, services }) => {
    const { enabled, model } = body;
    const apiKey = enteredKey(body.apiKey);
    const updated = await services.write(actor, async ({ tx, audit, touch }) => {
      const before = await lockAiProvider(tx, params.id);
      if (!before) throw new Problem("not_found");
      const knownModels = aiVendors.find(({ id }) => id === before.vendor)?.models.map(({ id }) => id) ?? [];
      const isNew = model !== undefined && ![...knownModels, ...before.extraModels].includes(model);
      const after = await updateAiProvider(tx, services.keyring, before.id, {
        ...(enabled === undefined ? {} : { enabled }),
        ...(model === undefined ? {} : { model }),
        ...(isNew ? { extraModels: [...before.extraModels, model] } : {}),
        ...(apiKey === undefined ? {} : { apiKey }),
      });
      audit({
        eventType: "settings_update",
        entityType: "ai_provider",
        entityId: before.id,
        description: `Changed the AI provider ${before.name}`,
        metadata: {
          ...(enabled === undefined ? {} : { enabled: { before: before.enabled, after: enabled } }),
          ...(model === undefined ? {} : { model: { before: before.model, after: model } }),
          ...(apiKey === undefined ? {} : { apiKey: apiKey === null ? "removed" : "set" }),
        },
      });
      touch("ai-providers");
      return after;
    });
    const [provider] = updated ? await toAiProviders(services, [updated]) : [];
    if (!provider) throw new Problem("not_found");
    return provider;
  },

  scores: async ({ services: { database } }) => {
    const { rows } = await database.pool.query<AverageScores>(averageScoresQuery);
    return rows[0] ?? { people: 0, intent: null, propensity: null, churn: null };
  },
};
