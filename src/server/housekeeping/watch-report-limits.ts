import * as z from "zod";
import { dateIn } from "#domain/day.ts";
import type { Figure } from "#domain/figures/figure.ts";
import { figureTexts } from "#domain/figures/figure-texts.ts";
import { figures } from "#domain/figures/figures.ts";
import { isCrossed, limitChange } from "#domain/figures/limit.ts";
import type { Metric } from "#domain/figures/metrics.ts";
import { lastDays } from "#domain/figures/period.ts";
import { sumOf, tallyOf } from "#domain/figures/tally.ts";
import { figureValueText } from "#domain/figures/value-text.ts";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { defineJob, type JobContext } from "#server/jobs/job.ts";
import { readCounted } from "#server/store/reports/read-reports.ts";
import { listReportLimits, lockReportLimit, recordLook } from "#server/store/reports/report-limits.ts";
import { addNotifications } from "#server/store/workspace/notifications.ts";

type Services = Pick<JobContext, "database" | "write" | "general">;

/** Looks at every limit, and notifies users of those that were crossed since the last look. */
export const watchLimits = async ({ database, write, general }: Services, now: number): Promise<void> => {
  const limits = await listReportLimits(database.db);
  if (limits.length === 0) return;
  const { timezone } = await general();
  for (const { id, figure, days } of limits) {
    const { unit, metric, of, measure }: Figure = figures[figure];
    const metrics: Metric[] = of === undefined ? [metric] : [metric, of];
    const range = { period: lastDays(dateIn(now, timezone), days), timezone, people: undefined };
    const tally = tallyOf(await readCounted(database.db, range, metrics));
    const measured = measure(tally);
    await write(system, async ({ tx, touch }) => {
      const limit = await lockReportLimit(tx, id);
      if (!limit) return;
      const crossed = isCrossed(limit, measured, sumOf(tally, of ?? metric).count);
      const change = limitChange(limit.crossedAt !== null, crossed);
      if (change === undefined && limit.seen === measured.value) return;
      const crossedAt =
        change === "crossed" ? new Date(now) : change === "recovered" ? null : limit.crossedAt;
      await recordLook(tx, id, {
        seen: measured.value,
        crossedAt: crossedAt === null ? null : new Date(crossedAt),
      });
      touch("report-limits");
      if (change !== "crossed" || measured.value === null) return;
      await addNotifications(tx, [
        {
          kind: "report_limit",
          params: {
            // The text of each language takes the name in its own.
            ...figureTexts[figure].name,
            value: figureValueText(unit, measured.value),
            limit: figureValueText(unit, limit.value),
            days,
          },
          link: "/reports",
        },
      ]);
      touch("notifications");
    });
  }
};

/** After the figures are counted, which is each minute. */
export const watchReportLimits = defineJob({
  name: "watch-report-limits",
  payload: z.object({}),
  retry: retryPolicies.scheduledJob,
  batchSize: 10,
  schedule: "*/5 * * * *",
  run: (_batch, context) => watchLimits(context, Date.now()),
});
