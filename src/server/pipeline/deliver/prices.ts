import { system } from "#server/audit/entry.ts";
import type { Log } from "#server/log.ts";
import { savePrices, takeUnpriced } from "#server/store/delivery/prices.ts";
import type { Write } from "#server/store/write.ts";
import type { Messaging } from "./messengers.ts";

type Pricing = { write: Write; messaging: Pick<Messaging, "by">; log: Log };

const lookEveryMs = 5000;
const mostAtOnce = 500;

/** Vendors that tell prices only when they are asked are asked, many messages at a time. How many were priced. */
export const priceNext = async ({ write, messaging }: Pricing): Promise<number> => {
  const unpriced = await write(system, ({ tx }) => takeUnpriced(tx, mostAtOnce));
  const priced: { id: string; price: number }[] = [];
  for (const [id, sends] of Map.groupBy(unpriced, ({ messenger }) => messenger)) {
    const found = await messaging.by(id);
    const times = sends.map(({ sentAt }) => sentAt);
    const span = { from: Math.min(...times), to: Math.max(...times) };
    const ids = sends.map(({ providerId }) => providerId);
    const prices = (await found?.messenger.fetchPrices?.(found.way, ids, span)) ?? new Map<string, number>();
    for (const send of sends) {
      const price = prices.get(send.providerId);
      if (price !== undefined) priced.push({ id: send.id, price });
    }
  }
  if (priced.length === 0) return 0;
  await write(system, async ({ tx, touch }) => {
    await savePrices(tx, priced);
    touch("actions", "calls", "people");
  });
  return priced.length;
};

/** Looks for prices now and then. */
export const startPricing = (pricing: Pricing): { stop: () => Promise<void> } => {
  let looking: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking
      .then(() => priceNext(pricing))
      .catch((error: unknown) => pricing.log.warn({ error }, "prices were not asked for"));
  }, lookEveryMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await looking;
    },
  };
};
