import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";

export type ReadBody =
  /** `sent` is what came over the wire, `body` the same after its content encoding was removed. */
  { ok: true; sent: Buffer; body: Buffer } | { ok: false; code: "too_large" | "bad_encoding" | "cut_off" };

const readAll = (request: IncomingMessage, maxBytes: number): Promise<ReadBody> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      // The rest stays on the wire; the server closes the connection.
      request.off("data", onData).pause();
      resolve({ ok: false, code: "too_large" });
    };
    const onEnd = (): void => {
      const [first] = chunks;
      const sent = chunks.length === 1 && first ? first : Buffer.concat(chunks, size);
      resolve({ ok: true, sent, body: sent });
    };
    const onClose = (): void => resolve({ ok: false, code: "cut_off" });
    if (request.readableEnded) onEnd();
    else if (request.destroyed) onClose();
    // A failing request always closes, so it needs no listener for errors.
    else request.on("data", onData).on("end", onEnd).on("close", onClose);
  });

type Decompressor = (compressed: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const decompressGzip: Decompressor = promisify(gunzip);
const decompressZlib: Decompressor = promisify(inflate);
const decompressRaw: Decompressor = promisify(inflateRaw);

/** Some senders omit the zlib header, although the standard requires it. */
const hasZlibHeader = (compressed: Buffer): boolean =>
  compressed.length >= 2 && ((compressed[0] ?? 0) & 0x0f) === 8 && compressed.readUInt16BE(0) % 31 === 0;

const decompressors: Record<string, Decompressor> = {
  gzip: decompressGzip,
  "x-gzip": decompressGzip,
  deflate: (compressed, options) =>
    (hasZlibHeader(compressed) ? decompressZlib : decompressRaw)(compressed, options),
  br: promisify(brotliDecompress),
};

/** Text compresses to about a tenth; a higher ratio than this is a decompression bomb, unless the result is small. */
const maxRatio = 100;
const alwaysAllowedBytes = 65_536;

const decompress = async (
  encoding: string,
  compressed: Buffer,
  maxBytes: number,
): Promise<Buffer | "too_large" | "bad_encoding"> => {
  const decompressor = Object.hasOwn(decompressors, encoding) ? decompressors[encoding] : undefined;
  if (!decompressor) return "bad_encoding";
  if (compressed.length === 0) return compressed;
  const maxOutputLength = Math.min(maxBytes, Math.max(alwaysAllowedBytes, compressed.length * maxRatio));
  try {
    return await decompressor(compressed, { maxOutputLength });
  } catch (error) {
    const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    return isTooLarge ? "too_large" : "bad_encoding";
  }
};

/** Reads a request's body within a limit that holds before and after its content encoding is removed. */
export const readBody = async (request: IncomingMessage, maxBytes: number): Promise<ReadBody> => {
  if (Number(request.headers["content-length"]) > maxBytes) return { ok: false, code: "too_large" };
  const read = await readAll(request, maxBytes);
  const encoding = request.headers["content-encoding"]?.trim().toLowerCase() ?? "";
  if (!read.ok || encoding === "" || encoding === "identity") return read;
  const body = await decompress(encoding, read.sent, maxBytes);
  return Buffer.isBuffer(body) ? { ok: true, sent: read.sent, body } : { ok: false, code: body };
};
