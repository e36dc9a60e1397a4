import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { inboundEndpointName } from "#server/store/ingestion/inbound-endpoint.ts";
import { activityRows, type Calendar, planTimeSlices } from "./calendar.ts";
import { creationTypes, demoEndpoints, endpointShares } from "./endpoints.ts";
import { figures } from "./figures.ts";
import { randomPersonAt } from "./people.ts";
import { complaintWords, formWords, optOutWords, replyWords } from "./replies.ts";
import { generatedId, pickText, pickWeighted, randomUnit, timestampParam } from "./sql-expressions.ts";

const n = sql`n`;

const creationType = sql`CASE source ${sql.join(
  Object.entries(creationTypes).map(([endpoint, type]) => sql`WHEN ${endpoint} THEN ${type}`),
  sql` `,
)} END`;

/** The endpoints that report what rules react to. */
const triggerEndpoint = sql`CASE demo_rules.trigger WHEN 'appointment_booked' THEN 'n8n automations'
  WHEN 'complaint_received' THEN 'n8n automations' ELSE 'Website form' END`;

const eventTypeExpression = sql`CASE endpoint ${sql.join(
  demoEndpoints.map(({ name, eventTypes }) => sql`WHEN ${name} THEN ${pickWeighted(eventTypes, n, 61)}`),
  sql` `,
)} END`;

/**
 * Creates the temporary table of all events: those that created people, those that rules reacted to, replies, and
 * enough others for the figures.
 */
export const planEvents = async (tx: Tx, calendar: Calendar): Promise<void> => {
  const midnight = timestampParam(calendar.days[0] ?? calendar.newest);
  const newest = timestampParam(calendar.newest);
  const inPause = (at: ReturnType<typeof sql>) =>
    sql`${at} > ${timestampParam(calendar.yesterdayEnds)} AND ${at} < ${timestampParam(calendar.yesterdayResumes)}`;
  await tx.execute(sql`
    CREATE TEMP TABLE demo_plans ON COMMIT DROP AS
    SELECT kind, person, action, at, endpoint, event_type, words
      FROM (
        SELECT 'creation' AS kind, n AS person, NULL::bigint AS action, created_at AS at, source AS endpoint, ${creationType} AS event_type, NULL AS words FROM demo_people
        UNION ALL
        SELECT 'trigger', recipient, n, CASE WHEN is_today THEN greatest(${midnight}, at - interval '3 seconds') ELSE at - interval '3 seconds' END,
               ${triggerEndpoint}, demo_rules.trigger, NULL
          FROM demo_actions JOIN demo_rules ON demo_rules.name = rule
        UNION ALL
        SELECT 'reply', recipient, n, at, CASE type WHEN 'sms' THEN ${inboundEndpointName("sms")} ELSE ${inboundEndpointName("whatsapp")} END,
               type || '_received', CASE WHEN opts_out THEN ${pickText(optOutWords, n, 87)} ELSE ${pickText(replyWords, n, 88)} END
          FROM (SELECT *, executed_at + CASE WHEN opts_out THEN interval '8 minutes' ELSE interval '2 minutes' + interval '90 minutes' * ${randomUnit(n, 89)} END AS at
                  FROM (SELECT n, type, status, recipient, opts_out, executed_at FROM demo_actions) sent) answered
         WHERE type IN ('sms', 'whatsapp') AND status IN ('sent', 'delivered', 'read') AND (opts_out OR ${randomUnit(n, 86)} < 0.22)
           AND at < ${newest} AND NOT (${inPause(sql`at`)})
      ) planned`);
  const { rows } = await tx.execute<{ today: number; yesterday: number }>(sql`
    SELECT count(*) FILTER (WHERE at >= ${midnight})::int AS today,
           count(*) FILTER (WHERE at >= ${timestampParam(calendar.days[1] ?? 0)} AND at <= ${timestampParam(calendar.yesterdayEnds)})::int AS yesterday
      FROM demo_plans`);
  const { today = 0, yesterday = 0 } = rows[0] ?? {};
  const slices = planTimeSlices(calendar, {
    today: figures.events.today - today,
    yesterday: figures.events.yesterday - yesterday,
    day: (growth) => Math.round(60 + 1500 * growth ** 8),
  });
  await tx.execute(sql`
    INSERT INTO demo_plans (kind, person, at, endpoint, event_type)
    WITH activities AS MATERIALIZED (
      SELECT n, at, ${pickWeighted(endpointShares, n, 62)} AS endpoint, ${randomPersonAt(sql`at`, n, 63)} AS candidate
        FROM ${activityRows(slices)} activities
    ), typed AS MATERIALIZED (
      SELECT n, at, endpoint, candidate, ${eventTypeExpression} AS event_type FROM activities
    )
    SELECT 'other', CASE WHEN event_type IN ('email_opened', 'link_clicked', 'email')
                           OR (event_type = 'page_viewed' AND ${randomUnit(sql`typed.n`, 64)} < 0.25) THEN email_n END,
           at, endpoint, event_type
      FROM typed JOIN demo_people ON demo_people.n = candidate`);
  await tx.execute(sql`
    CREATE TEMP TABLE demo_events ON COMMIT DROP AS
    SELECT n, kind, person, action, at, endpoint, event_type, ${generatedId("event", n, sql`at`)} AS id,
           CASE WHEN words IS NOT NULL THEN words
                WHEN event_type IN ('signed_up', 'form_submitted', 'call_requested', 'email') THEN ${pickText(formWords, n, 51)}
                WHEN event_type = 'complaint_received' THEN ${pickText(complaintWords, n, 56)} END AS words
      FROM (SELECT row_number() OVER (ORDER BY at, kind, person) AS n, kind, person, action, date_trunc('milliseconds', at) AS at, endpoint, event_type, words
              FROM demo_plans) numbered`);
  await tx.execute(sql`
    CREATE TEMP TABLE demo_sources ON COMMIT DROP AS
    SELECT DISTINCT ON (person, endpoint) person, endpoint, at, id AS event_id, kind
      FROM demo_events WHERE person IS NOT NULL ORDER BY person, endpoint, at`);
  await tx.execute(sql`ANALYZE demo_events (n, person, action, kind)`);
};
