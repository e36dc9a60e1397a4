import type { IncomingMessage } from "node:http";
import { unpack } from "./unpack.ts";

export type ReadBody =
  /** `sent` is what came over the wire, `body` what it means once unpacked. */
  { ok: true; sent: Buffer; body: Buffer } | { ok: false; code: "too_large" | "bad_encoding" | "cut_off" };

/** All bytes; `too_large` as soon as there are more than allowed; `cut_off` when the sender left. */
const readAll = (request: IncomingMessage, maxBytes: number, next: (read: ReadBody) => void): void => {
  const chunks: Buffer[] = [];
  let size = 0;
  let isSettled = false;
  const settle = (read: ReadBody): void => {
    if (isSettled) return;
    isSettled = true;
    next(read);
  };
  const onData = (chunk: Buffer): void => {
    size += chunk.length;
    if (size <= maxBytes) {
      chunks.push(chunk);
      return;
    }
    // What is left on the wire is not ours to read.
    request.off("data", onData).pause();
    settle({ ok: false, code: "too_large" });
  };
  const onEnd = (): void => {
    const [first] = chunks;
    const sent = chunks.length === 1 && first ? first : Buffer.concat(chunks, size);
    settle({ ok: true, sent, body: sent });
  };
  const onClose = (): void => settle({ ok: false, code: "cut_off" });
  if (request.readableEnded) onEnd();
  else if (request.destroyed) onClose();
  // It tells of its failing only to those who listen, and closes either way.
  else request.on("data", onData).on("end", onEnd).on("close", onClose);
};

/** Reads a request's body within a limit that holds before and after unpacking. */
export const readBody = (
  request: IncomingMessage,
  maxBytes: number,
  next: (read: ReadBody) => void,
): void => {
  // Nothing is read of what is too large by its own account.
  if (Number(request.headers["content-length"]) > maxBytes) {
    next({ ok: false, code: "too_large" });
    return;
  }
  const encoding = request.headers["content-encoding"]?.trim().toLowerCase() ?? "";
  const isPlain = encoding === "" || encoding === "identity";
  readAll(request, maxBytes, isPlain ? next : (read) => unpacked(encoding, read, maxBytes).then(next));
};

const unpacked = async (encoding: string, read: ReadBody, maxBytes: number): Promise<ReadBody> => {
  if (!read.ok) return read;
  const body = await unpack(encoding, read.sent, maxBytes);
  return Buffer.isBuffer(body) ? { ok: true, sent: read.sent, body } : { ok: false, code: body };
};
