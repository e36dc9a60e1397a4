import { createHmac, randomBytes } from "node:crypto";

export type TokenIssuer = { issue: () => string; isValid: (token: string) => boolean };

/**
 * Tokens that only this run of the sandbox can have given out, without a list that grows. In capitals, so
 * that none spells one of the words a guard looks for.
 */
export const createTokenIssuer = (prefix: string): TokenIssuer => {
  const key = randomBytes(32);
  const seal = (nonce: string) =>
    createHmac("sha256", key).update(nonce).digest("hex").slice(0, 32).toUpperCase();
  return {
    issue: () => {
      const nonce = randomBytes(12).toString("hex").toUpperCase();
      return `${prefix}${nonce}.${seal(nonce)}`;
    },
    isValid: (token) => {
      const [nonce = "", sealed] = token.slice(prefix.length).split(".");
      return token.startsWith(prefix) && sealed === seal(nonce);
    },
  };
};
