import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { activityRows, type Calendar, planTimeSlices, type TimeSlice } from "./calendar.ts";
import { demoEndpoints, endpointShares, failingEndpoint, failingForMs } from "./endpoints.ts";
import { figures } from "./figures.ts";
import { towns } from "./names.ts";
import { randomPersonAt } from "./people.ts";
import { generatedId, pickText, pickWeighted, randomUnit, timestampParam } from "./sql-expressions.ts";

const n = sql`n`;

const messages = [
  "Quiero saber cuánto cuesta una batería para mi casa.",
  "¿Tienen financiamiento sin pronto pago?",
  "My bill went over $400 last month. Can you help?",
  "Looking for a quote for a two-story house.",
  "¿Cuánto tarda la instalación?",
  "We lose power every week. What size of battery do I need?",
  "Me recomendó mi vecina, quisiera una visita.",
  "Do you work in Kissimmee too?",
];
const paths = ["/", "/solar", "/baterias", "/financing", "/preguntas", "/reviews", "/cotizacion"];
const campaigns = ["techo-solar", "never-without-power", "referidos", "organic"];

const contact = sql`'first_name', first_name, 'last_name', last_name, 'email', email, 'phone', phone`;
const campaign = sql`'campaign', ${pickText(campaigns, n, 50)}`;
const message = sql`${pickText(messages, n, 51)}`;
const path = sql`'path', ${pickText(paths, n, 57)}`;

/** The payload of each event type. `personal` marks payloads with personal data. */
const bodies: Record<string, { body: SQL; personal: boolean }> = {
  form_submitted: { body: sql`${contact}, 'message', ${message}, 'language', language`, personal: true },
  quote_requested: {
    body: sql`${contact}, 'monthly_bill', 90 + floor(380 * ${randomUnit(n, 52)})::int, 'roof', ${pickText(["concrete", "metal", "shingle"], n, 53)}`,
    personal: true,
  },
  lead_created: { body: sql`${contact}, ${campaign}`, personal: true },
  referral_received: {
    body: sql`${contact}, 'partner', ${pickText(["Techos del Norte", "Roofline Orlando", "Casa Segura"], n, 54)}`,
    personal: true,
  },
  appointment_booked: {
    body: sql`'name', first_name || ' ' || last_name, 'slot', ${pickText(["morning", "noon", "afternoon"], n, 55)}`,
    personal: true,
  },
  email_received: {
    body: sql`'from', coalesce(email, 'unknown@example.com'), 'subject', ${pickText(["Cotización", "Question about my quote", "Cita", "Invoice", "Baterías"], n, 56)}, 'text', ${message}`,
    personal: true,
  },
  page_viewed: {
    body: sql`${path}, 'seconds', 5 + floor(200 * ${randomUnit(n, 58)})::int`,
    personal: false,
  },
  ad_clicked: { body: campaign, personal: false },
  email_opened: { body: campaign, personal: false },
  link_clicked: { body: sql`${campaign}, ${path}`, personal: false },
  outage_reported: {
    body: sql`'municipality', ${pickText(towns, n, 59)}, 'customers_out', 40 + floor(3000 * ${randomUnit(n, 60)})::int`,
    personal: false,
  },
};

const rawData = sql`CASE event_type ${sql.join(
  Object.entries(bodies).map(
    ([kind, { body }]) =>
      sql`WHEN ${sql.raw(`'${kind}'`)} THEN jsonb_build_object('type', event_type, ${body})`,
  ),
  sql` `,
)} END`;

const eventTypeExpression = sql`CASE endpoint ${sql.join(
  demoEndpoints.map(({ name, eventTypes }) => sql`WHEN ${name} THEN ${pickWeighted(eventTypes, n, 61)}`),
  sql` `,
)} END`;

const personal = sql.join(
  Object.entries(bodies).flatMap(([kind, body]) => (body.personal ? [sql.raw(`'${kind}'`)] : [])),
  sql`, `,
);

/** Limits the duration of one statement, because the connection has a query timeout. */
const slicesPerStatement = 15;

export const insertDemoEvents = async (tx: Tx, calendar: Calendar): Promise<void> => {
  const slices = planTimeSlices(calendar, {
    today: { count: figures.events.today },
    yesterday: { count: figures.events.yesterday },
    day: (growth) => ({ count: Math.round(380 + 2050 * growth ** 1.5) }),
  });
  for (let start = 0; start < slices.length; start += slicesPerStatement) {
    await insertSlices(tx, calendar, slices.slice(start, start + slicesPerStatement));
  }
};

// Each step is materialized, so that its expressions are evaluated once.
const insertSlices = async (tx: Tx, calendar: Calendar, slices: TimeSlice[]): Promise<void> => {
  await tx.execute(sql`
    INSERT INTO events (id, endpoint_id, person_id, event_type, raw_data, processed_data, deduplication_key,
                        pii_detected, validation_status, created_at)
    WITH activities AS MATERIALIZED (
      SELECT n, at, ${pickWeighted(endpointShares, n, 62)} AS chosen FROM ${activityRows(slices)} activities
    ), typed AS MATERIALIZED (
      SELECT n, at, endpoint, ${eventTypeExpression} AS event_type, ${randomPersonAt(sql`at`, n, 63)} AS person
        FROM (SELECT n, at, CASE WHEN chosen = ${failingEndpoint} AND at > ${timestampParam(calendar.newest - failingForMs)}
                                 THEN 'Website form' ELSE chosen END AS endpoint FROM activities) working
    ), detailed AS MATERIALIZED (
      SELECT typed.n, at, endpoint, event_type, people.id AS person_id, first_name, last_name, email, phone, language,
             event_type IN (${personal}) AS personal,
             event_type <> 'outage_reported'
               AND (event_type NOT IN ('page_viewed', 'ad_clicked') OR ${randomUnit(sql`typed.n`, 64)} > 0.6) AS has_person
        FROM typed JOIN demo_people people ON people.n = typed.person
    )
    SELECT ${generatedId("event", n, sql`at`)}, demo_endpoints.id, CASE WHEN has_person THEN person_id END, event_type,
           ${rawData}, CASE WHEN has_person THEN jsonb_build_object('source', endpoint, 'language', language) END,
           CASE WHEN personal THEN 'd' || n END, personal,
           CASE WHEN ${randomUnit(n, 65)} < 0.012 THEN 'invalid' ELSE 'valid' END, at
      FROM detailed JOIN demo_endpoints ON demo_endpoints.name = endpoint`);
};
