import type pg from "pg";
import type { Keyring } from "./keyring.ts";
import { rewrap, sealingKeyId } from "./vault.ts";

/** All columns with sealed text. */
export const sealedColumns = [
  { table: "api_keys", field: "key_value" },
  { table: "ai_providers", field: "api_key" },
  { table: "sip_extensions", field: "password" },
  { table: "second_factors", field: "secret" },
  { table: "webhook_subscriptions", field: "secret" },
  { table: "webhook_subscriptions", field: "previous_secret" },
  { table: "oauth_grants", field: "access_token" },
  { table: "oauth_grants", field: "refresh_token" },
  { table: "oauth_attempts", field: "verifier" },
  { table: "identity_providers", field: "client_secret" },
  { table: "backup_settings", field: "secret_key" },
] as const;

/**
 * Rewraps every secret with the current master key while Faro runs. A row saved in the meantime no longer equals
 * what was read and is left to the next pass.
 */
export const rewrapSecrets = async (pool: pg.Pool, keyring: Keyring): Promise<number> => {
  let changed = 0;
  for (const column of sealedColumns) {
    let pass: number;
    do {
      pass = await rewrapColumn(pool, keyring, column);
      changed += pass;
    } while (pass > 0);
  }
  return changed;
};

const rewrapColumn = async (
  pool: pg.Pool,
  keyring: Keyring,
  { table, field }: (typeof sealedColumns)[number],
): Promise<number> => {
  const { rows } = await pool.query<{ id: string; sealed: string }>(
    `SELECT id, ${field} AS sealed FROM ${table} WHERE ${field} IS NOT NULL`,
  );
  const current = keyring.current().id;
  let changed = 0;
  for (const { id, sealed } of rows) {
    if (sealingKeyId(sealed) === current) continue;
    const next = rewrap(keyring, sealed, { table, row: id, field });
    const { rowCount } = await pool.query(
      `UPDATE ${table} SET ${field} = $1 WHERE id = $2 AND ${field} = $3`,
      [next, id, sealed],
    );
    changed += rowCount ?? 0;
  }
  return changed;
};
