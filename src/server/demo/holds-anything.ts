import { sql } from "drizzle-orm";
import type { Reader } from "#server/db/database.ts";

/** Anything a person or a vendor could have brought here; secrets are enough. */
export const hasData = async (db: Reader): Promise<boolean> => {
  const tables = [
    ..."people events endpoints rules actions calls scripts timeline usage notifications quiet_hours".split(
      " ",
    ),
    // One key is the product's own.
    "api_keys WHERE service <> 'faro'",
    "settings WHERE category = 'workspace' AND key = 'demo'",
    "ai_providers WHERE api_key IS NOT NULL",
  ];
  const any = tables.map((table) => `EXISTS (SELECT 1 FROM ${table})`).join(" OR ");
  const { rows } = await db.execute<{ filled: boolean }>(sql.raw(`SELECT ${any} AS filled`));
  return rows[0]?.filled !== false;
};
