import { attentionKindsFor } from "#domain/attention.ts";
import { hourMs } from "#domain/compliance/durations.ts";
import { dateIn } from "#domain/day.ts";
import { daysIn, daysOf, instantsOf, isPeriod, periodBefore } from "#domain/figures/period.ts";
import { readCosts } from "#server/store/delivery/usage.ts";
import { readAttention } from "#server/store/workspace/attention.ts";
import {
  type ActivityRow,
  readActivity,
  readChannels,
  readFunnel,
  readStats,
} from "#server/store/workspace/dashboard.ts";
import { dashboardPeriods, startOfLastDays } from "#server/store/workspace/day.ts";
import { readTrends } from "#server/store/workspace/trends.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";
import { reachOf } from "./record-access.ts";

/** The longest own range of the dashboard; reports show longer ones. */
const mostTrendDays = 366;

const rangeDays = { today: 1, "7d": 7, "30d": 30 } as const;

const toActivity = (row: ActivityRow) => ({
  id: row.id,
  personId: row.person_id,
  personName: row.person_name,
  eventType: row.event_type,
  source: row.source,
  title: row.title,
  description: row.description,
  metadata: row.metadata,
  createdAt: row.created_at.toISOString(),
});

export const dashboardHandlers: Handlers["dashboard"] = {
  attention: async ({ caller, services: { database } }) => {
    const reach = reachOf(caller, "inbox");
    const kinds = attentionKindsFor(caller.user.permissions, reach === undefined);
    return { items: await readAttention(database.db, kinds, reach) };
  },

  stats: async ({ services: { database, general } }) =>
    readStats(database.pool, dashboardPeriods((await general()).timezone)),

  trends: async ({ input: { query }, services: { database, general } }) => {
    const { timezone } = await general();
    const to = query.to ?? dateIn(Date.now(), timezone);
    const period = { from: query.from ?? to, to };
    if (!isPeriod(period) || daysOf(period) > mostTrendDays)
      throw new Problem("invalid", { issues: [{ path: "to", message: "" }] });
    const { start, end } = instantsOf(period, timezone);
    const isDay = daysOf(period) === 1;
    const shown = isDay ? { ...period } : { from: periodBefore(period).from, to };
    const starts = isDay
      ? Array.from({ length: Math.round((end - start) / hourMs) }, (_, hour) => start + hour * hourMs)
      : daysIn(shown).map((day) => instantsOf({ from: day, to: day }, timezone).start);
    const skipped = isDay ? 0 : daysOf(period);
    const limits = [...starts, end].map((at) => new Date(at));
    return {
      by: isDay ? "hour" : "day",
      starts: starts.slice(skipped).map((at) => new Date(at).toISOString()),
      figures: await readTrends(database.pool, limits, skipped),
    };
  },

  costs: async ({ services: { database, general } }) =>
    readCosts(database.pool, startOfLastDays((await general()).timezone, 1)),

  channels: async ({ input: { query }, services: { database, general } }) =>
    readChannels(database.pool, startOfLastDays((await general()).timezone, rangeDays[query.range])),

  funnel: ({ services: { database } }) => readFunnel(database.pool),

  activity: async ({ services: { database } }) => (await readActivity(database.pool)).map(toActivity),
};
