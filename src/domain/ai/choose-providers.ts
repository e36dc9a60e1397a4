import { compatibleVendor } from "./compatible.ts";
import { aiVendors, isRetired } from "./models.ts";

/** What decides whether and when a provider is asked. */
export type ProviderFacts = {
  vendor: string;
  model: string | null;
  enabled: boolean;
  /** Null while neither a key nor an allowed simulator exists. */
  mode: "live" | "sandbox" | null;
  position: number;
  /** US dollars a month; null is unlimited. */
  monthlyBudget: number | null;
  spentThisMonth: number;
  isCircuitOpen: boolean;
  /** An administrator accepted that texts of people go to a vendor that may train on them. */
  acceptsPersonalText: boolean;
};

export const providerSkips = [
  "off",
  "no_key",
  "no_address",
  "no_model",
  "model_retired",
  "budget_spent",
  "circuit_open",
  "personal_text_not_accepted",
] as const;
export type ProviderSkip = (typeof providerSkips)[number];

/** Vendors whose terms do not rule out training on what the API receives, and servers whose terms are not known. */
const vendorsThatMayTrain: readonly string[] = ["deepseek", compatibleVendor];
export const needsPersonalTextConsent = (vendor: string): boolean => vendorsThatMayTrain.includes(vendor);

const skipReason = (
  provider: ProviderFacts,
  { today, isPersonal }: { today: string; isPersonal: boolean },
): ProviderSkip | undefined => {
  if (!provider.enabled) return "off";
  if (provider.mode === null) return provider.vendor === compatibleVendor ? "no_address" : "no_key";
  if (provider.model === null) return "no_model";
  const known = aiVendors
    .find(({ id }) => id === provider.vendor)
    ?.models.find(({ id }) => id === provider.model);
  if (known && isRetired(known, today)) return "model_retired";
  if (provider.monthlyBudget !== null && provider.spentThisMonth >= provider.monthlyBudget)
    return "budget_spent";
  if (isPersonal && needsPersonalTextConsent(provider.vendor) && !provider.acceptsPersonalText)
    return "personal_text_not_accepted";
  return provider.isCircuitOpen ? "circuit_open" : undefined;
};

/** The providers to ask, in the workspace's order, and why the others are not asked. */
export const chooseProviders = <P extends ProviderFacts>(
  providers: readonly P[],
  context: { today: string; isPersonal: boolean },
): { candidates: P[]; skipped: { vendor: string; reason: ProviderSkip }[] } => {
  const sorted = providers.toSorted((a, b) => a.position - b.position || a.vendor.localeCompare(b.vendor));
  const judged = sorted.map((provider) => ({ provider, reason: skipReason(provider, context) }));
  return {
    candidates: judged.flatMap(({ provider, reason }) => (reason === undefined ? [provider] : [])),
    skipped: judged.flatMap(({ provider, reason }) => (reason ? [{ vendor: provider.vendor, reason }] : [])),
  };
};
