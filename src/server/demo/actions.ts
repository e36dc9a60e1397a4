import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { type Calendar, planTimeSlices } from "./calendar.ts";
import { generatedId, numberLiteral, pickText, pickWeighted, randomUnit, timestampParam } from "./draw.ts";
import { figures } from "./figures.ts";
import { activityRows } from "./moments.ts";
import { randomPersonAt } from "./people.ts";

const n = sql`n`;
const { actions } = figures;
const hour = 3_600_000;

type Channel = { channel: string; today: number; first: number; growth: number; types: SQL; reach: SQL };

const rules: Record<string, [string, string]> = {
  sms: ["High intent → SMS", "Appointment reminder"],
  whatsapp: ["Quote requested → WhatsApp", "Outage nearby → battery offer"],
  voice_agent: ["Likely to buy → voice agent", "Likely to buy → voice agent"],
  call: ["Customer at risk → call", "Customer at risk → call"],
  email: ["New lead → welcome e-mail", "New lead → welcome e-mail"],
};
const channels: readonly Channel[] = [
  { channel: "sms", today: actions.sms, first: 30, growth: 300, types: sql`'sms'`, reach: sql`sms_n` },
  {
    channel: "whatsapp",
    today: actions.whatsapp,
    first: 20,
    growth: 190,
    types: sql`'whatsapp'`,
    reach: sql`whatsapp_n`,
  },
  {
    channel: "voice",
    today: actions.voice,
    first: 12,
    growth: 66,
    types: pickWeighted(
      [
        ["voice_agent", 62],
        ["call", 38],
      ],
      n,
      70,
    ),
    reach: sql`call_n`,
  },
  { channel: "email", today: 0, first: 0, growth: 60, types: sql`'email'`, reach: sql`email_n` },
];

/** Everything that was asked for, in one table of the transaction: the fates are dealt out over all channels. */
const planActions = async (tx: Tx, calendar: Calendar): Promise<void> => {
  const parts = channels.map(({ channel, today, first, growth, types, reach }) => {
    const pieces = planTimeSlices(calendar, {
      today: { count: today },
      day: (grown) => ({ count: Math.round(first + growth * grown ** 1.8) }),
      officeHours: true,
    });
    return sql`
      SELECT ${sql.raw(`'${channel}'`)} AS channel, n, at, is_today, ${types} AS type, people.reached
        FROM (SELECT n, at, is_today, ${randomPersonAt(sql`at`, n, 71)} AS person FROM ${activityRows(pieces)} moments) moments
        JOIN (SELECT n AS person, ${reach} AS reached FROM demo_people) people USING (person)`;
  });
  await tx.execute(sql`
    CREATE TEMP TABLE demo_actions ON COMMIT DROP AS
    SELECT row_number() OVER (ORDER BY at, channel, n) AS n, at, is_today, type, reached
      FROM (${sql.join(parts, sql` UNION ALL `)}) parts`);
};

/**
 * The earliest of a day fell into quiet hours and were blocked, the newest of today still wait; of the rest, as
 * many succeeded as the figures say.
 */
export const insertDemoActions = async (tx: Tx, calendar: Calendar): Promise<void> => {
  await planActions(tx, calendar);
  const succeeded = sql`CASE WHEN type IN ('call', 'voice_agent') THEN 'completed'
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
  const reason = sql`CASE status
    WHEN 'blocked' THEN jsonb_build_object('code', 'quiet_hours', 'opens', 540, 'closes', 1260, 'zone', 'America/Puerto_Rico', 'rule', 'pr', 'from', 'area_code', 'region', ${pickText(["Puerto Rico", "Florida", "New York", "Texas"], n, 73)})
    WHEN 'held' THEN jsonb_build_object('code', CASE type WHEN 'whatsapp' THEN 'whatsapp_window_closed' ELSE 'cap_per_day' END, 'until', ${timestampParam(calendar.newest + 14 * hour)})
    WHEN 'failed' THEN jsonb_build_object('code', CASE WHEN type IN ('call', 'voice_agent')
      THEN ${pickText(["call_busy", "call_no_answer"], n, 75)} ELSE ${pickText(["number_unreachable", "number_invalid", "carrier_filtered"], n, 75)} END)
  END`;
  const ruleOf = sql`CASE type ${sql.join(
    Object.entries(rules).map(
      ([type, names]) =>
        sql`WHEN ${type} THEN ${pickWeighted([[names[0], 7] as const, [names[1], 3] as const], n, 76)}`,
    ),
    sql` `,
  )} END`;
  await tx.execute(sql`
    INSERT INTO actions (id, person_id, rule_id, type, status, config, result, reasons, not_before, executed_at, created_at)
    WITH ordered AS MATERIALIZED (
      SELECT *, row_number() OVER (PARTITION BY is_today ORDER BY n) AS early,
             is_today AND row_number() OVER (PARTITION BY is_today ORDER BY n DESC) <= ${numberLiteral(actions.pending)} AS waiting
        FROM demo_actions
    ), dealt AS MATERIALIZED (
      SELECT *, is_today AND early <= ${numberLiteral(actions.blocked)} AS blocked,
             row_number() OVER (PARTITION BY is_today, waiting, early <= ${numberLiteral(actions.blocked)} ORDER BY ${randomUnit(n, 77)}) AS luck
        FROM ordered
    ), fated AS MATERIALIZED (
      SELECT *,
             CASE WHEN NOT is_today THEN CASE WHEN ${randomUnit(n, 78)} < 0.74 THEN ${succeeded} WHEN ${randomUnit(n, 78)} < 0.86 THEN 'blocked' ELSE 'failed' END
                  WHEN blocked THEN 'blocked'
                  WHEN waiting THEN 'pending'
                  WHEN luck <= ${numberLiteral(actions.succeeded)} THEN ${succeeded}
                  WHEN luck <= ${numberLiteral(actions.succeeded + actions.held)} THEN 'held'
                  ELSE 'failed' END AS status,
             ${ruleOf} AS rule
        FROM dealt
    )
    SELECT ${generatedId("action", sql`fated.n`, sql`at`)}, people.id, rules.id, fated.type, fated.status,
           jsonb_build_object('template', rules.actions -> 0 ->> 'template', 'language', people.language),
           CASE WHEN fated.reason IS NOT NULL THEN jsonb_build_object('reason', fated.reason) END,
           CASE WHEN fated.reason IS NOT NULL THEN jsonb_build_array(fated.reason) END,
           -- The demo stays as it is: what waits in it waits for long.
           CASE WHEN fated.status IN ('pending', 'held') THEN ${timestampParam(calendar.newest + 30 * 24 * hour)} END,
           CASE WHEN fated.status NOT IN ('pending', 'held', 'blocked') THEN least(at + interval '1 second', ${timestampParam(calendar.newest)}) END, at
      FROM (SELECT *, ${reason} AS reason FROM fated) fated
      JOIN demo_people people ON people.n = fated.reached
      JOIN rules ON rules.name = fated.rule
     ORDER BY fated.n`);
};
