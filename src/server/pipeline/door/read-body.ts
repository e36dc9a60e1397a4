import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { unpack } from "./unpack.ts";

export type ReadBody =
  /** `sent` is what came over the wire, `body` what it means once unpacked. */
  { ok: true; sent: Buffer; body: Buffer } | { ok: false; code: "too_large" | "bad_encoding" | "cut_off" };

type Incoming = Readable & { headers: IncomingHttpHeaders };

/** All bytes; `too_large` as soon as there are more than allowed; `cut_off` when the sender left. */
const readAll = (stream: Readable, maxBytes: number): Promise<ReadBody> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > maxBytes) refuse("too_large");
      else chunks.push(chunk);
    };
    const onEnd = (): void => {
      const [first] = chunks;
      const sent = chunks.length === 1 && first ? first : Buffer.concat(chunks, size);
      stream.off("close", onClose);
      resolve({ ok: true, sent, body: sent });
    };
    const onClose = (): void => refuse("cut_off");
    const refuse = (code: "too_large" | "cut_off"): void => {
      // What is left on the wire is not ours to read, and its failing is no longer news.
      stream.off("data", onData).off("end", onEnd).off("close", onClose).pause();
      resolve({ ok: false, code });
    };
    if (stream.readableEnded) return onEnd();
    if (stream.destroyed) return onClose();
    stream.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose);
  });

/** Reads a request's body within a limit that holds before and after unpacking. */
export const readBody = (request: Incoming, maxBytes: number): Promise<ReadBody> => {
  // Nothing is read of what is too large by its own account.
  if (Number(request.headers["content-length"]) > maxBytes) {
    return Promise.resolve({ ok: false, code: "too_large" });
  }
  const reading = readAll(request, maxBytes);
  const encoding = request.headers["content-encoding"]?.trim().toLowerCase();
  if (encoding === undefined || encoding === "" || encoding === "identity") return reading;
  return reading.then(async (read) => {
    if (!read.ok) return read;
    const body = await unpack(encoding, read.sent, maxBytes);
    return Buffer.isBuffer(body) ? { ok: true, sent: read.sent, body } : { ok: false, code: body };
  });
};
