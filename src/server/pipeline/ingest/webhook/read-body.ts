import type { IncomingMessage } from "node:http";
import { unpack } from "./unpack.ts";

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

/** Reads a request's body within a limit that holds before and after its content encoding is removed. */
export const readBody = async (request: IncomingMessage, maxBytes: number): Promise<ReadBody> => {
  if (Number(request.headers["content-length"]) > maxBytes) return { ok: false, code: "too_large" };
  const read = await readAll(request, maxBytes);
  const encoding = request.headers["content-encoding"]?.trim().toLowerCase() ?? "";
  if (!read.ok || encoding === "" || encoding === "identity") return read;
  const body = await unpack(encoding, read.sent, maxBytes);
  return Buffer.isBuffer(body) ? { ok: true, sent: read.sent, body } : { ok: false, code: body };
};
