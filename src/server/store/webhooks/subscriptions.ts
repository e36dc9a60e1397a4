import { and, eq, isNull, sql } from "drizzle-orm";
import type pg from "pg";
import type { EventHook } from "#contract/event-hooks.ts";
import type { EventSubscription, EventSubscriptionInput } from "#contract/webhooks.ts";
import { webhookSecretOverlapMs } from "#domain/webhooks/subscription.ts";
import type { Db, Reader, Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { webhookSubscriptions } from "#server/db/schema/webhooks.ts";
import { hasLevelSql } from "#server/store/workspace/user-level.ts";
import type { Keyring } from "#server/vault/keyring.ts";
import { seal, unseal } from "#server/vault/vault.ts";

export const hasSubscriptions = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ used: boolean }>(
    "SELECT EXISTS (SELECT FROM webhook_subscriptions WHERE deleted_at IS NULL) AS used",
  );
  return rows[0]?.used === true;
};

const iso = (column: string) =>
  sql.raw(`to_char(s.${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

const maxCount = 1000;
const countOf = (states: string) =>
  sql.raw(`(SELECT count(*)::int FROM (
     SELECT FROM webhook_deliveries d WHERE d.subscription_id = s.id AND d.state IN (${states}) LIMIT ${maxCount}) counted)`);

/** All of them, or one; newest first. */
export const listSubscriptions = async (
  db: Reader,
  id: string | null = null,
): Promise<EventSubscription[]> => {
  const { rows } = await db.execute<EventSubscription>(sql`
    SELECT s.id, s.name, s.url, s.events, s.audience, s.state, s.pause_reason AS "pauseReason",
           ${iso("paused_at")} AS "pausedAt", ${iso("failing_since")} AS "failingSince",
           CASE WHEN s.wait_until > now() THEN ${iso("wait_until")} END AS "waitUntil",
           CASE WHEN s.previous_secret_until > now() THEN ${iso("previous_secret_until")} END AS "previousSecretUntil",
           (SELECT jsonb_build_object('delivered', coalesce(sum(h.delivered), 0), 'failed', coalesce(sum(h.failed), 0))
              FROM webhook_hours h WHERE h.subscription_id = s.id AND h.hour > now() - interval '24 hours') AS "lastDay",
           (SELECT jsonb_agg(coalesce(h.delivered, 0) ORDER BY slot.at)
              FROM generate_series(date_trunc('hour', now(), 'UTC') - interval '23 hours', date_trunc('hour', now(), 'UTC'),
                                   interval '1 hour') AS slot (at)
              LEFT JOIN webhook_hours h ON h.subscription_id = s.id AND h.hour = slot.at) AS hourly,
           ${countOf("'queued', 'retrying', 'behind'")} AS waiting, ${countOf("'failed'")} AS "givenUp",
           ${iso("created_at")} AS "createdAt", ${iso("updated_at")} AS "updatedAt"
      FROM webhook_subscriptions s
     WHERE s.deleted_at IS NULL AND (${id}::uuid IS NULL OR s.id = ${id}::uuid)
     ORDER BY s.created_at DESC, s.id DESC`);
  return rows;
};

const sealSecret = (
  keyring: Keyring,
  row: string,
  field: "secret" | "previous_secret",
  plain: string,
): string => seal(keyring, plain, { table: "webhook_subscriptions", row, field });

export const insertSubscription = async (
  tx: Tx,
  keyring: Keyring,
  input: EventSubscriptionInput,
  { secret, userId, tokenId = null }: { secret: string; userId: string; tokenId?: string | null },
): Promise<string> => {
  const id = newId();
  await tx
    .insert(webhookSubscriptions)
    .values({ id, ...input, secret: sealSecret(keyring, id, "secret", secret), createdBy: userId, tokenId });
  return id;
};

/** Programs see no more of their hooks than what they subscribed. */
export const listHooksOfToken = async (db: Reader, tokenId: string): Promise<EventHook[]> => {
  const { rows } = await db.execute<EventHook>(sql`
    SELECT s.id, s.events[1] AS event, s.name, s.state, ${iso("created_at")} AS "createdAt"
      FROM webhook_subscriptions s WHERE s.token_id = ${tokenId} AND s.deleted_at IS NULL
     ORDER BY s.created_at DESC, s.id DESC`);
  return rows;
};

export const countHooksOfToken = async (tx: Tx, tokenId: string): Promise<number> => {
  const { rows } = await tx.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM webhook_subscriptions WHERE token_id = ${tokenId} AND deleted_at IS NULL`);
  return rows[0]?.count ?? 0;
};

