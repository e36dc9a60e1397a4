import { createHmac } from "node:crypto";
import { shortLinkCodeLength } from "#domain/messages/short-link.ts";
import { timingSafeEqualText } from "#server/constant-time.ts";
import { deriveKey, type Keyring, type MasterKey } from "#server/vault/keyring.ts";

/** Names of short links, and of the pages that ask a browser to open them. */
export type ShortLinkCodes = {
  /** The same for each attempt to send a message. It is a signature: nobody can guess one, or make one. */
  codeOf: (actionId: string, target: string) => string;
  /** Proves that a browser was shown the page of a link. */
  makePage: (code: string, now: number) => string;
  isPage: (code: string, token: string, now: number) => boolean;
};

const pageMs = 60 * 60_000;
const pageForm = /^(\d{1,12})\.([\w-]{27})$/;

export const createShortLinkCodes = (keyring: Keyring): ShortLinkCodes => {
  const sign = (master: MasterKey, purpose: string, text: string): string =>
    createHmac("sha256", deriveKey(master, purpose)).update(text).digest("base64url");
  const signPage = (master: MasterKey, code: string, seconds: number): string =>
    sign(master, "short-link-page", `${code}.${seconds}`).slice(0, 27);
  return {
    codeOf: (actionId, target) =>
      sign(keyring.current(), "short-link", `${actionId} ${target}`).slice(0, shortLinkCodeLength),
    makePage: (code, now) => {
      const seconds = Math.floor(now / 1000);
      return `${seconds}.${signPage(keyring.current(), code, seconds)}`;
    },
    isPage: (code, token, now) => {
      const [, text = "", signature = ""] = pageForm.exec(token) ?? [];
      const seconds = Number(text);
      if (signature === "" || seconds * 1000 < now - pageMs || seconds * 1000 > now + pageMs) return false;
      return keyring.all().some((master) => timingSafeEqualText(signPage(master, code, seconds), signature));
    },
  };
};
