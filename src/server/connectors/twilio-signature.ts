import { createHash, createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { timingSafeEqualBytes, timingSafeEqualText } from "#server/constant-time.ts";

export type SignedRequest = {
  /** The full URLs under which the sender may have signed the request. */
  urls: readonly string[];
  headers: IncomingHttpHeaders;
  query: Record<string, unknown>;
  rawBody: Buffer;
};

/** Twilio may sign the URL with or without its port. */
const portVariants = (url: string): string[] => {
  const match = /^(https?|wss?):\/\/([^/?#]*)(.*)$/i.exec(url);
  if (!match) return [url];
  const [, scheme = "", authority = "", rest = ""] = match;
  const host = authority.replace(/:\d+$/, "");
  const defaultPort = /s$/i.test(scheme) ? 443 : 80;
  return [url, `${scheme}://${host}${rest}`, `${scheme}://${host}:${defaultPort}${rest}`];
};

/** Names and values concatenated, sorted by name; a repeated value counts once. */
const signedFields = (form: string): string => {
  const fields = new URLSearchParams(form);
  return [...new Set(fields.keys())]
    .sort()
    .flatMap((name) => [...new Set(fields.getAll(name))].sort().map((value) => name + value))
    .join("");
};

/**
 * The signed text after the URL: the fields of a form. Any other body is covered by its digest in the URL, so the
 * text is empty. Undefined when the signature does not cover the body.
 */
const signedBody = ({ headers, query, rawBody }: SignedRequest): string | undefined => {
  const digest = query.bodySHA256;
  if (typeof digest === "string" && digest !== "") {
    const body = createHash("sha256").update(rawBody).digest("hex");
    return timingSafeEqualText(digest.toLowerCase(), body) ? "" : undefined;
  }
  if (rawBody.length === 0) return "";
  const isForm = headers["content-type"]?.toLowerCase().startsWith("application/x-www-form-urlencoded");
  return isForm ? signedFields(rawBody.toString()) : undefined;
};

export const readTwilioSignature = ({ headers }: Pick<SignedRequest, "headers">): string | undefined => {
  const signature = headers["x-twilio-signature"];
  return typeof signature === "string" && signature !== "" ? signature : undefined;
};

/** HMAC-SHA1 keyed with the account's auth token. It contains no time, so replays cannot be detected. */
export const isSignedByTwilio = (request: SignedRequest, secrets: readonly string[]): boolean => {
  const signature = readTwilioSignature(request);
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