/** Hooks end with the token that subscribed them, and with the rights of its user. */
export const endHooksOfDeadTokens = async (db: Db): Promise<void> => {
  await db.execute(sql`
    UPDATE webhook_subscriptions s SET deleted_at = now(), updated_at = now()
      FROM api_tokens t JOIN users u ON u.id = t.user_id
     WHERE t.id = s.token_id AND s.deleted_at IS NULL
       AND (t.revoked_at IS NOT NULL OR t.expires_at <= now() OR NOT u.active
            OR NOT ${hasLevelSql("u", ["integrations"], "manage")})`);
};

export type SubscriptionRow = typeof webhookSubscriptions.$inferSelect;

export const lockSubscription = async (tx: Tx, id: string): Promise<SubscriptionRow | undefined> => {
  const [row] = await tx
    .select()
    .from(webhookSubscriptions)
    .where(and(eq(webhookSubscriptions.id, id), isNull(webhookSubscriptions.deletedAt)))
    .for("no key update");
  return row;
};

type SubscriptionChange = Partial<
  Omit<typeof webhookSubscriptions.$inferInsert, "id" | "createdAt" | "updatedAt" | "fence">
>;

export const updateSubscription = async (tx: Tx, id: string, change: SubscriptionChange): Promise<void> => {
  await tx
    .update(webhookSubscriptions)
    .set({ ...change, updatedAt: sql`greatest(now(), updated_at + interval '1 millisecond')` })
    .where(eq(webhookSubscriptions.id, id));
};

/** The secret in use becomes the previous one, which signs for a while longer. */
export const replaceSecret = async (
  tx: Tx,
  keyring: Keyring,
  { id, secret: sealed }: SubscriptionRow,
  secret: string,
  now: number,
): Promise<void> => {
  const previous = unseal(keyring, sealed, { table: "webhook_subscriptions", row: id, field: "secret" });
  await updateSubscription(tx, id, {
    secret: sealSecret(keyring, id, "secret", secret),
    previousSecret: sealSecret(keyring, id, "previous_secret", previous),
    previousSecretUntil: new Date(now + webhookSecretOverlapMs),
  });
};

/** The secrets that sign now. */
export const signingSecrets = (keyring: Keyring, row: SubscriptionRow, now: number): string[] => {
  const open = (sealed: string, field: string) =>
    unseal(keyring, sealed, { table: "webhook_subscriptions", row: row.id, field });
  const isOverlapping = (row.previousSecretUntil?.getTime() ?? 0) > now;
  return [
    open(row.secret, "secret"),
    ...(isOverlapping && row.previousSecret ? [open(row.previousSecret, "previous_secret")] : []),
  ];
};

/**
 * Sends what waited now. Only what was tried before has a time, and while a receiver fails hardly anything is tried, so
 * these are few.
 */
export const resumeSubscription = async (tx: Tx, id: string): Promise<void> => {
  await updateSubscription(tx, id, {
    state: "active",
    pauseReason: null,
    pausedAt: null,
    failingSince: null,
    failuresInARow: 0,
    waitUntil: null,
  });
  await tx.execute(sql`
    UPDATE webhook_deliveries SET next_attempt_at = now(), attempts = 0 WHERE subscription_id = ${id} AND state = 'retrying'`);
};
