import { attentionKindsFor } from "#domain/attention.ts";
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
import type { Handlers } from "./handler.ts";
import { reachOf } from "./record-access.ts";

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

  costs: async ({ services: { database, general } }) =>
    readCosts(database.pool, startOfLastDays((await general()).timezone, 1)),

  channels: async ({ input: { query }, services: { database, general } }) =>
    readChannels(database.pool, startOfLastDays((await general()).timezone, rangeDays[query.range])),

  funnel: ({ services: { database } }) => readFunnel(database.pool),

  activity: async ({ services: { database } }) => (await readActivity(database.pool)).map(toActivity),
};
