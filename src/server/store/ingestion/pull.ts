import { sql } from "drizzle-orm";
import type { AuthMethod } from "#domain/ingestion/endpoint.ts";
import type { PullProgress } from "#domain/ingestion/pull.ts";
import { type EndpointSettings, parseEndpointSettings } from "#domain/ingestion/settings.ts";
import type { Tx } from "#server/db/database.ts";
import type { Keyring } from "#server/vault/keyring.ts";
import { unseal } from "#server/vault/vault.ts";

/** The progress of reading an API. */
export type PullState = {
  /** The worker that reads. Each claim has a new fence, so that a worker whose lease ran out changes nothing. */
  lease?: { fence: string; until?: string };
  failures?: number | undefined;
  /** The reader set the endpoint's status to error, so it may set it back. */
  gaveUp?: boolean | undefined;
  /** Digest of the URL and paging settings that the fields below belong to; with others they mean nothing. */
  shape?: string;
  /** Where an unfinished listing continues. */
  walk?: PullProgress;
  /** The newest item of the last complete listing: the next one asks for what is newer. */
  since?: string | null;
  /** The newest item of the unfinished listing. */
  newest?: string | null;
  /** ETag and date of the last response, for a conditional request. */
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

const isReadable = sql`(type = 'pull_api' OR (ingestion_mode = 'pull' AND type <> 'email'))
  AND (status = 'active' OR (status = 'error' AND pull_state ->> 'gaveUp' = 'true'))`;
const isFree = sql`coalesce((pull_state #>> '{lease,until}')::timestamptz, '-infinity') <= now()`;
const isDue = sql`(next_pull_at IS NULL OR next_pull_at <= now())`;

const columns = sql`id, name, status, auth_method AS "authMethod", endpoint_url AS "endpointUrl", settings,
  pull_state AS state, next_pull_at::text AS due, updated_at::text AS version`;

/** Endpoints that are due, are not being read, and have no job waiting. */
export const findDuePulls = async (tx: Tx, job: string): Promise<string[]> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM endpoints e
     WHERE ${isReadable} AND ${isFree} AND ${isDue}
       AND NOT EXISTS (
         SELECT FROM pgboss.job j
          WHERE j.name = ${job} AND j.state < 'completed' AND j.data ->> 'id' = e.id::text)
     ORDER BY next_pull_at NULLS FIRST`);
  return rows.map(({ id }) => id);
};

/** The endpoint with its secrets, its row locked; undefined while another worker reads it. */
export const claimPull = async (tx: Tx, keyring: Keyring, id: string): Promise<PullTarget | undefined> => {
  const { rows } = await tx.execute<Row>(sql`
    SELECT ${columns} FROM endpoints WHERE id = ${id} AND ${isReadable} AND ${isFree} FOR UPDATE`);
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

export type LockedReading = {
  name: string;
  status: string;
  state: PullState;
  lastError: string | null;
  version: string;
};

/** Locks the endpoint's row for the worker with that fence; undefined when its lease was lost. */
export const lockReading = async (tx: Tx, id: string, fence: string): Promise<LockedReading | undefined> => {
  const { rows } = await tx.execute<LockedReading>(sql`
    SELECT name, status, pull_state AS state, last_error AS "lastError", updated_at::text AS version
      FROM endpoints WHERE id = ${id} FOR UPDATE`);
  const [row] = rows;
  return row?.state.lease?.fence === fence ? row : undefined;
};

/** Saves the progress; the lease starts anew. */
export const extendLease = (tx: Tx, id: string, state: PullState, leaseSeconds: number) =>
  tx.execute(sql`
    UPDATE endpoints SET pull_state = ${JSON.stringify(state)}::jsonb || jsonb_build_object('lease',
             ${JSON.stringify(state.lease)}::jsonb
               || jsonb_build_object('until', now() + make_interval(secs => ${leaseSeconds})))
     WHERE id = ${id}`);

/** Releases the endpoint. Its version changes only with its status, because the rest is no operator's edit. */
export const endReading = (
  tx: Tx,
  id: string,
  state: PullState,
  { nextAt, lastError, status }: { nextAt: Date; lastError: string | null; status?: string },
) => {
  const { lease: _lease, ...rest } = state;
  return tx.execute(sql`
    UPDATE endpoints SET pull_state = ${JSON.stringify(rest)}::jsonb, next_pull_at = ${nextAt.toISOString()},
           last_error = ${lastError}, status = coalesce(${status ?? null}, status),
           updated_at = CASE WHEN ${status ?? null}::text IS NULL THEN updated_at ELSE now() END
     WHERE id = ${id}`);
};

/** Releases the endpoint unchanged, after an operator edited it while it was being read. */
export const dropLease = (tx: Tx, id: string) =>
  tx.execute(sql`UPDATE endpoints SET pull_state = pull_state - 'lease' WHERE id = ${id}`);
