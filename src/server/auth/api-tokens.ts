import { createHash, randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { BlockList, isIP } from "node:net";
import { sql } from "drizzle-orm";
import type pg from "pg";
import type { TokenFacts } from "#domain/api-access/token.ts";
import type { Tx } from "#server/db/database.ts";
import { roleOf, type UserSession } from "./sessions.ts";

/** 256 random bits; the prefix says what it is, so that it is recognised where it does not belong. */
export const createSecretValue = (prefix: string): string => prefix + randomBytes(32).toString("base64url");

export const createTokenValue = (): string => createSecretValue("faro_");

export const hashSecretValue = (value: string): Buffer => createHash("sha256").update(value).digest();

export const hashApiToken = (token: string): string => hashSecretValue(token).toString("hex");

/** The token of a request; only in this header, because addresses are logged on the way. */
export const readBearerToken = (headers: IncomingHttpHeaders): string | undefined => {
  const [, value] = /^bearer +(\S+)$/i.exec(headers.authorization ?? "") ?? [];
  return value;
};

/** A token as a request finds it. */
export type ApiToken = TokenFacts & {
  id: string;
  name: string;
  user: UserSession["user"];
  mayComeFrom: (address: string) => boolean;
  lastUsedAt: number;
  /** The OAuth client that a user granted it to, with the address that it may be used at; null for a token made by hand. */
  grant: { clientId: string; audience: string } | null;
};

const families = { 4: "ipv4", 6: "ipv6" } as const;
export const addressFamily = (address: string): "ipv4" | "ipv6" | undefined =>
  families[isIP(address) as 4 | 6];

/** Whether the text is an address or a range such as 10.0.0.0/8. */
export const isAddressRange = (text: string): boolean => {
  const [address = "", bits, ...rest] = text.split("/");
  const family = addressFamily(address);
  if (!family || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === "ipv4" ? 32 : 128));
};

/** Nothing listed allows every address. */
const allowAddresses = (listed: readonly string[]): ((address: string) => boolean) => {
  if (listed.length === 0) return () => true;
  const ranges = new BlockList();
  for (const text of listed) {
    const [address = "", bits] = text.split("/");
    const family = addressFamily(address);
    if (!family) continue;
    if (bits === undefined) ranges.addAddress(address, family);
    else ranges.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const family = addressFamily(address);
    return family !== undefined && ranges.check(address, family);
  };
};

/** The pool parses times; a transaction of Drizzle leaves them as text. */
type DriverTime = Date | string;
const timeOf = (time: DriverTime | null): number | null => (time === null ? null : new Date(time).getTime());

type TokenRow = {
  id: string;
  name: string;
  scopes: string[];
  addresses: string[];
  is_for_assistant: boolean;
  expires_at: DriverTime;
  revoked_at: DriverTime | null;
  suspended_at: DriverTime | null;
  last_used_at: DriverTime | null;
  client_id: string | null;
  audience: string | null;
  access_expires_at: DriverTime | null;
  user_id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  profile_image_url: string | null;
  role: string;
  role_name: string | null;
  levels: unknown;
  record_scopes: unknown;
  language: string | null;
  active: boolean;
};

const selectToken = `SELECT t.id, t.name, t.scopes, t.addresses, t.is_for_assistant, t.expires_at, t.revoked_at, t.suspended_at, t.last_used_at,
                t.client_id, t.audience, t.access_expires_at,
                u.id AS user_id, u.email, u.first_name, u.last_name, u.profile_image_url, u.role, r.name AS role_name, r.levels, r.scopes AS record_scopes, u.language, u.active
           FROM api_tokens t JOIN users u ON u.id = t.user_id LEFT JOIN own_roles r ON r.id = u.role_id`;

const hashQuery = { name: "token-look-up", text: `${selectToken} WHERE t.hash = decode($1, 'hex')` };

export const findApiToken = async (pool: pg.Pool, hash: string): Promise<ApiToken | undefined> => {
  const { rows } = await pool.query<TokenRow>({ ...hashQuery, values: [hash] });
  return rows[0] && toApiToken(rows[0]);
};

/** The token as it is now, in the transaction that decides with it. */
export const findApiTokenById = async (tx: Tx, id: string): Promise<ApiToken | undefined> => {
  const { rows } = await tx.execute<TokenRow>(sql`${sql.raw(selectToken)} WHERE t.id = ${id}`);
  return rows[0] && toApiToken(rows[0]);
};

const toApiToken = (row: TokenRow): ApiToken => {
  const userRole = roleOf(row);
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    permissions: userRole.permissions,
    isUserActive: row.active,
    isForAssistant: row.is_for_assistant,
    expiresAt: timeOf(row.expires_at) ?? 0,
    revokedAt: timeOf(row.revoked_at),
    suspendedAt: timeOf(row.suspended_at),
    mayComeFrom: allowAddresses(row.addresses),
    lastUsedAt: timeOf(row.last_used_at) ?? 0,
    accessExpiresAt: timeOf(row.access_expires_at),
    grant:
      row.client_id === null || row.audience === null
        ? null
        : { clientId: row.client_id, audience: row.audience },
    user: {
      id: row.user_id,
      email: row.email,
      firstName: row.first_name,
      lastName: row.last_name,
      profileImageUrl: row.profile_image_url,
      ...userRole,
      language: row.language,
      hasSecondFactor: false,
      hasPassword: false,
    },
  };
};

/** `last_used_at` is written at most this often. */
export const minUseIntervalMs = 60_000;

export const recordTokenUse = async (pool: pg.Pool, id: string, from: string): Promise<void> => {
  await pool.query("UPDATE api_tokens SET last_used_at = now(), last_used_from = $2 WHERE id = $1", [
    id,
    from,
  ]);
};
