import type pg from "pg";
import { type CachedRead, cacheUntilChanged } from "#server/live/cache-until-changed.ts";
import type { LiveUpdates } from "#server/live/live-updates.ts";
import { findWebhookEndpoint, type WebhookEndpoint } from "#server/store/ingestion/webhook-endpoints.ts";
import type { Keyring } from "#server/vault/keyring.ts";

/** Endpoints by their token. */
export type WebhookEndpoints = CachedRead<string, WebhookEndpoint | undefined>;

export const createWebhookEndpoints = (
  pool: pg.Pool,
  keyring: Keyring,
  live: LiveUpdates,
): WebhookEndpoints =>
  cacheUntilChanged(live, ["endpoints"], (token: string) => findWebhookEndpoint(pool, keyring, token));

/** Other texts are no token of ours; one with a NUL could not even be looked up. */
const tokenPattern = /^[\w-]{1,100}$/;

/** Undefined alike for unknown tokens, expired tokens and endpoints that are switched off. */
export const findActiveEndpoint = async (
  endpoints: WebhookEndpoints,
  token: string,
  now: number,
): Promise<WebhookEndpoint | undefined> => {
  if (!tokenPattern.test(token)) return undefined;
  const endpoint = await endpoints.get(token);
  const isActive = endpoint && endpoint.status !== "inactive" && endpoint.tokenUntil >= now;
  return isActive ? endpoint : undefined;
};
