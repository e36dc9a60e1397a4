import type { Egress, EgressResult } from "#server/egress/egress.ts";
import { BackupError } from "./backup-error.ts";
import type { BackupTarget } from "./backup-target.ts";
import { encodeStrictly, type StoreKeys, signRequest } from "./sign-request.ts";

export type S3Store = StoreKeys & {
  /** Such as https://s3.us-east-1.amazonaws.com; the bucket follows in the path. */
  endpoint: string;
  bucket: string;
  /** A folder in the bucket; empty for none. */
  prefix: string;
};

type Answer = EgressResult & { ok: true };
type StoreRequest = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Of the object; none for a request to the bucket. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Buffer | string;
};

/** Stores take parts of 5 MB or more, and 10,000 of them: 160 GB. */
const partBytes = 16 * 1_048_576;
const requestMs = 5 * 60_000;
const answerBytes = partBytes + 1_048_576;

const refuse = ({ status }: Answer): never => {
  if (status === 401 || status === 403) throw new BackupError("store_refused");
  if (status === 404) throw new BackupError("store_bucket_missing");
  throw new BackupError("store_failed");
};

const textBetween = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, "g"))].map(([, text]) =>
    (text ?? "")
      .replaceAll("&quot;", '"')
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&"),
  );

const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Pieces of one size; the last is shorter. */
async function* cut(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of source) {
    pieces.push(piece);
    size += piece.length;
    if (size < partBytes) continue;
    const whole = Buffer.concat(pieces);
    yield whole.subarray(0, partBytes);
    pieces = [whole.subarray(partBytes)];
    size -= partBytes;
  }
  if (size > 0) yield Buffer.concat(pieces);
}

const createRequest =
  (egress: Pick<Egress, "request">, store: S3Store) =>
  async ({ method, key, query = {}, headers = {}, body = "" }: StoreRequest): Promise<Answer> => {
    const path = [store.bucket, ...(key === undefined ? [] : key.split("/"))].map(encodeStrictly).join("/");
    const url = new URL(`${store.endpoint.replace(/\/+$/, "")}/${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    // A query is signed as RFC 3986 has it, so it is sent like that.
    url.search = url.search.replaceAll("+", "%20");
    const answer = await egress.request({
      url: url.href,
      method,
      headers: signRequest({ method, url, headers, body }, store, Date.now()),
      ...(body.length > 0 ? { body } : {}),
      timeoutMs: requestMs,
      maxBytes: answerBytes,
      allow: "server",
    });
    if (!answer.ok) throw new BackupError("store_unreachable", { cause: answer.failure });
    return answer;
  };

/** A store that speaks S3. A backup is an upload of parts, which is an object only once it is complete. */
export const s3Target = (egress: Pick<Egress, "request">, store: S3Store): BackupTarget => {
  const send = createRequest(egress, store);
  const keyOf = (name: string): string => (store.prefix === "" ? name : `${store.prefix}/${name}`);

  const begin = async (key: string): Promise<string> => {
    const answer = await send({ method: "POST", key, query: { uploads: "" } });
    const [uploadId] = answer.status === 200 ? textBetween(answer.body.toString(), "UploadId") : [];
    return uploadId ?? refuse(answer);
  };
  const putPart = async (key: string, uploadId: string, number: number, body: Buffer): Promise<string> => {
    const answer = await send({ method: "PUT", key, query: { partNumber: String(number), uploadId }, body });
    const { etag } = answer.headers;
    return answer.status === 200 && etag ? etag : refuse(answer);
  };
  const complete = async (key: string, uploadId: string, tags: string[]): Promise<void> => {
    const parts = tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`,
    );
    const body = `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`;
    const headers = { "content-type": "application/xml" };
    const answer = await send({ method: "POST", key, query: { uploadId }, headers, body });
    // A store may find out after it has begun to answer with 200.
    if (answer.status !== 200 || !answer.body.includes("CompleteMultipartUploadResult")) refuse(answer);
  };
  const abort = (key: string, uploadId: string) => send({ method: "DELETE", key, query: { uploadId } });

  return {
    write: async (name, source) => {
      const key = keyOf(name);
      const uploadId = await begin(key);
      try {
        const tags: string[] = [];
        let bytes = 0;
        for await (const part of cut(source)) {
          tags.push(await putPart(key, uploadId, tags.length + 1, part));
          bytes += part.length;
        }
        await complete(key, uploadId, tags);
        return bytes;
      } catch (error) {
        await abort(key, uploadId).catch(() => {});
        throw error;
      }
    },
    read: async function* (name, bytes) {
      for (let start = 0; start < bytes; start += partBytes) {
        const end = Math.min(bytes, start + partBytes);
        const headers = { range: `bytes=${start}-${end - 1}` };
        const answer = await send({ method: "GET", key: keyOf(name), headers });
        if (answer.status !== 206 && answer.status !== 200) refuse(answer);
        const isWhole = answer.status === 200 && start === 0 && answer.body.length === bytes;
        if (answer.body.length !== end - start && !isWhole) throw new BackupError("damaged");
        yield answer.body;
        if (isWhole) return;
      }
    },
    remove: async (name) => {
      const answer = await send({ method: "DELETE", key: keyOf(name) });
      if (![200, 204, 404].includes(answer.status)) refuse(answer);
    },
    discardUnfinished: async (name) => {
      const key = keyOf(name);
      const answer = await send({ method: "GET", query: { uploads: "", prefix: key } });
      // A key may be allowed to write and not to list; then the store's own rule removes what is unfinished.
      if (answer.status !== 200) return;
      const xml = answer.body.toString();
      const keys = textBetween(xml, "Key");
      for (const [index, uploadId] of textBetween(xml, "UploadId").entries())
        if (keys[index] === key) await abort(key, uploadId);
    },
  };
};
