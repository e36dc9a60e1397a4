import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import type { Calendar } from "./calendar.ts";
import { failingForMs, personSources } from "./endpoints.ts";
import { figures } from "./figures.ts";
import {
  firstNames,
  islandAreaCodes,
  mainlandAreaCodes,
  pacificAreaCodes,
  surnames,
  towns,
} from "./names.ts";
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
const olderPeople = people.all - lastWeek.people;
/** Only people up to this number are old enough to be converted. */
const maxConvertedNumber = 1900;
/** Share of people who never did anything after the event that created them. */
const silentShare = 0.12;
const threeHoursMs = 3 * 3_600_000;
/** A hundred phone numbers per area code of the island. */
const islandPhones = islandAreaCodes.length * 100;
const pacificPhones = pacificAreaCodes.length * 100;
const territoryPhones = islandPhones + pacificPhones;

/** The number of a line, the `before`th line being the first one of these area codes. */
const phoneOf = (areaCodes: string[], before: number): SQL => {
  const line = sql`(line - ${numberLiteral(before)})`;
  const count = numberLiteral(areaCodes.length);
  return sql`'+1' || (${textArrayParam(areaCodes)})[1 + ${line} % ${count}] || '555' || lpad((100 + ${line} / ${count})::text, 4, '0')`;
};

/**
 * Creates the temporary table of all people, numbered by creation time, from which the rest of the load selects. No
 * one is created or converted close to a week ago, so that the comparison with last week does not depend on minutes.
 */
