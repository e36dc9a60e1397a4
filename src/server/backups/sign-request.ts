import { createHash, createHmac } from "node:crypto";

/** The keys of a store, and the region that its signatures name. */
export type StoreKeys = { accessKeyId: string; secretAccessKey: string; region: string };

type SignedRequest = {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: Buffer | string;
};

const sha256 = (data: Buffer | string): string => createHash("sha256").update(data).digest("hex");
const hmac = (key: Buffer | string, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/** As RFC 3986 has it: also the characters that `encodeURIComponent` leaves. */
export const encodeStrictly = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const canonicalQuery = ({ searchParams }: URL): string =>
  [...searchParams]
    .map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
    .sort()
    .join("&");

/**
 * The headers of a request with a signature of AWS, version 4, which every S3-compatible store understands. The path
 * of the URL must be encoded already.
 */
export const signRequest = (
  { method, url, headers, body }: SignedRequest,
  { accessKeyId, secretAccessKey, region }: StoreKeys,
  now: number,
): Record<string, string> => {
  const time = new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, "");
  const day = time.slice(0, 8);
  const bodyHash = sha256(body);
  const signed: Record<string, string> = {
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()])),
    host: url.host,
    "x-amz-content-sha256": bodyHash,
    "x-amz-date": time,
  };
  const names = Object.keys(signed).sort();
  const canonical = [
    method,
    url.pathname,
    canonicalQuery(url),
    ...names.map((name) => `${name}:${signed[name]}`),
    "",
    names.join(";"),
    bodyHash,
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n");
  const key = ["s3", "aws4_request"].reduce(hmac, hmac(hmac(`AWS4${secretAccessKey}`, day), region));
  const signature = hmac(key, text).toString("hex");
  const { host: _host, ...sent } = signed;
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(";")}, Signature=${signature}`,
  };
};
