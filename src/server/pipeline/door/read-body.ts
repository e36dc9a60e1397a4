import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { unpack } from "./unpack.ts";

export type ReadBody =
  /** `sent` is what came over the wire, `body` what it means once unpacked. */
  { ok: true; sent: Buffer; body: Buffer } | { ok: false; code: "too_large" | "bad_encoding" | "cut_off" };

type Incoming = Readable & { headers: IncomingHttpHeaders };

/** All bytes; `too_large` as soon as there are more than allowed; `cut_off` when the sender left. */
const readAll = (stream: Readable, maxBytes: number): Promise<Buffer | "too_large" | "cut_off"> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (result: Buffer | "too_large" | "cut_off"): void => {
      stream.off("data", onData).off("end", onEnd).off("close", onClose);
      // What is left on the wire is not ours to read, and its failing is no longer news.
      if (!Buffer.isBuffer(result)) stream.pause();
      resolve(result);
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > maxBytes) settle("too_large");
      else chunks.push(chunk);
    };
    const onEnd = (): void => {
      const [first] = chunks;
      settle(chunks.length === 1 && first ? first : Buffer.concat(chunks, size));
    };
    const onClose = (): void => settle("cut_off");
    if (stream.readableEnded) return resolve(Buffer.alloc(0));
    if (stream.destroyed) return resolve("cut_off");
    stream
      .on("data", onData)
      .on("end", onEnd)
      .on("close", onClose)
      .on("error", () => settle("cut_off"));
  });

/** Reads a request's body within a limit that holds before and after unpacking. */
export const readBody = async (request: Incoming, maxBytes: number): Promise<ReadBody> => {
  // Nothing is read of what is too large by its own account.
  if (Number(request.headers["content-length"]) > maxBytes) return { ok: false, code: "too_large" };
  const sent = await readAll(request, maxBytes);
  if (!Buffer.isBuffer(sent)) return { ok: false, code: sent };
  const encoding = request.headers["content-encoding"]?.trim().toLowerCase();
  if (encoding === undefined || encoding === "" || encoding === "identity") {
    return { ok: true, sent, body: sent };
  }
  const body = await unpack(encoding, sent, maxBytes);
  return Buffer.isBuffer(body) ? { ok: true, sent, body } : { ok: false, code: body };
};
