import { createHmac } from "node:crypto";
import { timingSafeEqualText } from "#server/constant-time.ts";
import { deriveKey, type Keyring, type MasterKey } from "#server/vault/keyring.ts";

/** A page of a form as it was shown: its id, and the version of the wording of its consents. */
export type ShownPage = { pageId: string; version: number };

/** Signed names of the pages of a form; that of one form is invalid for every other. */
export type FormPageTokens = {
  make: (formId: string, page: ShownPage) => string;
  read: (formId: string, token: string) => ShownPage | undefined;
};

const tokenPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([1-9]\d{0,8})\.([\w-]{27})$/;

export const createFormPageTokens = (keyring: Keyring): FormPageTokens => {
  const sign = (master: MasterKey, formId: string, { pageId, version }: ShownPage): string =>
    createHmac("sha256", deriveKey(master, "form-page"))
      .update(`${formId}.${pageId}.${version}`)
      .digest("base64url")
      .slice(0, 27);
  return {
    make: (formId, page) => `${page.pageId}.${page.version}.${sign(keyring.current(), formId, page)}`,
    read: (formId, token) => {
      const [, pageId, version, signature] = tokenPattern.exec(token) ?? [];
      if (pageId === undefined || signature === undefined) return undefined;
      const page = { pageId, version: Number(version) };
      // A page that was open during a key rotation still works.
      const isOurs = keyring
        .all()
        .some((master) => timingSafeEqualText(sign(master, formId, page), signature));
      return isOurs ? page : undefined;
    },
  };
};
