import { type Outages, outages } from "#contract/public-data.ts";
import { outageStaleMs } from "#domain/outage.ts";
import { system } from "#server/audit/entry.ts";
import { holidaysBetween } from "#server/connectors/holidays.ts";
import { fetchOutageReport, luma, type OutageReport } from "#server/connectors/luma.ts";
import type { VendorFailure } from "#server/connectors/test-result.ts";
import type { OpenedConnection } from "#server/store/connections/vendors.ts";
import { readCachedResponse, saveCachedResponse } from "#server/store/workspace/cached-responses.ts";
import { cached } from "./cached.ts";
import type { ApiServices, Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";
import { languageOf, vendorFailed, vendorsOf } from "./vendors.ts";

const freshMs = 60_000;
const retryMs = 5_000;
const longestRange = 1100;

type Known = { report: OutageReport; fetchedAt: Date };
type Look = { known: Known | undefined; failure: VendorFailure | undefined };

const savedReport = outages.omit({ fetchedAt: true, stale: true, mode: true });
const isReport = (answer: OutageReport | VendorFailure): answer is OutageReport => "regions" in answer;

/** Asks the utility; when it does not answer, what it last said is still worth showing. */
const look = async (services: ApiServices, opened: OpenedConnection): Promise<Look> => {
  const answer = await vendorsOf(services).use(opened, "data", fetchOutageReport);
  if (isReport(answer)) {
    const fetchedAt = new Date();
    await services.write(system, ({ tx }) => saveCachedResponse(tx, luma.id, answer, fetchedAt));
    return { known: { report: answer, fetchedAt }, failure: undefined };
  }
  services.log.warn({ reason: answer.message.en }, "LUMA gave no answer");
  const snapshot = await readCachedResponse(services.database.db, luma.id);
  const saved = savedReport.safeParse(snapshot?.body);
  const known = snapshot && saved.success ? { report: saved.data, fetchedAt: snapshot.fetchedAt } : undefined;
  return { known, failure: answer };
};

const watches = new WeakMap<ApiServices, { opened: OpenedConnection; get: () => Promise<Look> }>();

const watchOf = (services: ApiServices) => {
  const made = watches.get(services);
  if (made) return made;
  const opened: OpenedConnection = {
    ok: true,
    connector: luma,
    mode: vendorsOf(services).mode,
    settings: {},
    secrets: [],
  };
  const { get } = cached(
    () => look(services, opened),
    (result) => (result.ok && !result.value.failure ? freshMs : retryMs),
  );
  const watch = { opened, get };
  watches.set(services, watch);
  return watch;
};

/** Old when the utility counted long ago, or when we last heard of it long ago. */
const present = ({ report, fetchedAt }: Known, mode: Outages["mode"], now: number): Outages => ({
  ...report,
  fetchedAt: fetchedAt.toISOString(),
  mode,
  stale: now - Math.min(Date.parse(report.timestamp), fetchedAt.getTime()) > outageStaleMs,
});

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

export const publicDataHandlers: Handlers["publicData"] = {
  outages: async ({ services, caller, request }) => {
    const { opened, get } = watchOf(services);
    const { known, failure } = await get();
    if (known) return present(known, opened.mode, Date.now());
    if (failure) throw vendorFailed(failure, opened, languageOf({ caller, request }));
    throw new Problem("vendor_failed");
  },

  holidays: async ({ input: { query } }) => {
    const { countryIsoCode, languageIsoCode, validFrom, validTo } = query;
    const days = daysBetween(validFrom, validTo);
    if (days < 0 || days > longestRange)
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
