import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import type { Calendar } from "./calendar.ts";
import { endpointShares } from "./endpoints.ts";
import { figures } from "./figures.ts";
import { firstNames, islandAreaCodes, mainlandAreaCodes, surnames } from "./names.ts";
import {
  generatedId,
  numberLiteral,
  pickText,
  pickWeighted,
  randomUnit,
  textArrayParam,
  timestampParam,
} from "./sql-expressions.ts";

const { people, lastWeek, consents } = figures;
const n = sql`n`;
/** Outage alerts create no people. */
const personSources = endpointShares.filter(([name]) => name !== "Outage alerts");
const olderPeople = people.all - lastWeek.people;
/** Only people up to this number are old enough to be converted. */
const maxConvertedNumber = 1900;
const threeHoursMs = 3 * 3_600_000;
/** A hundred phone numbers per area code of the island. */
const islandPhones = islandAreaCodes.length * 100;

/**
 * Creates the temporary table of all people, numbered by creation time, from which the rest of the load selects. No
 * one is created or converted close to a week ago, so that the comparison with last week does not depend on minutes.
 */
export const planPeople = async (tx: Tx, calendar: Calendar, agent: string | null): Promise<void> => {
  const { newest, weekAgo, days } = calendar;
  const first = timestampParam(days.at(-1) ?? newest);
  const before = timestampParam(weekAgo - threeHoursMs);
  const after = timestampParam(weekAgo + threeHoursMs);
  const last = timestampParam(newest);
  const nameFrom = (list: { es: string[]; en: string[] }, salt: number) =>
    sql`CASE WHEN latin THEN ${pickText(list.es, n, salt)} ELSE ${pickText(list.en, n, salt)} END`;

  await tx.execute(sql`
    CREATE TEMP TABLE demo_people ON COMMIT DROP AS
    WITH numbered AS (
      SELECT n, n > ${numberLiteral(olderPeople)} AS fresh, ${randomUnit(n, 2)} < 0.68 AS latin,
             ${randomUnit(n, 3)} >= 0.06 AS reachable, ${randomUnit(n, 4)} >= 0.05 OR ${randomUnit(n, 3)} < 0.06 AS mailable
        FROM generate_series(1, ${numberLiteral(people.all)}) n
    ), dated AS (
      SELECT *,
             CASE WHEN fresh THEN ${after} + (${last} - ${after}) * ((n - ${numberLiteral(olderPeople)} - ${randomUnit(n, 5)}) / ${numberLiteral(lastWeek.people)})
                  ELSE ${first} + (${before} - ${first}) * power((n - ${randomUnit(n, 5)}) / ${numberLiteral(olderPeople)}, 0.8) END AS created_at,
             CASE WHEN row_number() OVER (PARTITION BY fresh ORDER BY ${randomUnit(n, 6)})
                       <= CASE WHEN fresh THEN ${numberLiteral(lastWeek.customers)} ELSE ${numberLiteral(people.customers - lastWeek.customers)} END
                  THEN 'customer' ELSE 'lead' END AS type
        FROM numbered
    ), converted AS (
      SELECT *, row_number() OVER (PARTITION BY type ORDER BY n <= ${numberLiteral(maxConvertedNumber)} DESC, ${randomUnit(n, 7)}) AS rank FROM dated
    ), staged AS (
      SELECT *,
             CASE WHEN type = 'customer' OR rank <= ${numberLiteral(people.converted)} THEN 'converted'
                  ELSE (ARRAY['contacted', 'qualified', 'new'])[1 + width_bucket(
                    row_number() OVER (PARTITION BY type, rank <= ${numberLiteral(people.converted)} ORDER BY ${randomUnit(n, 8)} + n / 4000.0),
                    ARRAY[${numberLiteral(people.contacted - people.converted + 1)}, ${numberLiteral(people.qualified - people.converted + 1)}]::bigint[])]
              END AS status,
             CASE WHEN type = 'customer' THEN created_at + (${last} - created_at) * 0.3 * ${randomUnit(n, 9)}
                  WHEN rank <= ${numberLiteral(lastWeek.converted)} THEN ${after} + (${last} - ${after}) * ${randomUnit(n, 9)}
                  WHEN rank <= ${numberLiteral(people.converted)} THEN created_at + (${before} - created_at) * (0.2 + 0.7 * ${randomUnit(n, 9)})
              END AS converted_at
        FROM converted
    ), named AS (
      SELECT *, ${nameFrom(firstNames, 10)} AS first_name, ${nameFrom(surnames, 11)} AS surname,
             CASE WHEN latin AND ${randomUnit(n, 12)} < 0.3 THEN ' ' || ${pickText(surnames.es, n, 13)} ELSE '' END AS second,
             CASE WHEN latin AND ${randomUnit(n, 14)} < 0.75 THEN 'es' ELSE 'en' END AS language,
             row_number() OVER (PARTITION BY reachable ORDER BY latin DESC, ${randomUnit(n, 15)}) - 1 AS line
        FROM staged
    ), addressed AS (
      SELECT *,
             CASE WHEN mailable THEN replace(fold_text(first_name || '.' || surname), ' ', '')
               || coalesce(nullif(row_number() OVER (PARTITION BY mailable, first_name, surname ORDER BY n), 1)::text, '')
               || '@example.' || ${pickText(["com", "com", "org", "net"], n, 16)} END AS email,
             CASE WHEN NOT reachable THEN NULL
                  WHEN line < ${numberLiteral(islandPhones)} THEN '+1' || (${textArrayParam(islandAreaCodes)})[1 + line % ${numberLiteral(islandAreaCodes.length)}]
                    || '555' || lpad((100 + line / ${numberLiteral(islandAreaCodes.length)})::text, 4, '0')
                  ELSE '+1' || (${textArrayParam(mainlandAreaCodes)})[1 + (line - ${numberLiteral(islandPhones)}) % ${numberLiteral(mainlandAreaCodes.length)}]
                    || '555' || lpad((100 + (line - ${numberLiteral(islandPhones)}) / ${numberLiteral(mainlandAreaCodes.length)})::text, 4, '0')
              END AS phone,
             reachable AND row_number() OVER (PARTITION BY reachable ORDER BY ${randomUnit(n, 17)}) <= ${numberLiteral(consents.dnc)} AS dnc
        FROM named
    ), agreed AS (
      SELECT *,
             reachable AND NOT dnc AND row_number() OVER (PARTITION BY reachable AND NOT dnc ORDER BY ${randomUnit(n, 18)}) <= ${numberLiteral(consents.sms)} AS sms,
             reachable AND NOT dnc AND row_number() OVER (PARTITION BY reachable AND NOT dnc ORDER BY ${randomUnit(n, 18)} + ${randomUnit(n, 19)}) <= ${numberLiteral(consents.whatsapp)} AS whatsapp,
             reachable AND NOT dnc AND row_number() OVER (PARTITION BY reachable AND NOT dnc ORDER BY ${randomUnit(n, 18)} + ${randomUnit(n, 20)} / 2) <= ${numberLiteral(consents.call)} AS call,
             mailable AND NOT dnc AND row_number() OVER (PARTITION BY mailable AND NOT dnc ORDER BY ${randomUnit(n, 21)}) <= ${numberLiteral(consents.email)} AS mail
        FROM addressed
    )
    SELECT n, ${generatedId("person", n, sql`created_at`)} AS id, type, status, first_name, surname || second AS last_name,
           email, phone, language, line < ${numberLiteral(islandPhones)} AND reachable AS island, sms, whatsapp, call, mail, dnc,
           jsonb_build_object('sms', sms, 'whatsapp', whatsapp, 'call', call, 'email', mail, 'dnc', dnc) AS consents,
           array_remove(ARRAY[
             CASE WHEN type = 'customer' THEN 'installed' ELSE '' END,
             ${pickWeighted(
               [
                 ["solar", 4],
                 ["battery", 3],
                 ["financing", 2],
                 ["", 3],
               ],
               n,
               22,
             )},
             ${pickWeighted(
               [
                 ["referral", 1],
                 ["homeowner", 3],
                 ["business", 1],
                 ["", 6],
               ],
               n,
               23,
             )}], '') AS tags,
           ARRAY[${pickWeighted(personSources, n, 24)}] AS sources,
           CASE WHEN ${randomUnit(n, 25)} < 0.15 THEN ${agent}::uuid END AS assigned_agent_id,
           date_trunc('milliseconds', created_at) AS created_at, date_trunc('milliseconds', converted_at) AS converted_at,
           date_trunc('milliseconds', greatest(created_at, converted_at,
             ${last} - interval '20 minutes' - interval '40 days' * power(${randomUnit(n, 26)}, 1.4))) AS touched_at,
           -- The latest person up to this one who consented to the channel: the recipient of a message at that time.
           coalesce(max(n) FILTER (WHERE sms) OVER past, min(n) FILTER (WHERE sms) OVER ()) AS sms_n,
           coalesce(max(n) FILTER (WHERE whatsapp) OVER past, min(n) FILTER (WHERE whatsapp) OVER ()) AS whatsapp_n,
           coalesce(max(n) FILTER (WHERE call) OVER past, min(n) FILTER (WHERE call) OVER ()) AS call_n,
           coalesce(max(n) FILTER (WHERE mail) OVER past, min(n) FILTER (WHERE mail) OVER ()) AS email_n
      FROM agreed WINDOW past AS (ORDER BY n)`);
};

