import { sql } from "drizzle-orm";
import { type MailboxSettings, parseEndpointSettings } from "#domain/ingestion/settings.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import type { Keyring } from "#server/vault/keyring.ts";
import { unseal } from "#server/vault/vault.ts";
import type { PullState } from "./pull.ts";

/** The progress of reading a mailbox. */
export type MailboxState = Pick<PullState, "lease" | "failures" | "gaveUp"> & {
  mailbox?: {
    /** Digest of the server, user and folder that the fields below belong to. */
    of: string;
    uidValidity: string;
    lastUid: number;
    /** Older messages are not imported. */
    since: string;
  };
};

export type MailboxTarget = {
  id: string;
  mailbox: MailboxSettings;
  password: string;
  state: MailboxState;
  /** Changes with every edit by an operator. */
  version: string;
};

const isReadable = sql`type = 'email' AND jsonb_typeof(settings -> 'mailbox') = 'object'
  AND (status = 'active' OR (status = 'error' AND pull_state ->> 'gaveUp' = 'true'))`;
const isFree = sql`coalesce((pull_state #>> '{lease,until}')::timestamptz, '-infinity') <= now()`;
const isDue = sql`(next_pull_at IS NULL OR next_pull_at <= now())`;

/** Mailboxes that are due, are not being read, and have no job waiting. */
export const findDueMailboxes = async (db: Reader, job: string): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT id FROM endpoints e
     WHERE ${isReadable} AND ${isFree} AND ${isDue}
       AND NOT EXISTS (
         SELECT FROM pgboss.job j
          WHERE j.name = ${job} AND j.state < 'completed' AND j.data ->> 'id' = e.id::text)
     ORDER BY next_pull_at NULLS FIRST`);
  return rows.map(({ id }) => id);
};

/** Mailboxes that were read well the last time, with their passwords. */
export const findWatchableMailboxes = async (
  db: Reader,
  keyring: Keyring,
  limit: number,
): Promise<Pick<MailboxTarget, "id" | "mailbox" | "password" | "version">[]> => {
  const { rows } = await db.execute<Row & { id: string }>(sql`
    SELECT e.id, e.settings, e.pull_state AS state, e.updated_at::text AS version, k.id AS "keyId", k.key_value AS key
      FROM endpoints e
      JOIN api_keys k ON k.service = 'endpoint:' || e.id AND k.key_name = 'secretKey'
     WHERE ${isReadable} AND e.status = 'active' AND e.last_error IS NULL
       AND jsonb_typeof(e.pull_state -> 'mailbox') = 'object'
     ORDER BY e.id LIMIT ${limit}`);
  return rows.flatMap((row) => {
    const mailbox = parseEndpointSettings(row.settings).mailbox;
    return mailbox
      ? [{ id: row.id, mailbox, password: readPassword(keyring, row), version: row.version }]
      : [];
  });
};

const readPassword = (keyring: Keyring, { keyId, key }: Pick<Row, "keyId" | "key">): string =>
  keyId && key ? unseal(keyring, key, { table: "api_keys", row: keyId, field: "key_value" }) : "";

type Row = {
  settings: unknown;
  state: MailboxState;
  version: string;
  keyId: string | null;
  key: string | null;
};

/** The mailbox with its password, its endpoint's row locked; undefined while another worker reads it. */
export const claimMailbox = async (
  tx: Tx,
  keyring: Keyring,
  id: string,
): Promise<MailboxTarget | undefined> => {
  const { rows } = await tx.execute<Row>(sql`
    SELECT e.settings, e.pull_state AS state, e.updated_at::text AS version, k.id AS "keyId", k.key_value AS key
      FROM endpoints e
      LEFT JOIN api_keys k ON k.service = 'endpoint:' || e.id AND k.key_name = 'secretKey'
     WHERE e.id = ${id} AND ${isReadable} AND ${isFree} FOR UPDATE OF e`);
  const [row] = rows;
  const mailbox = parseEndpointSettings(row?.settings).mailbox;
  if (!row || !mailbox) return undefined;
  return { id, mailbox, password: readPassword(keyring, row), state: row.state, version: row.version };
};
