import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { activityRows, type Calendar, planTimeSlices } from "./calendar.ts";
import { figures } from "./figures.ts";
import { randomPersonAt } from "./people.ts";
import {
  generatedId,
  numberLiteral,
  pickText,
  pickWeighted,
  randomUnit,
  timestampParam,
} from "./sql-expressions.ts";

const n = sql`n`;
const { actions } = figures;
const hourMs = 3_600_000;

type DemoChannel = {
  channel: string;
  today: number;
  first: number;
  increase: number;
  types: SQL;
  recipient: SQL;
};

const rules: Record<string, [string, string]> = {
  sms: ["High intent → SMS", "Appointment reminder"],
  whatsapp: ["Quote requested → WhatsApp", "Outage nearby → battery offer"],
  voice_agent: ["Likely to buy → voice agent", "Likely to buy → voice agent"],
  call: ["Customer at risk → call", "Customer at risk → call"],
  email: ["New lead → welcome e-mail", "New lead → welcome e-mail"],
};
const channels: readonly DemoChannel[] = [
  { channel: "sms", today: actions.sms, first: 30, increase: 300, types: sql`'sms'`, recipient: sql`sms_n` },
  {
    channel: "whatsapp",
    today: actions.whatsapp,
    first: 20,
    increase: 190,
    types: sql`'whatsapp'`,
    recipient: sql`whatsapp_n`,
  },
  {
    channel: "voice",
    today: actions.voice,
    first: 12,
    increase: 66,
    types: pickWeighted(
      [
        ["voice_agent", 62],
        ["call", 38],
      ],
      n,
      70,
    ),
    recipient: sql`call_n`,
  },
  { channel: "email", today: 0, first: 0, increase: 60, types: sql`'email'`, recipient: sql`email_n` },
];

/** Creates the temporary table of all actions, because statuses are assigned across all channels. */
const planActions = async (tx: Tx, calendar: Calendar): Promise<void> => {
  const parts = channels.map(({ channel, today, first, increase, types, recipient }) => {
    const slices = planTimeSlices(calendar, {
      today: { count: today },
      day: (growth) => ({ count: Math.round(first + increase * growth ** 1.8) }),
      officeHours: true,
    });
    return sql`
      SELECT ${sql.raw(`'${channel}'`)} AS channel, n, at, is_today, ${types} AS type, people.recipient
        FROM (SELECT n, at, is_today, ${randomPersonAt(sql`at`, n, 71)} AS person FROM ${activityRows(slices)} activities) activities
        JOIN (SELECT n AS person, ${recipient} AS recipient FROM demo_people) people USING (person)`;
  });
  await tx.execute(sql`
    CREATE TEMP TABLE demo_actions ON COMMIT DROP AS
    SELECT row_number() OVER (ORDER BY at, channel, n) AS n, at, is_today, type, recipient
      FROM (${sql.join(parts, sql` UNION ALL `)}) parts`);
};

/**
 * The earliest actions of today are blocked by quiet hours and the newest are pending; of the rest, as many succeed
 * as the figures require.
 */
export const insertDemoActions = async (tx: Tx, calendar: Calendar): Promise<void> => {
  await planActions(tx, calendar);
  const succeeded = sql`CASE WHEN type IN ('call', 'voice_agent') THEN 'delivered'
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
    WHEN 'held' THEN jsonb_build_object('code', CASE type WHEN 'whatsapp' THEN 'whatsapp_window_closed' ELSE 'cap_per_day' END, 'until', ${timestampParam(calendar.newest + 14 * hourMs)})
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
    ), ranked AS MATERIALIZED (
      SELECT *, is_today AND early <= ${numberLiteral(actions.blocked)} AS blocked,
             row_number() OVER (PARTITION BY is_today, waiting, early <= ${numberLiteral(actions.blocked)} ORDER BY ${randomUnit(n, 77)}) AS rank
        FROM ordered
    ), decided AS MATERIALIZED (
      SELECT *,
             CASE WHEN NOT is_today THEN CASE WHEN ${randomUnit(n, 78)} < 0.74 THEN ${succeeded} WHEN ${randomUnit(n, 78)} < 0.86 THEN 'blocked' ELSE 'failed' END
                  WHEN blocked THEN 'blocked'
                  WHEN waiting THEN 'pending'
                  WHEN rank <= ${numberLiteral(actions.succeeded)} THEN ${succeeded}
                  WHEN rank <= ${numberLiteral(actions.succeeded + actions.held)} THEN 'held'
                  ELSE 'failed' END AS status,
             ${ruleOf} AS rule
        FROM ranked
    )
    SELECT ${generatedId("action", sql`decided.n`, sql`at`)}, people.id, rules.id, decided.type, decided.status,
           jsonb_build_object('template', rules.actions -> 0 ->> 'template', 'language', people.language),
           CASE WHEN decided.reason IS NOT NULL THEN jsonb_build_object('reason', decided.reason) END,
           CASE WHEN decided.reason IS NOT NULL THEN jsonb_build_array(decided.reason) END,
           -- Pending actions of the demo must not be sent soon.
           CASE WHEN decided.status IN ('pending', 'held') THEN ${timestampParam(calendar.newest + 30 * 24 * hourMs)} END,
           CASE WHEN decided.status NOT IN ('pending', 'held', 'blocked') THEN least(at + interval '1 second', ${timestampParam(calendar.newest)}) END, at
      FROM (SELECT *, ${reason} AS reason FROM decided) decided
      JOIN demo_people people ON people.n = decided.recipient
      JOIN rules ON rules.name = decided.rule
     ORDER BY decided.n`);
};
