import { sql } from "drizzle-orm";
import { vendorReason } from "#domain/messages/vendor-errors.ts";
import type { Tx } from "#server/db/database.ts";
import type { Calendar } from "./calendar.ts";
import { appointment } from "./events.ts";
import { generatedId, pickText, randomUnit, timestampParam } from "./sql-expressions.ts";
import { appointmentMarks } from "./texts.ts";

const n = sql`n`;

/** The messenger that sends each channel while no connection is live, and its connector. */
const messengers: Readonly<Record<string, { messenger: string; service: string; latencyMs: number }>> = {
  sms: { messenger: "twilio-sms", service: "twilio", latencyMs: 190 },
  whatsapp: { messenger: "whatsapp-meta", service: "whatsapp", latencyMs: 240 },
  call: { messenger: "twilio-call", service: "twilio", latencyMs: 320 },
  voice_agent: { messenger: "twilio-call", service: "twilio", latencyMs: 320 },
  email: { messenger: "smtp", service: "smtp", latencyMs: 420 },
};
/** US dollars for a segment and for a started minute, as the simulator charges. */
const segmentPrice = 0.0079;
const minutePrice = 0.014;

const refusals = [
  { code: "30003", message: { en: "Unreachable destination handset", es: "El teléfono no está disponible" } },
  { code: "30005", message: { en: "Unknown destination handset", es: "El número no existe" } },
  { code: "30007", message: { en: "Filtered by the carrier", es: "Filtrado por la operadora" } },
].map((error) => JSON.stringify([vendorReason("vendor_refused", "twilio-sms", error)]));
const noAnswer = JSON.stringify([
  vendorReason("vendor_unknown", "twilio-sms", {
    code: "timeout",
    message: { en: "Twilio did not answer in time", es: "Twilio no respondió a tiempo" },
  }),
]);

const booked = appointment("e");

/** Creates the temporary table of everything that was sent or stopped, with its text, reasons and price. */
const planSends = async (tx: Tx): Promise<void> => {
  const rows = Object.entries(messengers).map(([type, messenger]) => ({ type, ...messenger }));
  const consent = (
    code: string,
  ) => sql`jsonb_build_object('code', ${code}::text, 'at', (extract(epoch FROM c.created_at) * 1000)::bigint,
    'channel', a.type, 'purpose', 'marketing') || CASE WHEN ${code} = 'consent_given' THEN jsonb_build_object('proof', c.id) ELSE '{}' END`;
  await tx.execute(sql`
    CREATE TEMP TABLE demo_sends ON COMMIT DROP AS
    SELECT a.n, a.type, a.status, a.at, a.executed_at, a.not_before, a.waiting, a.opts_out, people.n AS person, people.id AS person_id, e.id AS event_id,
           demo_rules.id AS rule_id, demo_rules.name AS rule, demo_rules.why, demo_rules.template, people.language,
           ${generatedId("action", sql`a.n`, sql`a.at`)} AS id, ${generatedId("run", sql`a.n`, sql`a.at`)} AS run_id,
           CASE WHEN a.type = 'email' THEN lower(people.email) ELSE people.phone END AS "to", t.subject,
           CASE WHEN e.event_type = 'appointment_booked'
                THEN replace(replace(t.text, ${appointmentMarks.date}, ${booked.date}), ${appointmentMarks.time}, ${booked.time}) ELSE t.text END AS text,
           CASE a.status WHEN 'blocked' THEN jsonb_build_array(${consent("consent_denied")})
                         WHEN 'held' THEN a.waiting
                         WHEN 'failed' THEN ${pickText(refusals, sql`a.n`, 73)}::jsonb
                         WHEN 'unknown' THEN ${noAnswer}::jsonb
                         ELSE jsonb_build_array(${consent("consent_given")}) || CASE a.type WHEN 'whatsapp'
                              THEN jsonb_build_array(jsonb_build_object('code', 'whatsapp_template_used', 'template', demo_rules.template)) ELSE '[]' END
            END AS reasons,
           m.messenger, m.service, (m."latencyMs" * (0.55 + 0.9 * power(${randomUnit(sql`a.n`, 82)}, 2)) + 20)::int AS latency_ms,
           a.status IN ('sent', 'delivered', 'read') AS succeeded,
           calls.duration, CASE WHEN a.status NOT IN ('sent', 'delivered', 'read') THEN NULL
                WHEN a.type = 'sms' THEN t.segments * ${segmentPrice}::numeric
                WHEN calls.duration IS NOT NULL THEN ceil(calls.duration / 60.0) * ${minutePrice}::numeric END AS price
      FROM demo_actions a
      JOIN demo_people people ON people.n = a.recipient
      JOIN demo_rules ON demo_rules.name = a.rule
      JOIN demo_events e ON e.action = a.n AND e.kind = 'trigger'
      JOIN jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS m (type text, messenger text, service text, "latencyMs" int) ON m.type = a.type
      JOIN demo_texts t ON t.type = a.type AND t.template = demo_rules.template AND t.language = people.language AND t.name = people.first_name
      LEFT JOIN consent_records c ON c.person_id = people.id AND c.channel = CASE a.type WHEN 'voice_agent' THEN 'call' ELSE a.type END
      LEFT JOIN demo_calls calls ON calls.n = a.n`);
  await tx.execute(sql`
    INSERT INTO demo_sends (n, type, status, at, executed_at, person, person_id, event_id, template, language, id, "to", text, reasons,
                            messenger, service, latency_ms, succeeded, price)
    SELECT -s.n, 'sms', 'delivered', e.at, e.at + interval '1 second', s.person, s.person_id, e.id, 'opt_out_confirmation', s.language,
           ${generatedId("confirmation", sql`s.n`, sql`e.at`)}, s."to", t.text, '[{"code": "opt_out_confirmation"}]',
           s.messenger, s.service, s.latency_ms, true, t.segments * ${segmentPrice}::numeric
      FROM demo_sends s JOIN demo_events e ON e.action = s.n AND e.kind = 'reply'
      JOIN demo_people p ON p.n = s.person
      JOIN demo_texts t ON t.type = 'sms' AND t.template = 'opt_out_confirmation' AND t.language = p.language AND t.name = p.first_name
     WHERE s.opts_out`);
  await tx.execute(sql`ANALYZE demo_sends (n, person, type, status)`);
};

