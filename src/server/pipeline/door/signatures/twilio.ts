import { createHash } from "node:crypto";
import { hmac, sameBytes, sameText } from "../compare.ts";
import { accepted, given, type HookRequest, refuse, type SignatureScheme } from "../hook.ts";

/** The port may have been signed or not, whether it is the usual one or another. */
const portVariants = (url: string): string[] => {
  const match = /^(https?|wss?):\/\/([^/?#]*)(.*)$/i.exec(url);
  if (!match) return [url];
  const [, scheme = "", authority = "", rest = ""] = match;
  const host = authority.replace(/:\d+$/, "");
  const usual = /s$/i.test(scheme) ? 443 : 80;
  return [url, `${scheme}://${host}${rest}`, `${scheme}://${host}:${usual}${rest}`];
};

/** Names and values one after another, sorted by name; a value that is repeated counts once. */
const signedFields = (form: string): string => {
  const fields = new URLSearchParams(form);
  return [...new Set(fields.keys())]
    .sort()
    .flatMap((name) => [...new Set(fields.getAll(name))].sort().map((value) => name + value))
    .join("");
};

/**
 * What is signed after the address: the fields of a form; of anything else nothing, for its digest is a part of
 * the address. Undefined when the body is covered by neither.
 */
const signedBody = ({ headers, query, sent }: HookRequest): string | undefined => {
  const digest = given(query.bodySHA256);
  if (digest !== undefined) {
    return sameText(digest.toLowerCase(), createHash("sha256").update(sent).digest("hex")) ? "" : undefined;
  }
  if (sent.length === 0) return "";
  const isForm = headers["content-type"]?.toLowerCase().startsWith("application/x-www-form-urlencoded");
  return isForm ? signedFields(sent.toString()) : undefined;
};

/** HMAC-SHA1, with the account's own token as the secret. There is no time in it, so nothing shows its age. */
export const twilio: SignatureScheme = {
  id: "twilio",
  check: (request, secrets) => {
    const signature = given(request.headers["x-twilio-signature"]);
    if (signature === undefined) return refuse("signature_missing");
    const body = signedBody(request);
    if (body === undefined) return refuse("signature_wrong");
    const digest = Buffer.from(signature, "base64");
    const candidates = new Set(request.urls.flatMap(portVariants));
    return secrets.some((secret) =>
      [...candidates].some((url) => sameBytes(digest, hmac("sha1", secret, url, body))),
    )
      ? accepted
      : refuse("signature_wrong");
  },
};
