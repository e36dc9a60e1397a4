import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { activityRows, type Calendar, planTimeSlices } from "./calendar.ts";
import { figures } from "./figures.ts";
import {
  chooseOpenRecipients,
  contactableIntervals,
  isContactable,
  type PlannedSend,
  type PossibleRecipient,
} from "./open-recipients.ts";
import { randomPersonAt } from "./people.ts";
import { delayByContactHours } from "./quiet-sends.ts";
import { rulesByChannel, ungatedRule } from "./rules.ts";
import { numberLiteral, pickWeighted, randomUnit, timestampParam } from "./sql-expressions.ts";

const n = sql`n`;
const { actions, consents } = figures;
const dayMs = 86_400_000;

type DemoChannel = {
  channel: string;
  today: number;
  /** Until this time of day. */
  yesterday: number;
  first: number;
  increase: number;
  types: SQL;
  recipient: SQL;
};

const channels: readonly DemoChannel[] = [
  {
    channel: "sms",
    today: actions.sms,
    yesterday: 480,
    first: 12,
    increase: 320,
    types: sql`'sms'`,
    recipient: sql`sms_n`,
  },
  {
    channel: "whatsapp",
    today: actions.whatsapp,
    yesterday: 246,
    first: 6,
    increase: 200,
    types: sql`'whatsapp'`,
    recipient: sql`whatsapp_n`,
  },
  {
    channel: "voice",
    today: actions.voice,
    yesterday: 94,
    first: 4,
    increase: 74,
    types: sql`CASE WHEN n % 8 < 3 THEN 'call' ELSE 'voice_agent' END`,
    recipient: sql`call_n`,
  },
  {
    channel: "email",
    today: 0,
    yesterday: 0,
    first: 0,
    increase: 60,
    types: sql`'email'`,
    recipient: sql`email_n`,
  },
];

const isText = sql`type IN ('sms', 'whatsapp')`;

/**
 * Creates the temporary table of all messages and calls that rules planned. Some messages of today were planned at
 * night and wait, or waited, for the contact hours.
 */
export const planActions = async (tx: Tx, calendar: Calendar): Promise<void> => {
  const midnight = calendar.days[0] ?? calendar.newest;
  const nightEnds = Math.min(calendar.newest, midnight + 7 * 3_600_000);
  const parts = channels.map(({ channel, today, yesterday, first, increase, types, recipient }) => {
    const slices = planTimeSlices(calendar, {
      today,
      yesterday,
      day: (growth) => Math.round(first + increase * growth ** 9),
      contactHours: contactableIntervals(channel),
    });
    return sql`
      SELECT ${sql.raw(`'${channel}'`)} AS channel, n, at, is_today, ${types} AS type, people.recipient, people.without_consent
        FROM (SELECT n, at, is_today, ${randomPersonAt(sql`at`, n, 71)} AS person FROM ${activityRows(slices)} activities) activities
        JOIN (SELECT n AS person, ${recipient} AS recipient, no_sms_n AS without_consent FROM demo_people) people USING (person)`;
  });
  await tx.execute(sql`
    CREATE TEMP TABLE demo_actions ON COMMIT DROP AS
    WITH drawn AS (
      SELECT row_number() OVER (ORDER BY at, channel, n) AS n, at, is_today, type, recipient, without_consent
        FROM (${sql.join(parts, sql` UNION ALL `)}) parts
    ), marked AS (
      SELECT *, is_today AND ${isText}
                AND row_number() OVER (PARTITION BY is_today, ${isText} ORDER BY ${randomUnit(n, 74)}) <= ${numberLiteral(actions.quiet)} AS quiet
        FROM drawn
    )
    SELECT n, is_today, type, recipient, without_consent, quiet, NULL::text AS status, NULL::text AS rule, NULL::jsonb AS waiting,
           NULL::timestamptz AS not_before, NULL::timestamptz AS executed_at, false AS opts_out,
           date_trunc('milliseconds', CASE WHEN quiet THEN ${timestampParam(midnight)} + (${timestampParam(nightEnds)} - ${timestampParam(midnight)}) * ${randomUnit(n, 79)} ELSE at END) AS at
      FROM marked`);
  await tx.execute(sql`CREATE UNIQUE INDEX ON demo_actions (n)`);
  const delivered = await delayByContactHours(tx, calendar);
  await addressOpenPlaces(tx, calendar);
  await decideStatuses(tx, calendar, delivered);
  await chooseOptOuts(tx, calendar);
};

