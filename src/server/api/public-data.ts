import { type Outages, outages } from "#contract/public-data.ts";
import { outageStaleMs } from "#domain/outage.ts";
import { system } from "#server/audit/entry.ts";
import { holidaysBetween } from "#server/connectors/holidays.ts";
import { fetchOutageReport, luma, type OutageReport } from "#server/connectors/luma.ts";
import type { VendorFailure } from "#server/connectors/test-result.ts";
import type { OpenedConnection } from "#server/store/connections/vendors.ts";
import { readCachedResponse, saveCachedResponse } from "#server/store/workspace/cached-responses.ts";
import type { ApiServices, Handlers } from "./handler.ts";
import { issuePhrases } from "./issue-messages.ts";
import { Problem } from "./problem.ts";
import { createCachedValue } from "./response-cache.ts";
import { requestLanguage, vendorProblem } from "./vendor-problems.ts";

const freshMs = 60_000;
const retryMs = 5_000;
const maxRangeDays = 1100;

type LatestReport = { report: OutageReport; fetchedAt: Date };
type OutageLookup = { latest: LatestReport | undefined; failure: VendorFailure | undefined };

const savedReport = outages.omit({ fetchedAt: true, stale: true, mode: true });
const isReport = (answer: OutageReport | VendorFailure): answer is OutageReport => "regions" in answer;

/** Fetches the report of the utility; on failure, returns the last stored one. */
const lookUpOutages = async (services: ApiServices, opened: OpenedConnection): Promise<OutageLookup> => {
  const answer = await services.vendors.use(opened, "data", fetchOutageReport);
  if (isReport(answer)) {
    const fetchedAt = new Date();
    await services.write(system, ({ tx }) => saveCachedResponse(tx, luma.id, answer, fetchedAt));
    return { latest: { report: answer, fetchedAt }, failure: undefined };
  }
  services.log.warn({ reason: answer.message.en }, "fetching the LUMA outage report failed");
  const snapshot = await readCachedResponse(services.database.db, luma.id);
  const saved = savedReport.safeParse(snapshot?.body);
  const latest =
    snapshot && saved.success ? { report: saved.data, fetchedAt: snapshot.fetchedAt } : undefined;
  return { latest, failure: answer };
};

const outageCaches = new WeakMap<
  ApiServices,
  { opened: OpenedConnection; get: () => Promise<OutageLookup> }
>();

const outageCache = (services: ApiServices) => {
  const existing = outageCaches.get(services);
  if (existing) return existing;
  const opened: OpenedConnection = {
    ok: true,
    connector: luma,
    mode: services.vendors.mode,
    settings: {},
    secrets: [],
    grant: "none",
  };
  const { get } = createCachedValue(
    () => lookUpOutages(services, opened),
    (result) => (result.ok && !result.value.failure ? freshMs : retryMs),
  );
  const cache = { opened, get };
  outageCaches.set(services, cache);
  return cache;
};

/** Stale when the utility's own timestamp or the last fetch is too old. */
const toOutages = ({ report, fetchedAt }: LatestReport, mode: Outages["mode"], now: number): Outages => ({
  ...report,
  fetchedAt: fetchedAt.toISOString(),
  mode,
  stale: now - Math.min(Date.parse(report.timestamp), fetchedAt.getTime()) > outageStaleMs,
});

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

export const publicDataHandlers: Handlers["publicData"] = {
  outages: async ({ services, caller, request }) => {
    const { opened, get } = outageCache(services);
    const { latest, failure } = await get();
    if (latest) return toOutages(latest, opened.mode, Date.now());
    if (failure) throw vendorProblem(failure, opened, requestLanguage({ caller, request }));
    throw new Problem("vendor_failed");
  },

  holidays: async ({ input: { query }, caller, request }) => {
    const { countryIsoCode, languageIsoCode, validFrom, validTo } = query;
    const days = daysBetween(validFrom, validTo);
    if (days < 0 || days > maxRangeDays)
      throw new Problem("invalid", {
        issues: [{ path: "validTo", message: issuePhrases[requestLanguage({ caller, request })].dateOrder }],
      });
    const holidays = await holidaysBetween(countryIsoCode, validFrom, validTo);
    // The requested language comes first, for clients that show only one name.
    return {
      holidays: holidays.map((holiday) => ({
        ...holiday,
        name: holiday.name.toSorted(
          (a, b) => Number(b.language === languageIsoCode) - Number(a.language === languageIsoCode),
        ),
      })),
    };
  },
};
