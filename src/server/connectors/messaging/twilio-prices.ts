import * as z from "zod";
import type { TwilioContext } from "#server/connectors/twilio.ts";
import { fetchResource, parseTwilioPrice, type TwilioResource } from "./twilio-api.ts";

const pricedResource = z.object({
  sid: z.string(),
  price: z.unknown().optional(),
  price_unit: z.unknown().optional(),
});
const resourceList = z.array(pricedResource);
const pageSchema = z.object({ next_page_uri: z.string().nullish() }).and(z.record(z.string(), z.unknown()));

/** Up to this many ids are fetched one by one; more are listed by time. */
const maxSingleFetches = 5;
const pageSize = 1000;
const maxPages = 10;
const clockToleranceMs = 60_000;
/** Twilio may queue a message before it sends it. */
const queueToleranceMs = 10 * 60_000;

/** The prices that Twilio has computed so far, by its ids. */
export const fetchTwilioPrices =
  (kind: TwilioResource) =>
  async (
    context: TwilioContext,
    ids: readonly string[],
    span: { from: number; to: number },
  ): Promise<Map<string, number>> => {
    const requested = new Set(ids);
    const resources =
      ids.length <= maxSingleFetches
        ? await fetchEach(context, kind, ids)
        : await listByTime(context, kind, span);
    return new Map(
      resources.flatMap(({ sid, price, price_unit: unit }) => {
        const parsed = requested.has(sid) ? parseTwilioPrice(price, unit) : null;
        return parsed === null ? [] : [[sid, parsed]];
      }),
    );
  };

type PricedResource = z.infer<typeof pricedResource>;

const fetchEach = async (
  context: TwilioContext,
  kind: TwilioResource,
  ids: readonly string[],
): Promise<PricedResource[]> => {
  const resources: PricedResource[] = [];
  for (const id of ids) {
    const parsed = pricedResource.safeParse(await fetchResource(context, `${kind}/${id}.json`));
    if (parsed.success) resources.push(parsed.data);
  }
  return resources;
};

const listByTime = async (
  context: TwilioContext,
  kind: TwilioResource,
  { from, to }: { from: number; to: number },
): Promise<PricedResource[]> => {
  const timeField = kind === "Messages" ? "DateSent" : "StartTime";
  const query = new URLSearchParams({
    [`${timeField}>`]: new Date(from - clockToleranceMs).toISOString(),
    [`${timeField}<`]: new Date(to + queueToleranceMs).toISOString(),
    PageSize: String(pageSize),
  });
  const resources: PricedResource[] = [];
  let path: string | null = `${kind}.json?${query}`;
  for (let page = 0; path && page < maxPages; page++) {
    const parsed = pageSchema.safeParse(await fetchResource(context, path));
    if (!parsed.success) break;
    const list = resourceList.safeParse(parsed.data[kind.toLowerCase()]);
    if (list.success) resources.push(...list.data);
    path = parsed.data.next_page_uri ?? null;
  }
  return resources;
};
