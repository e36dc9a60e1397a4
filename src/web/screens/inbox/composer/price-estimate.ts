import type { ThreadItem } from "#contract/threads.ts";
import { countSegments } from "#domain/messages/segments.ts";

/** What a message would cost, by the price of the last one on the same channel; undefined without one. */
export const estimatePrice = (
  items: readonly ThreadItem[],
  channel: string,
  segments: number,
): number | undefined => {
  for (const item of [...items].reverse()) {
    if (item.kind !== "outbound" || item.delivery.channel !== channel) continue;
    const { price, text } = item.delivery;
    if (price === null || price <= 0 || text === null) continue;
    return channel === "sms" ? (price / Math.max(1, countSegments(text).segments)) * segments : price;
  }
  return undefined;
};
