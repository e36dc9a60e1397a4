import { countsAgainstVendor } from "#domain/ai/call-outcome.ts";
import type { ProviderFacts } from "#domain/ai/choose-providers.ts";
import { circuitMemoryMs, isCircuitOpen } from "#domain/ai/circuit.ts";
import { compatibleVendor } from "#domain/ai/compatible.ts";
import { type TokenPrices, tokenPricesAt } from "#domain/ai/models.ts";
import { dateIn, startOfMonth } from "#domain/day.ts";
import type { SimulationPolicy } from "#domain/messages/simulation.ts";
import { system } from "#server/audit/entry.ts";
import type { Database } from "#server/db/database.ts";
import { readAiSpending, readRecentCalls } from "#server/store/ai/ai-calls.ts";
import {
  type AiProviderRow,
  addMissingVendors,
  hasEveryVendor,
  listAiProviders,
} from "#server/store/ai/ai-providers.ts";
import type { Write } from "#server/store/write.ts";

/** Adds rows for vendors that have none yet. */
export const ensureProviders = async ({
  database,
  write,
  general,
}: {
  database: Database;
  write: Write;
  general: () => Promise<{ timezone: string }>;
}): Promise<AiProviderRow[]> => {
  const rows = await listAiProviders(database.db);
  if (hasEveryVendor(rows)) return rows;
  const { timezone } = await general();
  await write(system, ({ tx }) => addMissingVendors(tx, dateIn(Date.now(), timezone)));
  return listAiProviders(database.db);
};

/** A server of the workspace's own may need no key. */
export const isConnected = (row: AiProviderRow): boolean =>
  row.vendor === compatibleVendor ? row.baseUrl !== null : row.hasKey;

/** What a million tokens of the model cost at this time; undefined where that is not known. */
export const providerPricesAt = (
  { row: { vendor, inputPrice, outputPrice } }: Provider,
  model: string,
  now: number,
): TokenPrices | undefined =>
  vendor === compatibleVendor
    ? { input: inputPrice, cachedInput: inputPrice, output: outputPrice }
    : tokenPricesAt(vendor, model, now);

export type Provider = ProviderFacts & { row: AiProviderRow };

type ProvidersContext = {
  database: Database;
  timezone: string;
  policy: SimulationPolicy;
  hasSimulators: boolean;
};

/** Providers with what decides whether they are asked. A simulator answers in the demo, or where tests are allowed. */
export const readProviders = async (
  { database, timezone, policy, hasSimulators }: ProvidersContext,
  now: number,
): Promise<Provider[]> => {
  const rows = await listAiProviders(database.db);
  const mayUseSimulator = hasSimulators && (policy.isDemo || policy.allowsTestSends);
  const vendors = rows.map(({ vendor }) => vendor);
  const [spending, recent] = await Promise.all([
    readAiSpending(database.pool, vendors, new Date(startOfMonth(now, timezone))),
    readRecentCalls(database.pool, vendors, new Date(now - circuitMemoryMs)),
  ]);
  const callsOf = (vendor: string) =>
    recent
      .filter((call) => call.vendor === vendor)
      .map(({ at, outcome }) => ({ at, failed: countsAgainstVendor(outcome) }));
  return rows.map((row, index) => ({
    row,
    vendor: row.vendor,
    model: row.model,
    enabled: row.enabled,
    mode: isConnected(row) ? "live" : mayUseSimulator ? "sandbox" : null,
    position: index,
    monthlyBudget: row.monthlyBudget,
    spentThisMonth: spending.get(row.vendor) ?? 0,
    isCircuitOpen: isCircuitOpen(callsOf(row.vendor), now),
    acceptsPersonalText: row.acceptsPersonalText,
  }));
};
