import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { StartError } from "#server/start-error.ts";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};
const compressibleTypes = new Set([".html", ".js", ".css", ".json", ".svg", ".webmanifest"]);

type Encoding = "br" | "gzip";
type WebFile = {
  body: Buffer;
  type: string;
  isCompressible: boolean;
  etag: string;
  immutable: boolean;
  compressed: Map<Encoding, Promise<Buffer>>;
};

const compress: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
};

const readAll = (dir: string): Map<string, WebFile> => {
  const files = new Map<string, WebFile>();
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith(".")) continue;
    const path = join(entry.parentPath, entry.name);
    const url = `/${relative(dir, path).split(sep).join("/")}`;
    const body = readFileSync(path);
    files.set(url, {
      body,
      type: types[extname(path)] ?? "application/octet-stream",
      isCompressible: compressibleTypes.has(extname(path)),
      etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`,
      // Vite puts a hash of the content into these names.
      immutable: url.startsWith("/assets/"),
      compressed: new Map(),
    });
  }
  return files;
};

const sendFile = async (
  file: WebFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  reply.header("etag", file.etag).header("vary", "accept-encoding");
  reply.header("cache-control", file.immutable ? "public, max-age=31536000, immutable" : "no-cache");
  if (request.headers["if-none-match"] === file.etag) return reply.status(304).send();
  reply.type(file.type);
  const accepted = request.headers["accept-encoding"] ?? "";
  const encoding = (["br", "gzip"] as const).find((name) => accepted.includes(name));
  if (!encoding || !file.isCompressible) return reply.send(file.body);
  const body = file.compressed.get(encoding) ?? compress[encoding](file.body);
  file.compressed.set(encoding, body);
  return reply.header("content-encoding", encoding).send(await body);
};

/** Serves the built app from memory, so that no request path reaches the file system. */
export const mountWeb = (
  server: FastifyInstance,
  dir: string,
): ((request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) => {
  let files: Map<string, WebFile>;
  try {
    files = readAll(dir);
  } catch {
    throw new StartError(`The web app is not built; run: npm run build.`);
  }
  const index = files.get("/index.html");
  if (!index) throw new StartError(`The web app is not built; run: npm run build.`);
  for (const [url, file] of files) {
    if (file !== index) server.get(url, (request, reply) => sendFile(file, request, reply));
  }
  // Pages are routed in the browser, which also shows the 404 page.
  return (request, reply) => sendFile(index, request, reply);
};