/** Runs of rules, their actions, and one row of usage for each request to a vendor. */
export const insertDemoActions = async (tx: Tx): Promise<void> => {
  await planSends(tx);
  await tx.execute(sql`
    INSERT INTO rule_runs (id, rule_id, version, person_id, fired, why, caused_by, created_at)
    SELECT run_id, rule_id, 1, person_id, true, why, event_id, at FROM demo_sends WHERE run_id IS NOT NULL ORDER BY at`);
  await tx.execute(sql`
    INSERT INTO actions (id, person_id, rule_id, rule_run_id, type, status, config, result, reasons, not_before, executed_at, fence,
                         attempts, messenger, provider_id, price, caused_by, created_at)
    SELECT id, person_id, rule_id, run_id, type, status,
           jsonb_build_object('template', template, 'purpose', CASE WHEN run_id IS NULL THEN 'confirmation' ELSE 'marketing' END)
             || CASE WHEN run_id IS NOT NULL THEN jsonb_build_object('stopOnReply', false, 'firedAt', (extract(epoch FROM at) * 1000)::bigint) ELSE '{}' END
             || CASE WHEN executed_at IS NOT NULL THEN jsonb_build_object('rendered', jsonb_build_object('to', "to", 'text', text, 'subject', subject, 'language', language)) ELSE '{}' END,
           CASE WHEN status IN ('failed', 'unknown') THEN jsonb_build_object('error', reasons #> '{0,detail}') WHEN executed_at IS NOT NULL THEN '{}' END,
           reasons, not_before, executed_at, (executed_at IS NOT NULL)::int, (executed_at IS NOT NULL)::int,
           CASE WHEN executed_at IS NOT NULL THEN messenger END,
           CASE WHEN succeeded THEN 'demo-' || id END, price, event_id, at
      FROM demo_sends ORDER BY at`);
};

export const insertDemoUsage = async (tx: Tx, { newest }: Calendar): Promise<void> => {
  await tx.execute(sql`
    INSERT INTO usage (id, service, kind, ok, latency_ms, cost, person_id, action_id, created_at)
    SELECT ${generatedId("usage", n, sql`executed_at`)}, service, type, succeeded, latency_ms, coalesce(price, 0), person_id, id,
           least(executed_at + make_interval(secs => latency_ms / 1000.0), ${timestampParam(newest)})
      FROM demo_sends WHERE executed_at IS NOT NULL ORDER BY executed_at`);
};
