import { type SQL, sql } from "drizzle-orm";
import { bandLimits } from "#domain/figures/duration-bands.ts";
import type { CountedKind } from "#domain/figures/metrics.ts";

/** The version of what is counted. Increase it with every change below: everything is then counted again. */
export const reportVersion = 3;

type KindSql = {
  /** The table and instant by which rows belong to an hour. */
  table: SQL;
  anchor: SQL;
  /** Which rows of the table count at all. */
  only?: SQL;
  /** Rows with `id`, `person_id`, `at` and what the points need, whose instant is in a range. */
  rows: (from: SQL, to: SQL) => SQL;
  /** What a row counts for: lists of metric, dimension, seconds and amount. A point without a metric is left out. */
  points: SQL;
};

const secondsBetween = (from: string, to: string): SQL =>
  sql.raw(`greatest(0, extract(epoch FROM ${to} - ${from}))::float8`);

/** How long before a conversion messages and calls share its credit. */
const creditedTime = sql`interval '30 days'`;

/** People by the hour in which they came, with their first source; also those without one, added by hand or imported. */
const leads: KindSql = {
  table: sql`people`,
  anchor: sql`created_at`,
  rows: (from, to) => sql`
    SELECT p.id, p.id AS person_id, p.created_at AS at, coalesce(p.sources[1], '') AS source, p.stage_reached,
           p.converted_at, q.qualified_at, s.sent_at, s.by_hand_at, w.wrote_at, c.channels,
           ${secondsBetween("p.created_at", "s.sent_at")} AS waited
      FROM people p
      LEFT JOIN LATERAL (
        SELECT min(a.executed_at) AS sent_at, min(a.executed_at) FILTER (WHERE a.sent_by IS NOT NULL) AS by_hand_at
          FROM actions a WHERE a.person_id = p.id AND has_left(a.status)) s ON true
      LEFT JOIN LATERAL (
        SELECT min(m.at) AS wrote_at FROM messages m
         WHERE m.person_id = p.id AND m.direction = 'in' AND m.at > s.sent_at) w ON true
      LEFT JOIN LATERAL (
        SELECT coalesce(array_agg(contact.channel ORDER BY contact.at, contact.id), '{""}') AS channels FROM (
          SELECT a.id, a.type AS channel, a.executed_at AS at FROM actions a
           WHERE a.person_id = p.id AND has_left(a.status) AND a.executed_at <= p.converted_at
             AND a.executed_at > p.converted_at - ${creditedTime}
          UNION ALL
          SELECT m.id, m.channel, m.at FROM messages m
           WHERE m.person_id = p.id AND m.direction = 'in' AND m.at <= p.converted_at
             AND m.at > p.converted_at - ${creditedTime}) contact
         WHERE p.converted_at IS NOT NULL) c ON p.converted_at IS NOT NULL
      LEFT JOIN LATERAL (
        SELECT min(t.created_at) AS qualified_at FROM timeline t
         WHERE t.person_id = p.id AND t.event_type = 'status_changed'
           AND stage_rank(split_part(t.description, ' → ', 2)) >= 1) q ON p.stage_reached >= 1
     WHERE p.created_at >= ${from} AND p.created_at < ${to}`,
  points: sql`
    ('lead', source, NULL::float8, NULL::float8),
    (CASE WHEN sent_at IS NOT NULL AND source <> '' THEN 'speed_to_lead' END, source, waited, NULL),
    (CASE WHEN by_hand_at IS NOT NULL AND source <> '' THEN 'speed_to_human' END, source, ${secondsBetween("at", "by_hand_at")}, NULL),
    (CASE WHEN wrote_at IS NOT NULL THEN 'lead_answered' END, source, ${secondsBetween("at", "wrote_at")}, NULL),
    (CASE WHEN stage_reached >= 1 THEN 'lead_qualified' END, source, NULL, NULL),
    (CASE WHEN qualified_at IS NOT NULL THEN 'time_to_qualified' END, source, ${secondsBetween("at", "qualified_at")}, NULL),
    (CASE WHEN converted_at IS NOT NULL THEN 'lead_converted' END, source, ${secondsBetween("at", "converted_at")}, NULL),
    (CASE WHEN source <> '' THEN 'pace' END, ${sql.raw(paceOf("waited"))}, NULL, NULL),
    (CASE WHEN source <> '' AND converted_at IS NOT NULL THEN 'pace_converted' END, ${sql.raw(paceOf("waited"))}, NULL, NULL),
    (CASE WHEN converted_at IS NOT NULL THEN 'credit_first' END, channels[1], NULL, NULL),
    (CASE WHEN converted_at IS NOT NULL THEN 'credit_last' END, channels[cardinality(channels)], NULL, NULL)
    UNION ALL
    SELECT 'credit_even', channel, NULL, count(*)::float8 / cardinality(channels)
      FROM unnest(channels) channel WHERE converted_at IS NOT NULL GROUP BY channel`,
};

