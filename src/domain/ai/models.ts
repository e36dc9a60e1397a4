/** US dollars for a million tokens. */
export type TokenPrices = { input: number; cachedInput: number; output: number };

/** A retired model stays in the list, marked as retired. Without prices, the cost of a call is unknown. */
export type AiModel = { id: string; retiredAt?: string; prices?: TokenPrices };
export type AiVendor = { id: string; name: string; models: readonly AiModel[] };

/** The specification's models first, then current ones. Dates and prices as published until November 2026. */
export const aiVendors: readonly AiVendor[] = [
  {
    id: "openai",
    name: "OpenAI",
    models: [
      { id: "gpt-4o", retiredAt: "2027-01-14", prices: { input: 2.5, cachedInput: 1.25, output: 10 } },
      { id: "gpt-4-turbo", retiredAt: "2026-10-23", prices: { input: 10, cachedInput: 10, output: 30 } },
      { id: "gpt-3.5-turbo", retiredAt: "2026-10-23", prices: { input: 0.5, cachedInput: 0.5, output: 1.5 } },
      { id: "gpt-6-luna", prices: { input: 0.1, cachedInput: 0.01, output: 0.5 } },
      { id: "gpt-5.6-luna", prices: { input: 0.2, cachedInput: 0.02, output: 1.2 } },
    ],
  },
  {
    id: "deepseek",
    name: "DeepSeek",
    models: [
      {
        id: "deepseek-chat",
        retiredAt: "2026-07-24",
        prices: { input: 0.27, cachedInput: 0.07, output: 1.1 },
      },
      { id: "deepseek-coder", retiredAt: "2024-09-05" },
      { id: "deepseek-flash", prices: { input: 0.15, cachedInput: 0.003, output: 0.6 } },
      { id: "deepseek-v4-pro", prices: { input: 0.66, cachedInput: 0.022, output: 1.98 } },
    ],
  },
  {
    id: "gemini",
    name: "Google Gemini",
    models: [
      {
        id: "gemini-2.5-flash",
        retiredAt: "2026-10-31",
        prices: { input: 0.3, cachedInput: 0.03, output: 2.5 },
      },
      {
        id: "gemini-2.5-pro",
        retiredAt: "2026-10-31",
        prices: { input: 1.25, cachedInput: 0.125, output: 10 },
      },
      { id: "gemini-3.5-flash-lite", prices: { input: 0.3, cachedInput: 0.03, output: 2.5 } },
      { id: "gemini-3.8-flash", prices: { input: 0.75, cachedInput: 0.075, output: 3.75 } },
    ],
  },
  {
    id: "grok",
    name: "xAI Grok",
    models: [
      { id: "grok-2-1212", retiredAt: "2026-05-15", prices: { input: 2, cachedInput: 2, output: 10 } },
      { id: "grok-2-vision-1212", retiredAt: "2026-05-15", prices: { input: 2, cachedInput: 2, output: 10 } },
      { id: "grok-4.3", prices: { input: 1.25, cachedInput: 0.2, output: 2.5 } },
    ],
  },
];

export const isRetired = (model: AiModel, today: string): boolean =>
  model.retiredAt !== undefined && model.retiredAt <= today;

const hourMs = 3_600_000;

/** Monday to Friday, 01:00 to 04:00 and 06:00 to 10:00 UTC. */
const isDeepseekPeak = (now: number): boolean => {
  const hours = Math.floor(now / hourMs);
  const hour = hours % 24;
  // 1 January 1970 was a Thursday.
  const weekday = (Math.floor(hours / 24) + 4) % 7;
  return weekday >= 1 && weekday <= 5 && ((hour >= 1 && hour < 4) || (hour >= 6 && hour < 10));
};

/** What the vendor charges for a model at this time; undefined for a model that an administrator added. */
export const tokenPricesAt = (vendorId: string, modelId: string, now: number): TokenPrices | undefined => {
  const vendor = aiVendors.find(({ id }) => id === vendorId);
  const prices = vendor?.models.find(({ id }) => id === modelId)?.prices;
  if (!prices || vendorId !== "deepseek" || !isDeepseekPeak(now)) return prices;
  return { input: prices.input * 2, cachedInput: prices.cachedInput * 2, output: prices.output * 2 };
};

export type TokenCounts = { input: number; cachedInput: number; output: number };

/** `input` includes the cached tokens. */
export const costOfTokens = (prices: TokenPrices, { input, cachedInput, output }: TokenCounts): number =>
  ((input - cachedInput) * prices.input + cachedInput * prices.cachedInput + output * prices.output) /
  1_000_000;
