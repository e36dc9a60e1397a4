import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { towns } from "./names.ts";
import { pickText, randomUnit } from "./sql-expressions.ts";

const n = sql`n`;
const paths = ["/", "/solar", "/baterias", "/financing", "/preguntas", "/reviews", "/cotizacion"];
const campaigns = ["techo-solar", "never-without-power", "referidos", "organic"];
const partners = ["Techos del Norte", "Roofline Orlando", "Casa Segura"];
const times = ["09:00", "10:30", "13:00", "14:30", "16:00"];

const message = sql`'message', words`;
const campaign = sql`'campaign', ${pickText(campaigns, n, 50)}`;
const path = sql`'path', ${pickText(paths, n, 57)}`;

/** The date and time of a booked appointment; `event` is a row of the planned events. */
export const appointment = (event: string) => ({
  date: sql`to_char(${sql.raw(event)}.at AT TIME ZONE 'UTC' + interval '2 days', 'YYYY-MM-DD')`,
  time: pickText(times, sql`${sql.raw(event)}.n`, 55),
});
const booked = appointment("detailed");

/** What each event type says besides its person. */
const bodies: Record<string, SQL> = {
  signed_up: message,
  lead_created: campaign,
  contact_synced: sql``,
  referral_received: sql`'partner', ${pickText(partners, n, 54)}`,
  form_submitted: message,
  quote_requested: sql`'monthly_bill', 90 + floor(380 * ${randomUnit(n, 52)})::int, 'roof', ${pickText(["concrete", "metal", "shingle"], n, 53)}`,
  appointment_booked: sql`'appointment_date', ${booked.date}, 'appointment_time', ${booked.time}`,
  call_requested: message,
  complaint_received: message,
  newsletter_joined: campaign,
  page_viewed: sql`${path}, 'seconds', 5 + floor(200 * ${randomUnit(n, 58)})::int`,
  ad_clicked: campaign,
  email_opened: campaign,
  link_clicked: sql`${campaign}, ${path}`,
  outage_reported: sql`'municipality', ${pickText(towns, n, 59)}, 'customers_out', 40 + floor(3000 * ${randomUnit(n, 60)})::int`,
};

const inbox = "ventas@soldeleste.example";
const ourNumber = "+17875550100";

/** What the mapping reads as the event. */
const eventPart = sql`CASE WHEN kind = 'reply' THEN jsonb_build_object('type', event_type, 'message', words, 'channel', replace(event_type, '_received', ''))
  ELSE CASE event_type WHEN 'email' THEN jsonb_build_object('subject', ${pickText(["Cotización", "Question about my quote", "Cita", "Invoice", "Baterías"], n, 49)},
    'channel', 'email', 'message', words, 'date', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ${sql.join(
      Object.entries(bodies).map(([type, body]) =>
        type === "contact_synced"
          ? sql`WHEN 'contact_synced' THEN '{"type": "contact_synced"}'`
          : sql`WHEN ${sql.raw(`'${type}'`)} THEN jsonb_build_object('type', event_type, ${body})`,
      ),
      sql` `,
    )} END END`;

/** What the mapping reads as the person: all of it from the event that created them, else how to reach them. */
const personPart = sql`CASE WHEN person IS NULL THEN '{"tags": [], "consents": {}}'::jsonb
  WHEN kind = 'creation' THEN jsonb_strip_nulls(jsonb_build_object('firstName', first_name, 'lastName', last_name, 'email', email, 'phone', phone,
       'town', town, 'tags', tags, 'consents', consents, 'type', type, 'status', CASE WHEN type = 'customer' THEN 'converted' END))
  WHEN kind = 'trigger' THEN jsonb_strip_nulls(jsonb_build_object('firstName', first_name, 'lastName', last_name, 'email', email, 'phone', phone, 'tags', '[]'::jsonb, 'consents', '{}'::jsonb))
  WHEN kind = 'reply' THEN jsonb_build_object('phone', phone, 'tags', '[]'::jsonb, 'consents', '{}'::jsonb)
  ELSE jsonb_build_object('email', email, 'tags', '[]'::jsonb, 'consents', '{}'::jsonb) END`;

/** The payload as the sender wrote it. */
const rawData = sql`CASE WHEN kind = 'reply' THEN jsonb_build_object('type', event_type, 'channel', event_part -> 'channel', 'from', phone, 'to', ${ourNumber}::text, 'text', words)
  WHEN event_type = 'email' THEN jsonb_build_object('messageId', '<' || written.id || '@example.com>', 'from', jsonb_build_object('name', '', 'address', email),
    'to', jsonb_build_array(jsonb_build_object('name', '', 'address', ${inbox}::text)), 'subject', event_part -> 'subject', 'date', event_part -> 'date',
    'text', words, 'reply', words, 'cc', '[]'::jsonb, 'references', '[]'::jsonb, 'attachments', '[]'::jsonb, 'automatic', '{"is": false}'::jsonb)
  WHEN person IS NULL THEN event_part
  WHEN kind = 'other' THEN event_part || jsonb_build_object('email', email)
  ELSE jsonb_strip_nulls(event_part || jsonb_build_object('first_name', first_name, 'last_name', last_name, 'email', email, 'phone', phone)
    || CASE WHEN kind = 'creation' THEN jsonb_build_object('tags', tags, 'consents', consents, 'language', language, 'town', town, 'contact_type', type,
         'stage', CASE WHEN type = 'customer' THEN 'converted' END) ELSE '{}' END) END`;

/** Limits the duration of one statement, because the connection has a query timeout. */
const rowsPerStatement = 20_000;

export const insertDemoEvents = async (tx: Tx): Promise<void> => {
  const { rows } = await tx.execute<{ last: number }>(sql`SELECT max(n)::int AS last FROM demo_events`);
  for (let after = 0; after < (rows[0]?.last ?? 0); after += rowsPerStatement) {
    await tx.execute(sql`
      INSERT INTO events (id, endpoint_id, person_id, event_type, raw_data, processed_data, deduplication_key, pii_detected, created_at)
      WITH detailed AS MATERIALIZED (
        SELECT e.n, e.id, e.kind, e.person, e.at, e.endpoint, e.event_type, e.words, p.id AS person_id, first_name, last_name,
               email, phone, language, town, type, tags, consents
          FROM demo_events e LEFT JOIN demo_people p ON p.n = e.person
         WHERE e.n > ${after} AND e.n <= ${after + rowsPerStatement}
      ), written AS MATERIALIZED (
        SELECT *, ${eventPart} AS event_part FROM detailed
      )
      SELECT written.id, demo_endpoints.id, person_id, event_type, ${rawData},
             jsonb_build_object('person', ${personPart}, 'event', event_part),
             CASE WHEN kind = 'reply' THEN 'demo:' || written.id END, person IS NOT NULL, at
        FROM written JOIN demo_endpoints ON demo_endpoints.name = endpoint
       ORDER BY at`);
  }
};
