import { createHash, randomBytes } from "node:crypto";
import type * as z from "zod";
import type { Keyring } from "#server/vault/keyring.ts";
import { seal, unseal } from "#server/vault/vault.ts";

/** Holds what a sign-in with the identity provider began with, until the browser comes back. */
export const attemptCookie = "faro_sign_in";
export const attemptMs = 10 * 60_000;
/** Holds a sign-in that waits for the code of the user's own authenticator app. */
export const pendingCookie = "faro_sign_in_code";
export const pendingMs = 5 * 60_000;

export const randomText = (): string => randomBytes(32).toString("base64url");
export const codeChallenge = (verifier: string): string =>
  createHash("sha256").update(verifier).digest("base64url");

const location = (cookie: string, bound: string) => ({ table: "cookies", row: bound, field: cookie });

/** The value of a cookie that only Faro can read, and only with the text to which it is bound. */
export const sealCookie = (keyring: Keyring, cookie: string, bound: string, value: object): string =>
  seal(keyring, JSON.stringify(value), location(cookie, bound));

/** Undefined for a cookie that was changed, is bound to another text, or was sealed with a key that is gone. */
export const openCookie = <T>(
  keyring: Keyring,
  cookie: string,
  bound: string,
  sealed: string | undefined,
  schema: z.ZodType<T>,
): T | undefined => {
  if (sealed === undefined) return undefined;
  try {
    return schema.safeParse(JSON.parse(unseal(keyring, sealed, location(cookie, bound)))).data;
  } catch {
    return undefined;
  }
};