/** The names of `paces` in the domain. */
function paceOf(seconds: string): string {
  const limits: [number, string][] = [
    [60, "under_1"],
    [300, "under_5"],
    [900, "under_15"],
    [3600, "under_60"],
    [14_400, "under_240"],
    [86_400, "under_1440"],
  ];
  const cases = limits.map(([limit, name]) => `WHEN ${seconds} < ${limit} THEN '${name}'`).join(" ");
  return `CASE WHEN ${seconds} IS NULL THEN 'never' ${cases} ELSE 'later' END`;
}

const episodes: KindSql = {
  table: sql`episodes`,
  anchor: sql`opened_at`,
  rows: (from, to) => sql`
    SELECT id, person_id, opened_at AS at, coalesce(opened_channel, '') AS channel, first_answer_at,
           coalesce(first_answer_by::text, '') AS user_id, closed_at, how
      FROM episodes WHERE opened_at >= ${from} AND opened_at < ${to}`,
  points: sql`
    ('conversation', channel, NULL::float8, NULL::float8),
    (CASE WHEN first_answer_at IS NOT NULL THEN 'first_answer' END, channel, ${secondsBetween("at", "first_answer_at")}, NULL),
    (CASE WHEN first_answer_at IS NOT NULL THEN 'first_answer_open' END, channel, business_seconds(at, first_answer_at), NULL),
    (CASE WHEN first_answer_at IS NOT NULL THEN 'first_answer_by' END, user_id, ${secondsBetween("at", "first_answer_at")}, NULL),
    (CASE WHEN closed_at IS NOT NULL AND how <> 'merged' THEN 'handled' END, channel, ${secondsBetween("at", "closed_at")}, NULL)`,
};

const answers: KindSql = {
  table: sql`thread_answers`,
  anchor: sql`answered_at`,
  rows: (from, to) => sql`
    SELECT id, person_id, answered_at AS at, coalesce(channel, '') AS channel, coalesce(user_id::text, '') AS user_id,
           ${secondsBetween("waiting_since", "answered_at")} AS waited,
           business_seconds(waiting_since, answered_at) AS waited_open
      FROM thread_answers WHERE answered_at >= ${from} AND answered_at < ${to}`,
  points: sql`
    ('answer', channel, waited, NULL::float8),
    ('answer_open', channel, waited_open, NULL),
    ('answer_by', user_id, waited, NULL)`,
};

/** How long after a message an answer is still one to it. */
const answerWindow = sql`CASE a.type WHEN 'whatsapp' THEN interval '3 days' ELSE interval '7 days' END`;
export const longestAnswerWindow = sql`interval '7 days'`;

/** A message that was delayed for less was not held by the gate, or by a moment only. */
const shortestWait = sql`interval '1 minute'`;

const messages: KindSql = {
  table: sql`actions`,
  anchor: sql`created_at`,
  rows: (from, to) => sql`
    SELECT a.id, a.person_id, a.created_at AS at, a.type AS channel, a.status, a.price::float8 AS price, a.rule_id,
           coalesce(a.messenger, '') AS messenger, coalesce(a.rule_id::text, '') AS rule, a.config ->> 'template' AS template,
           a.sent_by, coalesce(a.reasons -> 0 ->> 'code', a.status) AS reason, has_left(a.status) AS has_left,
           a.status IN ('sent', 'delivered', 'read', 'failed', 'unknown') AS is_handed,
           h.code AS held_for, a.executed_at,
           w.at IS NOT NULL AND NOT EXISTS (
             SELECT FROM actions o WHERE o.person_id = a.person_id AND has_left(o.status)
                AND o.executed_at > a.executed_at AND o.executed_at < w.at) AS is_answered
      FROM actions a
      LEFT JOIN LATERAL (
        SELECT coalesce(t.metadata -> 'reasons' -> 0 ->> 'code', '') AS code FROM timeline t
         WHERE a.executed_at > a.created_at + ${shortestWait} AND t.caused_by = a.id AND t.event_type = 'message_held'
         ORDER BY t.created_at, t.id LIMIT 1) h ON true
      LEFT JOIN LATERAL (
        SELECT m.at FROM messages m
         WHERE a.rule_id IS NOT NULL AND has_left(a.status) AND m.person_id = a.person_id AND m.direction = 'in'
           AND m.at > a.executed_at AND m.at <= a.executed_at + ${answerWindow}
         ORDER BY m.at LIMIT 1) w ON true
     WHERE a.created_at >= ${from} AND a.created_at < ${to} AND a.simulation IS DISTINCT FROM 'test'`,
  points: sql`
    ('message', channel, NULL::float8, NULL::float8),
    (CASE WHEN is_handed THEN 'handed' END, channel, NULL, NULL),
    (CASE WHEN status IN ('delivered', 'read') THEN 'delivered' END, channel, NULL, NULL),
    (CASE WHEN status = 'failed' THEN 'failed' END, channel, NULL, NULL),
    (CASE WHEN status = 'unknown' THEN 'unknown' END, channel, NULL, NULL),
    (CASE WHEN is_handed THEN 'handed_by_vendor' END, messenger, NULL, NULL),
    (CASE WHEN status IN ('delivered', 'read') THEN 'delivered_by_vendor' END, messenger, NULL, NULL),
    (CASE WHEN status = 'failed' THEN 'failed_by_vendor' END, messenger, NULL, NULL),
    (CASE WHEN is_handed THEN 'handed_by_rule' END, rule, NULL, NULL),
    (CASE WHEN status IN ('delivered', 'read') THEN 'delivered_by_rule' END, rule, NULL, NULL),
    (CASE WHEN status = 'failed' THEN 'failed_by_rule' END, rule, NULL, NULL),
    (CASE WHEN is_handed AND template IS NOT NULL THEN 'handed_by_template' END, template, NULL, NULL),
    (CASE WHEN status IN ('delivered', 'read') AND template IS NOT NULL THEN 'delivered_by_template' END, template, NULL, NULL),
    (CASE WHEN status = 'failed' AND template IS NOT NULL THEN 'failed_by_template' END, template, NULL, NULL),
    (CASE WHEN price IS NOT NULL THEN 'price' END, channel, NULL, price),
    (CASE WHEN status IN ('blocked', 'cancelled') THEN 'not_sent' END, reason, NULL, NULL),
    (CASE WHEN is_handed AND held_for IS NOT NULL THEN 'waited' END, held_for, ${secondsBetween("at", "executed_at")}, NULL),
    (CASE WHEN has_left AND rule_id IS NOT NULL THEN 'step_message' END, channel, NULL, NULL),
    (CASE WHEN is_answered THEN 'step_answered' END, channel, NULL, NULL),
    (CASE WHEN has_left AND sent_by IS NOT NULL AND channel <> 'call' THEN 'sent_by' END, sent_by::text, NULL, NULL),
    (CASE WHEN has_left AND sent_by IS NOT NULL AND channel = 'call' THEN 'called_by' END, sent_by::text, NULL, NULL)`,
};

