import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";

/** The account of a person at a vendor, by which they are recognised there. */
export type PersonAccount = { service: string; accountId: string; handle: string; personId: string };

/** Who has an account; other transactions that ask for the same one wait until this one has ended. */
export const findAccountHolder = async (
  tx: Tx,
  service: string,
  accountId: string,
): Promise<string | undefined> => {
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended('faro account ' || ${service} || ' ' || ${accountId}, 0))`,
  );
  const { rows } = await tx.execute<{ personId: string }>(sql`
    SELECT person_id AS "personId" FROM person_accounts WHERE service = ${service} AND account_id = ${accountId}`);
  return rows[0]?.personId;
};

export const addAccount = async (
  tx: Tx,
  { service, accountId, handle, personId }: PersonAccount,
): Promise<void> => {
  await tx.execute(sql`
    INSERT INTO person_accounts (service, account_id, handle, person_id)
    VALUES (${service}, ${accountId}, ${handle}, ${personId})`);
};

/** All telephone numbers and e-mail addresses of a person. */
export const listAddresses = async (tx: Tx, personId: string): Promise<string[]> => {
  const { rows } = await tx.execute<{ value: string }>(
    sql`SELECT lower(value) AS value FROM person_addresses WHERE person_id = ${personId} ORDER BY 1`,
  );
  return rows.map(({ value }) => value);
};
