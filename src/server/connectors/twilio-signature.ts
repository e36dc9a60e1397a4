import { createHash, createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { timingSafeEqualBytes, timingSafeEqualText } from "#server/constant-time.ts";

export type SignedRequest = {
  /** The whole address as the sender may know it. */
  urls: readonly string[];
  headers: IncomingHttpHeaders;
  query: Record<string, unknown>;
  sent: Buffer;
};

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
const signedBody = ({ headers, query, sent }: SignedRequest): string | undefined => {
  const digest = query.bodySHA256;
  if (typeof digest === "string" && digest !== "") {
    const body = createHash("sha256").update(sent).digest("hex");
    return timingSafeEqualText(digest.toLowerCase(), body) ? "" : undefined;
  }
  if (sent.length === 0) return "";
  const isForm = headers["content-type"]?.toLowerCase().startsWith("application/x-www-form-urlencoded");
  return isForm ? signedFields(sent.toString()) : undefined;
};

export const twilioSignatureOf = ({ headers }: Pick<SignedRequest, "headers">): string | undefined => {
  const signature = headers["x-twilio-signature"];
  return typeof signature === "string" && signature !== "" ? signature : undefined;
};

/** HMAC-SHA1, with the account's own token as the secret. There is no time in it, so nothing shows its age. */
export const isSignedByTwilio = (request: SignedRequest, secrets: readonly string[]): boolean => {
  const signature = twilioSignatureOf(request);
  const body = signature === undefined ? undefined : signedBody(request);
  if (signature === undefined || body === undefined) return false;
  const digest = Buffer.from(signature, "base64");
  const candidates = [...new Set(request.urls.flatMap(portVariants))];
  return secrets.some((secret) =>
    candidates.some((url) =>
      timingSafeEqualBytes(digest, createHmac("sha1", secret).update(url).update(body).digest()),
    ),
  );
};
