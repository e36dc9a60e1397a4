import * as z from "zod";
import type { TwilioContext } from "#server/connectors/twilio.ts";
import { fetchResource, parseTwilioPrice, type TwilioResource } from "./twilio-api.ts";

const resource = z.object({
  sid: z.string(),
  price: z.unknown().optional(),
  price_unit: z.unknown().optional(),
});
const list = z.array(resource);

const slackMs = 60_000;
const mostPages = 10;
/** So few are asked for one by one. */
const few = 5;

/** Prices that Twilio knows by now, by the id of what was sent: listed by time, as many as a page holds at once. */
export const fetchTwilioPrices =
  (kind: TwilioResource) =>
  async (
    context: TwilioContext,
    ids: readonly string[],
    { from, to }: { from: number; to: number },
  ): Promise<Map<string, number>> => {
    const wanted = new Set(ids);
    const prices = new Map<string, number>();
    const read = (found: z.infer<typeof list>): void => {
      for (const { sid, price, price_unit: unit } of found) {
        const known = wanted.has(sid) ? parseTwilioPrice(price, unit) : null;
        if (known !== null) prices.set(sid, known);
      }
    };
    if (ids.length <= few) {
      for (const id of ids) {
        const one = resource.safeParse(await fetchResource(context, `${kind}/${id}.json`));
        if (one.success) read([one.data]);
      }
      return prices;
    }
    const time = kind === "Messages" ? "DateSent" : "StartTime";
    const query = new URLSearchParams({
      [`${time}>`]: new Date(from - slackMs).toISOString(),
      // Twilio may have kept it waiting before it sent it.
      [`${time}<`]: new Date(to + 10 * slackMs).toISOString(),
      PageSize: "1000",
    });
    let path: string | null = `${kind}.json?${query}`;
    for (let turn = 0; path && turn < mostPages; turn++) {
      const page = z
        .object({ next_page_uri: z.string().nullish() })
        .and(z.record(z.string(), z.unknown()))
        .safeParse(await fetchResource(context, path));
      if (!page.success) break;
      const found = list.safeParse(page.data[kind.toLowerCase()]);
      if (found.success) read(found.data);
      path = page.data.next_page_uri ?? null;
    }
    return prices;
  };
