import { timingSafeEqualText } from "#server/constant-time.ts";
import { accepted, type HookMethod, refuse, secretKeysOf } from "#server/pipeline/ingest/webhook/hook.ts";

const readCredentials = (header: string | undefined): { username: string; password: string } | undefined => {
  const encoded = /^Basic +([\w+/=-]+) *$/i.exec(header ?? "")?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, "base64").toString();
  const colon = text.indexOf(":");
  return colon < 0 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) };
};

export const basic: HookMethod = {
  id: "basic",
  check: ({ settings, secrets }, { headers }) => {
    const passwords = secretKeysOf(secrets);
    if (!settings.username || passwords.length === 0) return refuse("not_set_up");
    const sent = readCredentials(headers.authorization);
    if (!sent) return refuse("key_missing");
    const isUser = timingSafeEqualText(sent.username, settings.username);
    const isPassword = passwords.some((password) => timingSafeEqualText(sent.password, password));
    return isUser && isPassword ? accepted : refuse("key_wrong");
  },
};