/** Runs after planRecentEntries, which changes the planned rows. */
export const insertDemoPeople = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`
    INSERT INTO people (id, type, status, first_name, last_name, email, phone, language, consents, tags, sources,
                        assigned_agent_id, converted_at, created_at, updated_at)
    SELECT id, type, status, first_name, last_name, email, phone, language, consents, tags, sources,
           assigned_agent_id, converted_at, created_at, touched_at
      FROM demo_people ORDER BY n`);
  // Consents were given on the form that created the person.
  await tx.execute(sql`
    INSERT INTO consent_records (person_id, channel, state, written, method, proof, created_at)
    SELECT id, channel, 'granted', true, 'form', jsonb_build_object('form', sources[1], 'language', language), created_at
      FROM demo_people, unnest(ARRAY['sms', 'whatsapp', 'call', 'email']) AS channel
     WHERE (consents ->> channel)::boolean ORDER BY n`);
  await tx.execute(sql`ANALYZE demo_people`);
};

/**
 * The number of a random person who existed at `at`, newer people being more likely. The subselect runs once per
 * statement; an array stored in a table would be detoasted for every row.
 */
export const randomPersonAt = (at: SQL, n: SQL, salt: number): SQL =>
  sql`greatest(1, ceil(width_bucket(${at}, (SELECT array_agg(created_at ORDER BY n) FROM demo_people)) * power(${randomUnit(n, salt)}, 0.6))::int)`;