const optOuts: KindSql = {
  table: sql`timeline`,
  anchor: sql`created_at`,
  only: sql`event_type = 'opted_out'`,
  rows: (from, to) => sql`
    SELECT id, person_id, created_at AS at, source FROM timeline
     WHERE event_type = 'opted_out' AND created_at >= ${from} AND created_at < ${to}
       AND metadata ->> 'simulated' IS DISTINCT FROM 'true'`,
  points: sql`
    (CASE WHEN source = 'complaint' THEN 'complaint' ELSE 'opt_out' END, ''::text, NULL::float8, NULL::float8)`,
};

const tasks: KindSql = {
  table: sql`tasks`,
  anchor: sql`done_at`,
  rows: (from, to) => sql`
    SELECT id, person_id, done_at AS at, coalesce(done_by::text, '') AS user_id
      FROM tasks WHERE done_at >= ${from} AND done_at < ${to}`,
  points: sql`('task_done_by', user_id, NULL::float8, NULL::float8)`,
};

const calls: KindSql = {
  table: sql`calls`,
  anchor: sql`created_at`,
  rows: (from, to) => sql`
    SELECT id, person_id, created_at AS at, coalesce(owner, '') AS owner, answered_at, ended_at
      FROM calls WHERE created_at >= ${from} AND created_at < ${to}`,
  points: sql`
    (CASE WHEN answered_at IS NOT NULL AND ended_at IS NOT NULL THEN 'call' END, owner, ${secondsBetween("answered_at", "ended_at")}, NULL::float8)`,
};

const usage: KindSql = {
  table: sql`usage`,
  anchor: sql`created_at`,
  rows: (from, to) => sql`
    SELECT u.id, u.person_id, u.created_at AS at, coalesce(p.sources[1], '') AS source, u.cost::float8 AS cost
      FROM usage u LEFT JOIN people p ON p.id = u.person_id
     WHERE u.created_at >= ${from} AND u.created_at < ${to} AND u.cost <> 0`,
  points: sql`('cost', source, NULL::float8, cost)`,
};

/** How each kind of rows is read, and what it counts for. Counting, recounting and what a number opens all use it. */
export const reportKindSql: Record<CountedKind, KindSql> = {
  leads,
  episodes,
  answers,
  messages,
  opt_outs: optOuts,
  tasks,
  calls,
  usage,
};

/** `id`, `person_id`, `at`, `metric`, `dimension`, `seconds` and `amount` of everything in a range that counts. */
export const reportPoints = (kind: CountedKind, from: SQL, to: SQL): SQL => {
  const { rows, points } = reportKindSql[kind];
  return sql`
    SELECT r.id, r.person_id, r.at, v.metric, v.dimension, v.seconds, v.amount
      FROM (${rows(from, to)}) r CROSS JOIN LATERAL (VALUES ${points}) AS v (metric, dimension, seconds, amount)
     WHERE v.metric IS NOT NULL`;
};

/** The band of `seconds`, as `bandOf` in the domain. */
export const bandSql = sql.raw(
  `CASE WHEN seconds IS NOT NULL THEN width_bucket(seconds, ARRAY[${bandLimits.join(", ")}]::float8[])::smallint END`,
);

/** Points added up by metric, dimension and band. */
export const sumSql = sql.raw(
  "count(*) AS count, coalesce(sum(coalesce(amount, seconds)), 0)::float8 AS amount",
);
