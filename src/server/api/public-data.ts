import { type Outages, outages } from "#contract/public-data.ts";
import { outageStaleMs } from "#domain/outage.ts";
import { system } from "#server/audit/entry.ts";
import { holidaysBetween } from "#server/connectors/holidays.ts";
import { fetchReport, luma, type OutageReport } from "#server/connectors/luma.ts";
import type { Verdict } from "#server/connectors/verdict.ts";
import type { Opened } from "#server/store/connections/vendors.ts";
import { readSnapshot, saveSnapshot } from "#server/store/workspace/cached-responses.ts";
import type { Handlers, Services } from "./handler.ts";
import { Problem } from "./problem.ts";
import { createCachedValue } from "./response-cache.ts";
import { requestLanguage, vendorProblem } from "./vendor-problems.ts";

const freshMs = 60_000;
const retryMs = 5_000;
const maxRangeDays = 1100;

type LatestReport = { report: OutageReport; fetchedAt: Date };
type OutageLookup = { latest: LatestReport | undefined; failure: Verdict | undefined };

const savedReport = outages.omit({ fetchedAt: true, stale: true, mode: true });
const isReport = (answer: OutageReport | Verdict): answer is OutageReport => "regions" in answer;

/** Fetches the report of the utility; on failure, returns the last stored one. */
const lookUpOutages = async (services: Services, opened: Opened): Promise<OutageLookup> => {
  const answer = await services.vendors.use(opened, "data", fetchReport);
  if (isReport(answer)) {
    const fetchedAt = new Date();
    await services.write(system, ({ tx }) => saveSnapshot(tx, luma.id, answer, fetchedAt));
    return { latest: { report: answer, fetchedAt }, failure: undefined };
  }
  services.log.warn({ reason: answer.message.en }, "fetching the LUMA outage report failed");
  const snapshot = await readSnapshot(services.database.pool, luma.id);
  const saved = savedReport.safeParse(snapshot?.body);
  const latest =
    snapshot && saved.success ? { report: saved.data, fetchedAt: snapshot.fetchedAt } : undefined;
  return { latest, failure: answer };
};

const outageCaches = new WeakMap<Services, { opened: Opened; get: () => Promise<OutageLookup> }>();

const outageCache = (services: Services) => {
  const existing = outageCaches.get(services);
  if (existing) return existing;
  const opened: Opened = {
    ok: true,
    connector: luma,
    mode: services.vendors.mode,
    settings: {},
    secrets: [],
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

  holidays: async ({ input: { query } }) => {
    const { countryIsoCode, languageIsoCode, validFrom, validTo } = query;
    const days = daysBetween(validFrom, validTo);
    if (days < 0 || days > maxRangeDays)
      throw new Problem("invalid", { issues: [{ path: "validTo", message: "" }] });
    const holidays = await holidaysBetween(countryIsoCode, validFrom, validTo);
    // The requested language comes first, for clients that show only one name.
    return holidays.map((holiday) => ({
      ...holiday,
      name: holiday.name.toSorted(
        (a, b) => Number(b.language === languageIsoCode) - Number(a.language === languageIsoCode),
      ),
    }));
  },
};
