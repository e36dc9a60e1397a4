import * as z from "zod";
import { hourMs } from "#domain/compliance/durations.ts";
import { duePeriod } from "#domain/figures/report-mail.ts";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { defineJob, type JobContext } from "#server/jobs/job.ts";
import { readCountState } from "#server/store/reports/read-reports.ts";
import { endLostSends, listReportMails, readOpenReaders } from "#server/store/reports/report-mails.ts";
import { mailReport } from "./mail-report.ts";

const longestWaitMs = hourMs;

type Services = Pick<JobContext, "database" | "write" | "mailStaff" | "general">;

/** Mails every period whose hour has come and that its readers have not got. */
export const sendDueReports = async (services: Services, now: number): Promise<void> => {
  const { database, write, general } = services;
  await write(system, async ({ tx, touch }) => {
    if ((await endLostSends(tx)) > 0) touch("report-mails");
  });
  const { timezone } = await general();
  const { countedAt } = await readCountState(database.db);
  for (const mail of await listReportMails(database.db)) {
    const { period, at } = duePeriod(mail, now, timezone);
    if (!mail.enabled || at < Date.parse(mail.startsAt)) continue;
    // The last minutes of a period are counted first, unless that takes very long.
    const isCounted = countedAt !== null && Date.parse(countedAt) >= at;
    if (!isCounted && now - at < longestWaitMs) continue;
    for (const userId of await readOpenReaders(database.db, mail.id, period))
      await mailReport(services, { mail, userId, period, timezone, isTest: false });
  }
};

/** What is due is found in the database, so that a server that was stopped at the hour sends it when it starts. */
export const sendReportMails = defineJob({
  name: "send-report-mails",
  payload: z.object({}),
  retry: retryPolicies.scheduledJob,
  batchSize: 10,
  schedule: "* * * * *",
  run: (_batch, context) => sendDueReports(context, Date.now()),
});
