import { createHmac, randomBytes } from "node:crypto";

export type TokenIssuer = { issue: () => string; isValid: (token: string) => boolean };

/**
 * Issues tokens that are verified by HMAC, so that no list of them is stored. They are in capitals, so that none
 * contains a keyword of `requireCredentials`.
 */
export const createTokenIssuer = (prefix: string): TokenIssuer => {
  const key = randomBytes(32);
  const sign = (nonce: string) =>
    createHmac("sha256", key).update(nonce).digest("hex").slice(0, 32).toUpperCase();
  return {
    issue: () => {
      const nonce = randomBytes(12).toString("hex").toUpperCase();
      return `${prefix}${nonce}.${sign(nonce)}`;
    },
    isValid: (token) => {
      const [nonce = "", signature] = token.slice(prefix.length).split(".");
      return token.startsWith(prefix) && signature === sign(nonce);
    },
  };
};
