import { sql } from "drizzle-orm";
import type { AuthMethod } from "#domain/ingestion/endpoint.ts";
import type { PullProgress } from "#domain/ingestion/pull.ts";
import { type EndpointSettings, parseEndpointSettings } from "#domain/ingestion/settings.ts";
import type { Tx } from "#server/db/database.ts";
import type { Keyring } from "#server/vault/keyring.ts";
import { unseal } from "#server/vault/vault.ts";

/** How far the reading of an API came. */
export type PullState = {
  /** Whoever holds it reads; the fence is new with every holder, so that a late one is known by the old. */
  lease?: { fence: string; until?: string };
  failures?: number | undefined;
  /** The reader put the endpoint's status to error, hence may put it back. */
  gaveUp?: boolean | undefined;
  /** What the rest belongs to: with another address or another way through the listing it means nothing. */
  shape?: string;
  /** Where an unfinished walk goes on. */
  walk?: PullProgress;
  /** What the last finished walk saw as newest: the next asks for what is newer. */
  since?: string | null;
  /** The newest of the unfinished walk. */
  newest?: string | null;
  /** How the last answer can be told from a changed one. */
  validator?: { url: string; etag?: string; modified?: string };
};

export type PullTarget = {
  id: string;
  name: string;
  status: string;
  authMethod: AuthMethod;
  endpointUrl: string | null;
  settings: EndpointSettings;
  secrets: { apiKey?: string; secretKey?: string };
  state: PullState;
  due: Date | null;
  /** Changes with every edit by an operator. */
  version: string;
};

type Row = {
  id: string;
  name: string;
  status: string;
  authMethod: AuthMethod;
  endpointUrl: string | null;
  settings: unknown;
  state: PullState;
  due: string | null;
  version: string;
};

const isRead = sql`(type = 'pull_api' OR (ingestion_mode = 'pull' AND type <> 'email'))
  AND (status = 'active' OR (status = 'error' AND pull_state ->> 'gaveUp' = 'true'))`;
const isFree = sql`coalesce((pull_state #>> '{lease,until}')::timestamptz, '-infinity') <= now()`;
const isDue = sql`(next_pull_at IS NULL OR next_pull_at <= now())`;

const columns = sql`id, name, status, auth_method AS "authMethod", endpoint_url AS "endpointUrl", settings,
  pull_state AS state, next_pull_at::text AS due, updated_at::text AS version`;

/** Those whose time has come, that nobody reads, and that no waiting job names already. */
export const duePulls = async (tx: Tx, job: string): Promise<string[]> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM endpoints e
     WHERE ${isRead} AND ${isFree} AND ${isDue}
       AND NOT EXISTS (
         SELECT FROM pgboss.job j
          WHERE j.name = ${job} AND j.state < 'completed' AND j.data ->> 'id' = e.id::text)
     ORDER BY next_pull_at NULLS FIRST`);
  return rows.map(({ id }) => id);
};

/** The endpoint with its secrets open, its row locked; nothing when somebody reads it. */
export const claimPull = async (tx: Tx, keyring: Keyring, id: string): Promise<PullTarget | undefined> => {
  const { rows } = await tx.execute<Row>(sql`
    SELECT ${columns} FROM endpoints WHERE id = ${id} AND ${isRead} AND ${isFree} FOR UPDATE`);
  const [row] = rows;
  if (!row) return undefined;
  const { rows: keys } = await tx.execute<{ id: string; name: string; value: string }>(sql`
    SELECT id, key_name AS name, key_value AS value FROM api_keys
     WHERE service = ${`endpoint:${id}`} AND key_name IN ('apiKey', 'secretKey')`);
  const secrets = Object.fromEntries(
    keys.map((key) => [
      key.name,
      unseal(keyring, key.value, { table: "api_keys", row: key.id, field: "key_value" }),
    ]),
  );
  return {
    ...row,
    settings: parseEndpointSettings(row.settings),
    secrets,
    due: row.due ? new Date(row.due) : null,
  };
};

export type HeldPull = {
  name: string;
  status: string;
  state: PullState;
  lastError: string | null;
  version: string;
};

/** Locks the row for whoever holds the fence; a late one gets nothing, and must leave all as it is. */
export const holdPull = async (tx: Tx, id: string, fence: string): Promise<HeldPull | undefined> => {
  const { rows } = await tx.execute<HeldPull>(sql`
    SELECT name, status, pull_state AS state, last_error AS "lastError", updated_at::text AS version
      FROM endpoints WHERE id = ${id} FOR UPDATE`);
  const [row] = rows;
  return row?.state.lease?.fence === fence ? row : undefined;
};

/** Reads, or goes on reading: the lease runs from now. */
export const keepReading = (tx: Tx, id: string, state: PullState, leaseSeconds: number) =>
  tx.execute(sql`
    UPDATE endpoints SET pull_state = ${JSON.stringify(state)}::jsonb || jsonb_build_object('lease',
             ${JSON.stringify(state.lease)}::jsonb
               || jsonb_build_object('until', now() + make_interval(secs => ${leaseSeconds})))
     WHERE id = ${id}`);

/** Lets go of the endpoint. Its version moves only with its status: the rest is no edit of anybody's. */
export const stopReading = (
  tx: Tx,
  id: string,
  state: PullState,
  { nextAt, lastError, status }: { nextAt: Date; lastError: string | null; status?: string },
) => {
  const { lease: _gone, ...rest } = state;
  return tx.execute(sql`
    UPDATE endpoints SET pull_state = ${JSON.stringify(rest)}::jsonb, next_pull_at = ${nextAt.toISOString()},
           last_error = ${lastError}, status = coalesce(${status ?? null}, status),
           updated_at = CASE WHEN ${status ?? null}::text IS NULL THEN updated_at ELSE now() END
     WHERE id = ${id}`);
};

/** Somebody edited the endpoint meanwhile: it is let go as it is, and read anew. */
export const abandonReading = (tx: Tx, id: string) =>
  tx.execute(sql`UPDATE endpoints SET pull_state = pull_state - 'lease' WHERE id = ${id}`);
