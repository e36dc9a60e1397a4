import { system } from "#server/audit/entry.ts";
import type { Log } from "#server/log.ts";
import { claimUnpriced, savePrices } from "#server/store/delivery/prices.ts";
import type { Write } from "#server/store/write.ts";
import type { Messaging } from "./messengers.ts";

type PricingContext = { write: Write; messaging: Pick<Messaging, "open">; log: Log };

const fetchEveryMs = 5000;
const batchSize = 500;

/** Fetches prices from vendors that report them only on request. Returns how many sends got one. */
export const fetchPrices = async ({
  write,
  messaging,
}: Pick<PricingContext, "write" | "messaging">): Promise<number> => {
  const unpriced = await write(system, ({ tx }) => claimUnpriced(tx, batchSize));
  const priced: { id: string; price: number }[] = [];
  for (const [messengerId, sends] of Map.groupBy(unpriced, ({ messenger }) => messenger)) {
    const opened = await messaging.open(messengerId);
    const times = sends.map(({ sentAt }) => sentAt);
    const span = { from: Math.min(...times), to: Math.max(...times) };
    const providerIds = sends.map(({ providerId }) => providerId);
    const prices = await opened?.messenger.fetchPrices?.(opened.context, providerIds, span);
    for (const { id, providerId } of sends) {
      const price = prices?.get(providerId);
      if (price !== undefined) priced.push({ id, price });
    }
  }
  if (priced.length === 0) return 0;
  await write(system, async ({ tx, touch }) => {
    await savePrices(tx, priced);
    touch("actions", "calls", "people");
  });
  return priced.length;
};

export const startPricing = (context: PricingContext): { stop: () => Promise<void> } => {
  let fetching: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    fetching = fetching
      .then(() => fetchPrices(context))
      .catch((error: unknown) => context.log.warn({ error }, "prices were not fetched"));
  }, fetchEveryMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await fetching;
    },
  };
};