/** Early in the day only some places may be contacted: the messages of that time go to people there. */
const addressOpenPlaces = async (tx: Tx, { days, newest }: Calendar): Promise<void> => {
  const { rows: planned } = await tx.execute<PlannedSend & { phone: string }>(sql`
    SELECT demo_actions.n::int AS n, CASE WHEN demo_actions.type IN ('sms', 'whatsapp') THEN demo_actions.type ELSE 'call' END AS channel,
           (extract(epoch FROM at) * 1000)::float8 AS at, phone
      FROM demo_actions JOIN demo_people ON demo_people.n = recipient
     WHERE NOT quiet AND demo_actions.type <> 'email' AND at >= ${timestampParam(days[1] ?? newest)} ORDER BY demo_actions.n`);
  const closed = planned.filter(({ phone, at }) => !isContactable(phone, at));
  if (closed.length === 0) return;
  const { rows: people } = await tx.execute<PossibleRecipient>(sql`
    SELECT n::int AS n, phone, (extract(epoch FROM created_at) * 1000)::float8 AS "createdAt",
           jsonb_build_object('sms', sms, 'whatsapp', whatsapp, 'call', call) AS consents
      FROM demo_people WHERE active AND phone IS NOT NULL ORDER BY ${randomUnit(n, 86)}`);
  const chosen = [...chooseOpenRecipients(closed, people)].map(([number, recipient]) => ({
    number,
    recipient,
  }));
  await tx.execute(sql`
    UPDATE demo_actions SET recipient = row.recipient
      FROM jsonb_to_recordset(${JSON.stringify(chosen)}::jsonb) AS row (number bigint, recipient bigint)
     WHERE demo_actions.n = row.number`);
};

const succeeded = sql`CASE WHEN type IN ('call', 'voice_agent') THEN 'delivered' WHEN type = 'email' THEN 'sent'
  WHEN type = 'sms' THEN ${pickWeighted(
    [
      ["delivered", 7],
      ["sent", 3],
    ],
    n,
    72,
  )}
  ELSE ${pickWeighted(
    [
      ["read", 5],
      ["delivered", 4],
      ["sent", 1],
    ],
    n,
    72,
  )} END`;

/** Calls are all answered; of the messages of today, as many succeed as the figures require. */
const decideStatuses = async (tx: Tx, { newest }: Calendar, deliveredLate: number): Promise<void> => {
  const successes = actions.succeeded - actions.voice - deliveredLate;
  const isRest = sql`is_today AND ${isText} AND NOT quiet`;
  const ruleOf = sql`CASE type ${sql.join(
    Object.entries(rulesByChannel).map(
      ([type, shares]) => sql`WHEN ${sql.raw(`'${type}'`)} THEN ${pickWeighted(shares, n, 76)}`,
    ),
    sql` `,
  )} END`;
  await tx.execute(sql`
    UPDATE demo_actions SET
           status = CASE decided.status WHEN 'succeeded' THEN ${succeeded} ELSE decided.status END,
           rule = CASE WHEN decided.status = 'blocked' THEN ${ungatedRule} ELSE ${ruleOf} END,
           recipient = CASE WHEN decided.status = 'blocked' THEN without_consent ELSE recipient END,
           executed_at = CASE WHEN decided.status <> 'blocked' AND NOT quiet THEN least(at + interval '1 second', ${timestampParam(newest)}) ELSE executed_at END
      FROM (
        SELECT n AS number,
               CASE WHEN quiet THEN coalesce(status, 'succeeded')
                    WHEN type NOT IN ('sms', 'whatsapp') THEN 'succeeded'
                    WHEN is_today THEN CASE WHEN rank <= ${numberLiteral(successes)} THEN 'succeeded'
                         WHEN type = 'sms' AND ${randomUnit(n, 77)} < 0.7 THEN 'blocked' ELSE 'failed' END
                    WHEN ${randomUnit(n, 78)} < 0.84 THEN 'succeeded'
                    WHEN type = 'sms' AND ${randomUnit(n, 77)} < 0.6 THEN 'blocked' ELSE 'failed' END AS status
          FROM (SELECT *, row_number() OVER (PARTITION BY ${isRest} ORDER BY ${randomUnit(n, 75)}) AS rank FROM demo_actions) ranked
      ) decided
     WHERE demo_actions.n = decided.number`);
  // Older than the two days for which vendors are asked: only an operator can settle these.
  await tx.execute(sql`
    UPDATE demo_actions SET status = 'unknown' WHERE n IN (
      SELECT n FROM demo_actions WHERE type = 'sms' AND status IN ('sent', 'delivered') AND rule <> ${ungatedRule}
         AND at < ${timestampParam(newest - 3 * dayMs)} ORDER BY at DESC LIMIT ${numberLiteral(unknownSends)})`);
};

export const unknownSends = 2;

/** The messages whose recipients answer with an opt-out, all of them before yesterday. */
const chooseOptOuts = async (tx: Tx, { days, newest }: Calendar): Promise<void> => {
  await tx.execute(sql`
    UPDATE demo_actions SET recipient = people.n, opts_out = true, status = 'delivered'
      FROM (SELECT n AS number, row_number() OVER (ORDER BY ${randomUnit(n, 85)}) AS ordinal FROM demo_actions
             WHERE type = 'sms' AND status IN ('sent', 'delivered') AND at > ${timestampParam(newest - 40 * dayMs)}
               AND at < ${timestampParam(days[1] ?? newest)} AND rule <> ${ungatedRule}) chosen
      JOIN (SELECT n, row_number() OVER (ORDER BY n) AS ordinal FROM demo_people WHERE opts_out) people USING (ordinal)
     WHERE demo_actions.n = chosen.number AND chosen.ordinal <= ${numberLiteral(consents.optOuts)}`);
  await tx.execute(sql`ANALYZE demo_actions`);
};
