import * as z from "zod";
import { outages } from "#contract/public-data.ts";
import { dateIn } from "#domain/day.ts";
import { outageInterestMs, outageRefetchMs, outageStaleMs } from "#domain/outage.ts";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { fetchOutageReport, luma, type OutageReport } from "#server/connectors/luma.ts";
import type { VendorFailure } from "#server/connectors/test-result.ts";
import { defineJob, type JobContext } from "#server/jobs/job.ts";
import type { OpenedConnection } from "#server/store/connections/vendors.ts";
import { readCachedResponse, saveCachedResponse } from "#server/store/workspace/cached-responses.ts";
import { compareOutages, readOutageWatch } from "#server/store/workspace/outage-watch.ts";

const zone = "America/Puerto_Rico";

export type LatestReport = { report: OutageReport; fetchedAt: Date };
export type OutageLookup = { latest: LatestReport | undefined; failure: VendorFailure | undefined };

const savedReport = outages.omit({ fetchedAt: true, stale: true, mode: true });
const isReport = (answer: OutageReport | VendorFailure): answer is OutageReport => "regions" in answer;

export const openLuma = ({ mode }: Pick<JobContext["vendors"], "mode">): OpenedConnection => ({
  ...{ ok: true, connector: luma, mode, settings: {}, secrets: [], grant: "none" },
});

/** The last good report. */
export const readStoredOutages = async (
  db: JobContext["database"]["db"],
): Promise<LatestReport | undefined> => {
  const snapshot = await readCachedResponse(db, luma.id);
  const saved = savedReport.safeParse(snapshot?.body);
  return snapshot && saved.success ? { report: saved.data, fetchedAt: snapshot.fetchedAt } : undefined;
};

/** Too old to act on: the utility's own time counts, and when it was fetched. */
export const isReportStale = ({ report, fetchedAt }: LatestReport, now: number): boolean =>
  now - Math.min(Date.parse(report.timestamp), fetchedAt.getTime()) > outageStaleMs;

/** Fetches the report of the utility and compares it with the one before; on failure, returns the last stored one. */
export const fetchOutages = async (
  { vendors, write, log, database }: Pick<JobContext, "vendors" | "write" | "log" | "database">,
  opened: OpenedConnection,
): Promise<OutageLookup> => {
  const answer = await vendors.use(opened, "data", fetchOutageReport);
  if (isReport(answer)) {
    const fetchedAt = new Date();
    await write(system, async ({ tx, touch }) => {
      await saveCachedResponse(tx, luma.id, answer, fetchedAt);
      // What the utility counted long ago is no news.
      if (isReportStale({ report: answer, fetchedAt }, fetchedAt.getTime())) return;
      const day = dateIn(Date.parse(answer.timestamp), zone);
      if (await compareOutages(tx, answer, day)) touch("broadcasts");
    });
    return { latest: { report: answer, fetchedAt }, failure: undefined };
  }
  log.warn({ reason: answer.message.en }, "fetching the LUMA outage report failed");
  return { latest: await readStoredOutages(database.db), failure: answer };
};

/** Looks at the figures also while no browser does, for workspaces in which users have looked at them lately. */
export const watchOutages = defineJob({
  name: "watch-outages",
  payload: z.object({}),
  retry: retryPolicies.scheduledJob,
  batchSize: 10,
  schedule: "*/5 * * * *",
  run: async (_batch, context) => {
    const now = Date.now();
    const { visitedAt } = await readOutageWatch(context.database.db);
    if (visitedAt === null || now > visitedAt + outageInterestMs) return;
    const last = await readCachedResponse(context.database.db, luma.id);
    // A visit has just fetched them.
    if (last && now < last.fetchedAt.getTime() + outageRefetchMs / 2) return;
    await fetchOutages(context, openLuma(context.vendors));
  },
});
