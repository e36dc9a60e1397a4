import { timingSafeEqualText } from "#server/constant-time.ts";
import {
  type AuthMethodVerifier,
  acceptedSecretKeys,
  refused,
  verified,
} from "#server/pipeline/ingest/webhook/verification.ts";

const readCredentials = (header: string | undefined): { username: string; password: string } | undefined => {
  const encoded = /^Basic +([\w+/=-]+) *$/i.exec(header ?? "")?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, "base64").toString();
  const colon = text.indexOf(":");
  return colon < 0 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) };
};

export const basic: AuthMethodVerifier = {
  id: "basic",
  check: ({ settings, secrets }, { headers }) => {
    const passwords = acceptedSecretKeys(secrets);
    if (!settings.username || passwords.length === 0) return refused("not_set_up");
    const sent = readCredentials(headers.authorization);
    if (!sent) return refused("key_missing");
    const isUser = timingSafeEqualText(sent.username, settings.username);
    const isPassword = passwords.some((password) => timingSafeEqualText(sent.password, password));
    return isUser && isPassword ? verified : refused("key_wrong");
  },
};
