import type { Outages } from "#contract/public-data.ts";
import type { VendorFailure } from "#server/connectors/test-result.ts";
import {
  fetchOutages,
  isReportStale,
  type LatestReport,
  type OutageLookup,
  openLuma,
} from "#server/housekeeping/watch-outages.ts";
import type { OpenedConnection } from "#server/store/connections/vendors.ts";
import type { ApiServices } from "./handler.ts";
import { createCachedValue } from "./response-cache.ts";

const freshMs = 60_000;
const retryMs = 5_000;

const outageCaches = new WeakMap<
  ApiServices,
  { opened: OpenedConnection; get: () => Promise<OutageLookup> }
>();

const outageCache = (services: ApiServices) => {
  const existing = outageCaches.get(services);
  if (existing) return existing;
  const opened = openLuma(services.vendors);
  const { get } = createCachedValue(
    () => fetchOutages(services, opened),
    (result) => (result.ok && !result.value.failure ? freshMs : retryMs),
  );
  const cache = { opened, get };
  outageCaches.set(services, cache);
  return cache;
};

const toOutages = (latest: LatestReport, mode: Outages["mode"], now: number): Outages => ({
  ...latest.report,
  fetchedAt: latest.fetchedAt.toISOString(),
  mode,
  stale: isReportStale(latest, now),
});

/** The newest report that is to be had, with its failure where it is an older one. */
export const readOutages = async (
  services: ApiServices,
): Promise<{
  outages: Outages | undefined;
  failure: VendorFailure | undefined;
  opened: OpenedConnection;
}> => {
  const { opened, get } = outageCache(services);
  const { latest, failure } = await get();
  return { outages: latest && toOutages(latest, opened.mode, Date.now()), failure, opened };
};
