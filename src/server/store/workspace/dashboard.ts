import type pg from "pg";
import type { ActionStatus } from "#domain/messages/action-status.ts";
import { changePercent, sharePercent } from "#domain/percentages.ts";
import type { DashboardPeriods } from "./day.ts";

/** Statuses of an action that count as a success. */
const succeeded: readonly ActionStatus[] = ["sent", "delivered", "read"];

type DayRow = {
  metric: string;
  day: number;
  count: number;
  amount: number;
  succeeded: number;
  simulated: number;
};

/** Day 1 is six days ago, day 7 is today. */
const weekQuery = `
  SELECT metric, width_bucket(hour, $1::timestamptz[]) AS day,
         sum(count)::float8 AS count, sum(amount)::float8 AS amount,
         coalesce(sum(count) FILTER (WHERE metric = 'actions' AND split_part(dimension, ':', 2) = ANY($2)), 0)::float8 AS succeeded,
         coalesce(sum(count) FILTER (WHERE metric = 'actions' AND split_part(dimension, ':', 2) = 'simulated'), 0)::float8 AS simulated
    FROM counters
   WHERE metric IN ('events', 'actions', 'usage')
     AND hour >= ($1::timestamptz[])[1] AND hour < ($1::timestamptz[])[8]
   GROUP BY 1, 2`;

/** The change in the number of active leads per day; day 0 is all time before the week, day 7 is today. */
const leadsQuery = `
  SELECT width_bucket(hour, ($1::timestamptz[])[1:7]) AS day, sum(count)::float8 AS count,
         coalesce(sum(count) FILTER (WHERE hour < $2), 0)::float8 AS week_ago
    FROM counters WHERE metric = 'active_leads' GROUP BY 1`;

/** Yesterday up to this time of day: full hours from the counters, the last partial hour from the rows. */
const yesterdayQuery = `
  SELECT ((SELECT coalesce(sum(count), 0) FROM counters WHERE metric = 'events' AND hour >= $1 AND hour < $2)
        + (SELECT count(*) FROM events WHERE created_at >= $2 AND created_at < $3))::float8 AS events,
         ((SELECT coalesce(sum(amount), 0) FROM counters WHERE metric = 'usage' AND hour >= $1 AND hour < $2)
        + (SELECT coalesce(sum(cost), 0) FROM usage WHERE created_at >= $2 AND created_at < $3))::float8 AS cost`;

const roundToCents = (amount: number): number => Math.round(amount * 100) / 100;

export const readStats = async (pool: pg.Pool, periods: DashboardPeriods) => {
  const { week, yesterday, yesterdayHour, yesterdayNow, weekAgoHour } = periods;
  const [days, leads, before] = await Promise.all([
    pool.query<DayRow>({ name: "dashboard-week", text: weekQuery, values: [week, succeeded] }),
    pool.query<{ day: number; count: number; week_ago: number }>({
      name: "dashboard-leads",
      text: leadsQuery,
      values: [week, weekAgoHour],
    }),
    pool.query<{ events: number; cost: number }>({
      name: "dashboard-yesterday",
      text: yesterdayQuery,
      values: [yesterday, yesterdayHour, yesterdayNow],
    }),
  ]);
  const findDay = (metric: string, day: number) =>
    days.rows.find((row) => row.metric === metric && row.day === day) ?? {
      count: 0,
      amount: 0,
      succeeded: 0,
      simulated: 0,
    };
  const dayNumbers = [1, 2, 3, 4, 5, 6, 7];
  const events = dayNumbers.map((day) => findDay("events", day).count);
  const actions = dayNumbers.map((day) => findDay("actions", day).count - findDay("actions", day).simulated);
  const cost = dayNumbers.map((day) => findDay("usage", day).amount);
  const active = dayNumbers.map((day) =>
    leads.rows.filter((row) => row.day <= day).reduce((sum, row) => sum + row.count, 0),
  );
  const activeWeekAgo = leads.rows.reduce((sum, row) => sum + row.week_ago, 0);
  const [today = 0, leadsNow = 0, actionsToday = 0, costToday = 0] = [events, active, actions, cost].map(
    (values) => values.at(-1),
  );
  return {
    eventsToday: today,
    activeLeads: leadsNow,
    actionsToday,
    simulatedToday: findDay("actions", 7).simulated,
    totalCost: roundToCents(costToday),
    eventsChange: changePercent(today, before.rows[0]?.events ?? 0),
    leadsChange: changePercent(leadsNow, activeWeekAgo),
    actionsSucceeded: sharePercent(findDay("actions", 7).succeeded, actionsToday),
    costChange: changePercent(costToday, before.rows[0]?.cost ?? 0),
    sparks: { events, leads: active, actions, cost: cost.map(roundToCents) },
  };
};

