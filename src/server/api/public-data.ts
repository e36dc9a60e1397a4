import { type Outages, outages } from "#contract/public-data.ts";
import { outageStaleMs } from "#domain/outage.ts";
import { system } from "#server/audit/entry.ts";
import { holidaysBetween } from "#server/connectors/holidays.ts";
import { fetchReport, luma, type OutageReport } from "#server/connectors/luma.ts";
import type { Verdict } from "#server/connectors/verdict.ts";
import type { Opened } from "#server/store/connections/vendors.ts";
import { readSnapshot, saveSnapshot } from "#server/store/workspace/cached-responses.ts";
import { createCachedValue } from "./cached.ts";
import type { Handlers, Services } from "./handler.ts";
import { Problem } from "./problem.ts";
import { requestLanguage, vendorProblem, vendorsOf } from "./vendors.ts";

const freshMs = 60_000;
const retryMs = 5_000;
const maxRangeDays = 1100;

type LatestReport = { report: OutageReport; fetchedAt: Date };
type OutageLookup = { known: LatestReport | undefined; failure: Verdict | undefined };

const savedReport = outages.omit({ fetchedAt: true, stale: true, mode: true });
const isReport = (answer: OutageReport | Verdict): answer is OutageReport => "regions" in answer;

/** Asks the utility; when it does not answer, what it last said is still worth showing. */
const lookUpOutages = async (services: Services, opened: Opened): Promise<OutageLookup> => {
  const answer = await vendorsOf(services).use(opened, "data", fetchReport);
  if (isReport(answer)) {
    const fetchedAt = new Date();
    await services.write(system, ({ tx }) => saveSnapshot(tx, luma.id, answer, fetchedAt));
    return { known: { report: answer, fetchedAt }, failure: undefined };
  }
  services.log.warn({ reason: answer.message.en }, "LUMA gave no answer");
  const snapshot = await readSnapshot(services.database.pool, luma.id);
  const saved = savedReport.safeParse(snapshot?.body);
  const known = snapshot && saved.success ? { report: saved.data, fetchedAt: snapshot.fetchedAt } : undefined;
  return { known, failure: answer };
};

const outageCaches = new WeakMap<Services, { opened: Opened; get: () => Promise<OutageLookup> }>();

const outageCache = (services: Services) => {
  const made = outageCaches.get(services);
  if (made) return made;
  const opened: Opened = {
    ok: true,
    connector: luma,
    mode: vendorsOf(services).mode,
    settings: {},
    secrets: [],
  };
  const { get } = createCachedValue(
    () => lookUpOutages(services, opened),
    (result) => (result.ok && !result.value.failure ? freshMs : retryMs),
  );
  const watch = { opened, get };
  outageCaches.set(services, watch);
  return watch;
};

/** Old when the utility counted long ago, or when we last heard of it long ago. */
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
    const { known, failure } = await get();
    if (known) return toOutages(known, opened.mode, Date.now());
    if (failure) throw vendorProblem(failure, opened, requestLanguage({ caller, request }));
    throw new Problem("vendor_failed");
  },

  holidays: async ({ input: { query } }) => {
    const { countryIsoCode, languageIsoCode, validFrom, validTo } = query;
    const days = daysBetween(validFrom, validTo);
    if (days < 0 || days > maxRangeDays)
      throw new Problem("invalid", { issues: [{ path: "validTo", message: "" }] });
    const found = await holidaysBetween(countryIsoCode, validFrom, validTo);
    // The asked language first: whoever shows only one name shows that.
    return found.map((holiday) => ({
      ...holiday,
      name: holiday.name.toSorted(
        (a, b) => Number(b.language === languageIsoCode) - Number(a.language === languageIsoCode),
      ),
    }));
  },
};
