import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { signRequest } from "#server/backups/sign-request.ts";

export const storeKeys = {
  accessKeyId: "KEYFORTESTS",
  secretAccessKey: "a secret/with+signs=",
  region: "us-east-1",
};
const bucket = "faro-backups";

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const sentHeaders = ({ headers }: IncomingMessage, names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, String(headers[name] ?? "")]));

/** Whether the request was signed with the keys of the store, and its body is the one that was signed. */
const isSigned = (request: IncomingMessage, url: URL, body: Buffer): boolean => {
  const authorization = request.headers.authorization ?? "";
  const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(";") ?? [];
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(
    String(request.headers["x-amz-date"]),
  ) ?? ["", "1970", "01", "01", "00", "00", "00"];
  const now = Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`);
  const added = new Set(["host", "x-amz-date", "x-amz-content-sha256"]);
  const headers = sentHeaders(
    request,
    names.filter((name) => !added.has(name)),
  );
  const expected = signRequest({ method: request.method ?? "", url, headers, body }, storeKeys, now);
  return (
    expected.authorization === authorization &&
    Math.abs(Date.now() - now) < 15 * 60_000 &&
    names.includes("host")
  );
};

/** A store that speaks as much of S3 as backups need: uploads of parts, reading of ranges, deletion. */
export const startStore = async () => {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, { key: string; parts: Map<number, Buffer> }>();
  const state = { damagesReads: false, isFull: false };

  const answer = (method: string, key: string, url: URL, range: string, body: Buffer) => {
    const query = url.searchParams;
    const uploadId = query.get("uploadId") ?? "";
    const upload = uploads.get(uploadId);
    if (method === "POST" && query.has("uploads")) {
      const id = randomUUID();
      uploads.set(id, { key, parts: new Map() });
      return {
        status: 200,
        body: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      };
    }
    if (method === "GET" && query.has("uploads")) {
      const open = [...uploads].filter(([, one]) => one.key.startsWith(query.get("prefix") ?? ""));
      const listed = open.map(
        ([id, one]) => `<Upload><Key>${one.key}</Key><UploadId>${id}</UploadId></Upload>`,
      );
      return {
        status: 200,
        body: `<ListMultipartUploadsResult>${listed.join("")}</ListMultipartUploadsResult>`,
      };
    }
    if (method === "PUT" && upload) {
      if (state.isFull) return { status: 507, body: "<Error><Code>XMinioStorageFull</Code></Error>" };
      upload.parts.set(Number(query.get("partNumber")), body);
      return { status: 200, body: "", etag: `"${createHash("md5").update(body).digest("hex")}"` };
    }
    if (method === "POST" && upload) {
      const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map(([, number]) =>
        Number(number),
      );
      const parts = numbers.map((number) => upload.parts.get(number));
      if (numbers.length === 0 || parts.some((part) => !part))
        return { status: 200, body: "<Error><Code>InvalidPart</Code></Error>" };
      objects.set(upload.key, Buffer.concat(parts as Buffer[]));
      uploads.delete(uploadId);
      return { status: 200, body: "<CompleteMultipartUploadResult></CompleteMultipartUploadResult>" };
    }
    if (method === "DELETE") {
      if (uploadId) uploads.delete(uploadId);
      else objects.delete(key);
      return { status: 204, body: "" };
    }
    const object = objects.get(key);
    if (method !== "GET" || !object) return { status: 404, body: "<Error><Code>NoSuchKey</Code></Error>" };
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
    const piece = Buffer.from(object.subarray(Number(start), Number(end) + 1));
    if (state.damagesReads) piece[piece.length - 20] = (piece[piece.length - 20] ?? 0) ^ 1;
    return { status: 206, body: piece };
  };

  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
    const [, named, ...rest] = url.pathname.split("/");
    const found = !isSigned(request, url, body)
      ? { status: 403, body: "<Error><Code>SignatureDoesNotMatch</Code></Error>" }
      : named !== bucket
        ? { status: 404, body: "<Error><Code>NoSuchBucket</Code></Error>" }
        : answer(
            request.method ?? "",
            rest.map(decodeURIComponent).join("/"),
            url,
            request.headers.range ?? "",
            body,
          );
    response.writeHead(found.status, "etag" in found ? { etag: found.etag } : {}).end(found.body);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    bucket,
    objects,
    uploads,
    state,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
};
