import type { AuthMethod } from "#domain/ingestion/endpoint.ts";
import { type EndpointSettings, parseEndpointSettings } from "#domain/ingestion/settings.ts";
import type { Keyring } from "#server/vault/keyring.ts";
import { unseal } from "#server/vault/vault.ts";

/** An endpoint with its unsealed secrets. Only for the verification of requests. */
export type WebhookEndpoint = {
  id: string;
  name: string;
  type: string;
  status: string;
  authMethod: AuthMethod;
  settings: EndpointSettings;
  secrets: { apiKey?: string; secretKey?: string; previousSecretKey?: string };
  /** Until when this token, or the previous secret, is accepted. */
  tokenUntil: number;
  previousSecretUntil: number;
};

const webhookEndpointQuery = {
  name: "hook-target",
  text: `SELECT e.id, e.name, e.type, e.status, e.auth_method, e.settings,
                CASE WHEN e.hook_token = $1 THEN NULL ELSE e.previous_hook_until END AS until,
                coalesce(json_agg(json_build_object('id', k.id, 'name', k.key_name, 'value', k.key_value,
                                                    'until', k.metadata->>'until'))
                         FILTER (WHERE k.id IS NOT NULL), '[]') AS keys
           FROM endpoints e LEFT JOIN api_keys k ON k.service = 'endpoint:' || e.id
          WHERE e.hook_token = $1 OR e.previous_hook_token = $1 GROUP BY e.id`,
};

type WebhookEndpointRow = {
  id: string;
  name: string;
  type: string;
  status: string;
  auth_method: AuthMethod;
  settings: unknown;
  until: Date | null;
  keys: { id: string; name: string; value: string; until: string | null }[];
};

export const findWebhookEndpoint = async (
  pool: { query: <T extends object>(query: object) => Promise<{ rows: T[] }> },
  keyring: Keyring,
  token: string,
): Promise<WebhookEndpoint | undefined> => {
  const { rows } = await pool.query<WebhookEndpointRow>({ ...webhookEndpointQuery, values: [token] });
  const [row] = rows;
  if (!row) return undefined;
  const previous = row.keys.find(({ name }) => name === "previousSecretKey");
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    status: row.status,
    authMethod: row.auth_method,
    settings: parseEndpointSettings(row.settings),
    secrets: Object.fromEntries(
      row.keys.map(({ id, name, value }) => [
        name,
        unseal(keyring, value, { table: "api_keys", row: id, field: "key_value" }),
      ]),
    ),
    tokenUntil: row.until?.getTime() ?? Number.POSITIVE_INFINITY,
    previousSecretUntil: previous?.until ? Date.parse(previous.until) : 0,
  };
};