const channels = ["sms", "whatsapp", "voice", "email", "x"] as const;
const alwaysListed: readonly string[] = ["sms", "whatsapp", "voice"];

/** Calls and conversations of the voice agent count as one channel. */
const channelsQuery = `
  SELECT CASE WHEN type IN ('call', 'voice_agent') THEN 'voice' ELSE type END AS channel, sum(count)::float8 AS count
    FROM (SELECT split_part(dimension, ':', 1) AS type, count FROM counters WHERE metric = 'actions' AND hour >= $1
            AND split_part(dimension, ':', 2) <> 'simulated') actions
   GROUP BY 1`;

/** Actions by channel; e-mail and X are listed only when there were any. */
export const readChannels = async (pool: pg.Pool, since: Date) => {
  const { rows } = await pool.query<{ channel: string; count: number }>({
    name: "dashboard-channels",
    text: channelsQuery,
    values: [since],
  });
  return channels
    .map((channel) => ({ channel, count: rows.find((row) => row.channel === channel)?.count ?? 0 }))
    .filter(({ channel, count }) => alwaysListed.includes(channel) || count > 0);
};

const stages = ["new", "qualified", "contacted", "converted"] as const;

/** Leads that reached at least each stage. */
export const readFunnel = async (pool: pg.Pool) => {
  const { rows } = await pool.query<{ rank: number; count: number }>({
    name: "dashboard-funnel",
    text: `SELECT split_part(dimension, ':', 2)::int AS rank, sum(count)::float8 AS count
             FROM counters WHERE metric = 'reached' AND dimension LIKE 'lead:%' GROUP BY 1`,
  });
  return stages.map((stage, rank) => ({
    stage,
    count: rows.filter((row) => row.rank >= rank).reduce((sum, row) => sum + row.count, 0),
  }));
};

export type ActivityRow = {
  id: string;
  person_id: string;
  person_name: string;
  event_type: string;
  source: string | null;
  title: string;
  description: string | null;
  metadata: Record<string, unknown> | null;
  created_at: Date;
};

/**
 * Limited before the sort by id: an import gives many rows the same time, and all of them would be sorted. NULLS LAST, as
 * the index is ordered; without it, all rows are read.
 */
const activityQuery = `
  SELECT newest.id, person_id, event_type, source, title, description, metadata, newest.created_at,
         coalesce(nullif(concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')), ''), email, phone, '') AS person_name
    FROM (SELECT id, person_id, event_type, source, title, description, metadata, created_at
            FROM timeline ORDER BY created_at DESC NULLS LAST LIMIT 20) newest
    JOIN people ON people.id = person_id
   ORDER BY newest.created_at DESC, newest.id DESC`;

export const readActivity = async (pool: pg.Pool): Promise<ActivityRow[]> =>
  (await pool.query<ActivityRow>({ name: "dashboard-activity", text: activityQuery })).rows;

/** Each maximum is read from an index or a short table. */
export const newestChangeQuery = {
  name: "newest-change",
  text: `SELECT greatest(
    (SELECT max(updated_at) FROM people),
    (SELECT created_at FROM events ORDER BY id DESC LIMIT 1),
    (SELECT max(created_at) FROM timeline),
    (SELECT max(created_at) FROM actions),
    (SELECT max(created_at) FROM calls),
    (SELECT max(updated_at) FROM endpoints),
    (SELECT max(updated_at) FROM rules),
    (SELECT max(updated_at) FROM scripts)
  ) AS at`,
};

/** When the workspace's data last changed. Signing in or saving a setting is not a change of data. */
export const readNewestChangeTime = async (pool: pg.Pool): Promise<Date | null> => {
  const { rows } = await pool.query<{ at: Date | null }>(newestChangeQuery);
  return rows[0]?.at ?? null;
};
