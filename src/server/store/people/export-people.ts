import { type SQL, sql } from "drizzle-orm";
import type { ConsentState } from "#domain/compliance/consent.ts";
import type { Reader } from "#server/db/database.ts";
import { shownColumnsText } from "./person-sql.ts";
import type { PersonColumns } from "./present-person.ts";

/** A person as files contain them. */
export type ExportedPerson = Omit<PersonColumns, "createdAt" | "updatedAt"> & {
  createdAt: string;
  updatedAt: string;
  furtherEmails: string[];
  furtherPhones: string[];
  owner: string | null;
  /** The state of the newest record of each channel. */
  recorded: Record<string, ConsentState>;
  intentScore: number | null;
  propensityToBuy: number | null;
  churnRisk: number | null;
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
    SELECT ${sql.raw(shownColumnsText)}, ${furtherAddresses("email")} AS "furtherEmails",
           ${furtherAddresses("phone")} AS "furtherPhones", u.email AS owner, ${recordedConsents} AS recorded,
           a.intent_score AS "intentScore", a.propensity_to_buy AS "propensityToBuy", a.churn_risk AS "churnRisk"
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
