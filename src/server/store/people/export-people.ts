import { type SQL, sql } from "drizzle-orm";
import type { ConsentState } from "#domain/compliance/consent.ts";
import type { Reader } from "#server/db/database.ts";

/** A person as files contain them. */
export type ExportedPerson = {
  id: string;
  type: string;
  status: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  furtherEmails: string[];
  furtherPhones: string[];
  tags: string[];
  sources: string[];
  language: string | null;
  zip: string | null;
  region: string | null;
  town: string | null;
  timezone: string | null;
  owner: string | null;
  /** Flags as they are stored on the person. */
  consents: Record<string, unknown>;
  /** The state of the newest record of each channel. */
  recorded: Record<string, ConsentState>;
  intentScore: number | null;
  propensityToBuy: number | null;
  churnRisk: number | null;
  fields: Record<string, unknown>;
  createdAt: string;
  updatedAt: string;
};

const pageSize = 1000;

const furtherAddresses = (kind: string): SQL =>
  sql`ARRAY(SELECT value FROM person_addresses WHERE person_id = p.id AND kind = ${kind} AND NOT is_primary ORDER BY id)`;

/** A granted consent without its proof counts as unproven, as it does for the gate. */
const recordedConsents = sql`(
  SELECT coalesce(jsonb_object_agg(channel, state), '{}') FROM (
    SELECT DISTINCT ON (channel) channel,
           CASE WHEN state = 'granted' AND proof IS NULL THEN 'unproven' ELSE state END AS state
      FROM consent_records WHERE person_id = p.id AND purpose = 'marketing'
     ORDER BY channel, created_at DESC, id DESC) newest)`;

const readPage = async (
  db: Reader,
  condition: SQL,
  afterId: string | undefined,
): Promise<ExportedPerson[]> => {
  const after = afterId === undefined ? sql`true` : sql`p.id > ${afterId}::uuid`;
  const { rows } = await db.execute<ExportedPerson>(sql`
    WITH page AS MATERIALIZED (
      SELECT p.id FROM people p WHERE ${after} AND (${condition}) ORDER BY p.id LIMIT ${pageSize})
    SELECT p.id, p.type, p.status, p.first_name AS "firstName", p.last_name AS "lastName", p.email, p.phone,
           ${furtherAddresses("email")} AS "furtherEmails", ${furtherAddresses("phone")} AS "furtherPhones",
           p.tags, p.sources, p.language, p.zip, p.region, p.town, p.timezone, u.email AS owner, p.consents,
           ${recordedConsents} AS recorded, a.intent_score AS "intentScore",
           a.propensity_to_buy AS "propensityToBuy", a.churn_risk AS "churnRisk", p.fields,
           p.created_at AS "createdAt", p.updated_at AS "updatedAt"
      FROM page JOIN people p ON p.id = page.id
      LEFT JOIN ai_profiles a ON a.person_id = p.id
      LEFT JOIN users u ON u.id = p.assigned_agent_id
     ORDER BY p.id`);
  return rows;
};

/**
 * All people who meet the condition on `people p`, by pages. They are ordered by id, so that a change during the
 * export neither repeats nor omits a person. No connection is held between pages.
 */
export async function* readPeopleForExport(db: Reader, condition: SQL): AsyncGenerator<ExportedPerson[]> {
  let afterId: string | undefined;
  while (true) {
    const page = await readPage(db, condition, afterId);
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    afterId = page.at(-1)?.id;
  }
}

export const countPeopleForExport = async (db: Reader, condition: SQL): Promise<number> => {
  const { rows } = await db.execute<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM people p WHERE ${condition}`,
  );
  return rows[0]?.total ?? 0;
};