export const planPeople = async (tx: Tx, calendar: Calendar): Promise<void> => {
  const { newest, weekAgo, days } = calendar;
  const first = timestampParam(days.at(-1) ?? newest);
  const before = timestampParam(weekAgo - threeHoursMs);
  const after = timestampParam(weekAgo + threeHoursMs);
  const last = timestampParam(newest);
  const pauseStart = timestampParam(calendar.yesterdayEnds);
  const pauseEnd = timestampParam(calendar.yesterdayResumes);
  // Referred people, owners and those who want a battery go further, so that there is something to learn.
  const leaning = sql`(CASE ${pickWeighted(kindTags, n, 23)} WHEN 'referral' THEN 0.5 WHEN 'homeowner' THEN 0.2 ELSE 0 END
    + CASE ${pickWeighted(interestTags, n, 22)} WHEN 'battery' THEN 0.3 ELSE 0 END)`;
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
                  ELSE ${first} + (${before} - ${first}) * power((n - ${randomUnit(n, 5)}) / ${numberLiteral(olderPeople)}, 0.8) END AS drawn_at,
             CASE WHEN row_number() OVER (PARTITION BY fresh ORDER BY ${randomUnit(n, 6)})
                       <= CASE WHEN fresh THEN ${numberLiteral(lastWeek.customers)} ELSE ${numberLiteral(people.customers - lastWeek.customers)} END
                  THEN 'customer' ELSE 'lead' END AS type
        FROM numbered
    ), spaced AS (
      -- Nothing happened in the pause of yesterday.
      SELECT *, CASE WHEN drawn_at > ${pauseStart} AND drawn_at < ${pauseEnd} THEN ${pauseStart} ELSE drawn_at END AS created_at
        FROM dated
    ), converted AS (
      SELECT *, row_number() OVER (PARTITION BY type ORDER BY n <= ${numberLiteral(maxConvertedNumber)} DESC, ${randomUnit(n, 7)} - ${leaning}) AS rank FROM spaced
    ), staged AS (
      SELECT *,
             CASE WHEN type = 'customer' OR rank <= ${numberLiteral(people.converted)} THEN 'converted'
                  ELSE (ARRAY['contacted', 'qualified', 'new'])[1 + width_bucket(
                    row_number() OVER (PARTITION BY type, rank <= ${numberLiteral(people.converted)} ORDER BY ${randomUnit(n, 8)} + n / 4000.0 - ${leaning}),
                    ARRAY[${numberLiteral(people.contacted - people.converted + 1)}, ${numberLiteral(people.qualified - people.converted + 1)}]::bigint[])]
              END AS status,
             CASE WHEN type = 'customer' THEN created_at
                  WHEN rank <= ${numberLiteral(lastWeek.converted)} THEN ${after} + (${last} - ${after}) * ${randomUnit(n, 9)}
                  WHEN rank <= ${numberLiteral(people.converted)} THEN created_at + (${before} - created_at) * (0.2 + 0.7 * ${randomUnit(n, 9)})
              END AS converted_at
        FROM converted
    ), named AS (
      SELECT *, ${nameFrom(firstNames, 10)} AS first_name, ${nameFrom(surnames, 11)} AS surname,
             CASE WHEN latin AND ${randomUnit(n, 12)} < 0.3 THEN ' ' || ${pickText(surnames.es, n, 13)} ELSE '' END AS second,
             CASE WHEN latin AND ${randomUnit(n, 14)} < 0.75 THEN 'es' ELSE 'en' END AS language,
             CASE WHEN latin AND ${randomUnit(n, 61)} < 0.8 THEN ${pickText(towns, n, 62)} END AS town,
             row_number() OVER (PARTITION BY reachable ORDER BY latin DESC, ${randomUnit(n, 15)}) - 1 AS line
        FROM staged
    ), addressed AS (
      SELECT *,
             CASE WHEN mailable THEN replace(fold_text(first_name || '.' || surname), ' ', '')
               || coalesce(nullif(row_number() OVER (PARTITION BY mailable, first_name, surname ORDER BY n), 1)::text, '')
               || '@example.' || ${pickText(["com", "com", "org", "net"], n, 16)} END AS email,
             CASE WHEN NOT reachable THEN NULL
                  WHEN line < ${numberLiteral(islandPhones)} THEN ${phoneOf(islandAreaCodes, 0)}
                  WHEN line < ${numberLiteral(territoryPhones)} THEN ${phoneOf(pacificAreaCodes, islandPhones)}
                  ELSE ${phoneOf(mainlandAreaCodes, territoryPhones)}
              END AS phone,
             reachable AND line >= ${numberLiteral(islandPhones)} AND line < ${numberLiteral(territoryPhones)} AS pacific
        FROM named
    ), agreed AS (
      SELECT *,
             reachable AND row_number() OVER (PARTITION BY reachable ORDER BY ${randomUnit(n, 18)}) <= ${numberLiteral(consents.sms)} AS sms,
             -- WhatsApp delivers marketing to numbers of the territories, not to those of the mainland.
             reachable AND line < ${numberLiteral(territoryPhones)} AS whatsapp,
             reachable AND row_number() OVER (PARTITION BY reachable ORDER BY ${randomUnit(n, 18)} + ${randomUnit(n, 20)} / 2) <= ${numberLiteral(consents.call)} AS call,
             mailable AND row_number() OVER (PARTITION BY mailable ORDER BY ${randomUnit(n, 21)}) <= ${numberLiteral(consents.email)} AS mail
        FROM addressed
    )
    SELECT *,
           -- The latest active person up to this one who consented to the channel: the recipient of a message at that time.
           -- The Pacific is asleep during the usual hours; see open-recipients.ts.
           coalesce(max(n) FILTER (WHERE sms AND usual) OVER past, min(n) FILTER (WHERE sms AND usual) OVER ()) AS sms_n,
           coalesce(max(n) FILTER (WHERE phone IS NOT NULL AND NOT sms AND usual) OVER past, min(n) FILTER (WHERE phone IS NOT NULL AND NOT sms AND usual) OVER ()) AS no_sms_n,
           coalesce(max(n) FILTER (WHERE whatsapp AND usual) OVER past, min(n) FILTER (WHERE whatsapp AND usual) OVER ()) AS whatsapp_n,
           coalesce(max(n) FILTER (WHERE call AND usual) OVER past, min(n) FILTER (WHERE call AND usual) OVER ()) AS call_n,
           coalesce(max(n) FILTER (WHERE mail AND active) OVER past, min(n) FILTER (WHERE mail AND active) OVER ()) AS email_n
      FROM (
        SELECT *, active AND NOT pacific AS usual FROM (
        SELECT *, NOT opts_out AND ${randomUnit(n, 27)} >= ${numberLiteral(silentShare)} AS active FROM (
        SELECT n, ${generatedId("person", n, sql`created_at`)} AS id, type, status, first_name, surname || second AS last_name,
               email, phone, language, CASE WHEN NOT pacific THEN town END AS town, sms, whatsapp, call, mail, pacific,
               sms AND NOT pacific AND row_number() OVER (PARTITION BY sms AND NOT pacific ORDER BY n) <= ${numberLiteral(consents.optOuts)} AS opts_out,
               jsonb_build_object('sms', sms, 'whatsapp', whatsapp, 'call', call, 'email', mail) AS consents,
               array_remove(ARRAY[
                 CASE WHEN type = 'customer' THEN 'installed' ELSE '' END,
                 ${pickWeighted(interestTags, n, 22)}, ${pickWeighted(kindTags, n, 23)}], '') AS tags,
               CASE WHEN created_at > ${timestampParam(newest - failingForMs)} THEN 'Website form'
                    ELSE ${pickWeighted(personSources, n, 24)} END AS source,
               date_trunc('milliseconds', created_at) AS created_at, date_trunc('milliseconds', converted_at) AS converted_at,
               -- Stages are set by the team between the creation and the conversion, or until now.
               CASE WHEN type = 'lead' AND stage_rank(status) >= 1
                    THEN date_trunc('milliseconds', created_at + (coalesce(converted_at, ${last}) - created_at) * 0.3) END AS qualified_at,
               CASE WHEN type = 'lead' AND stage_rank(status) >= 2
                    THEN date_trunc('milliseconds', created_at + (coalesce(converted_at, ${last}) - created_at) * 0.6) END AS contacted_at
          FROM agreed) people
        ) people
      ) people WINDOW past AS (ORDER BY n)`);
  await tx.execute(sql`CREATE UNIQUE INDEX ON demo_people (n)`);
  await tx.execute(sql`ANALYZE demo_people`);
};

const interestTags = [
  ["solar", 4],
  ["battery", 3],
  ["financing", 2],
  ["", 3],
] as const;
const kindTags = [
  ["referral", 1],
  ["homeowner", 3],
  ["business", 1],
  ["", 6],
] as const;

/** Needs the planned events: a person's sources are the endpoints of their events. */
export const insertDemoPeople = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`
    INSERT INTO people (id, type, status, first_name, last_name, email, phone, language, town, consents, tags, sources,
                        converted_at, created_at, updated_at)
    SELECT people.id, type, status, first_name, last_name, email, phone, language, town, consents, tags, joined.sources,
           converted_at, created_at, greatest(created_at, qualified_at, contacted_at, converted_at, joined.at)
      FROM demo_people people
      JOIN (SELECT person, array_agg(endpoint ORDER BY at) AS sources, max(at) AS at FROM demo_sources GROUP BY 1) joined
        ON joined.person = people.n
     ORDER BY people.n`);
};

/** Consents that were given on the form that created the person; its event is the proof. */
export const insertDemoConsents = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`
    INSERT INTO consent_records (person_id, channel, state, written, method, proof, caused_by, created_at)
    SELECT people.id, channel, CASE WHEN (consents ->> channel)::boolean THEN 'granted' ELSE 'denied' END, true, 'endpoint',
           jsonb_build_object('endpoint', source, 'eventId', events.id), events.id, created_at
      FROM demo_people people
      JOIN demo_events events ON events.person = people.n AND events.kind = 'creation',
           unnest(ARRAY['sms', 'whatsapp', 'call', 'email']) AS channel
     ORDER BY people.n`);
  await tx.execute(sql`ANALYZE consent_records`);
};

/**
 * The number of a random person who existed at `at`, newer people being more likely. The subselect runs once per
 * statement; an array stored in a table would be detoasted for every row.
 */
export const randomPersonAt = (at: SQL, n: SQL, salt: number): SQL =>
  sql`greatest(1, ceil(width_bucket(${at}, (SELECT array_agg(created_at ORDER BY n) FROM demo_people)) * power(${randomUnit(n, salt)}, 0.6))::int)`;
