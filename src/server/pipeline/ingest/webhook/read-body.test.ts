import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ReadBody, readBody } from "./read-body.ts";

const limit = 100_000;
let server: Server;
let next: (read: ReadBody) => void;

beforeAll(async () => {
  server = createServer(async (request: IncomingMessage, response) => {
    next(await readBody(request, limit));
    response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends raw bytes and returns what the server read; the connection stays open until then. */
const read = async (
  headers: string[],
  body: Buffer | string,
  then: (socket: Socket) => void = () => {},
): Promise<ReadBody> => {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => {});
  const result = new Promise<ReadBody>((resolve) => {
    next = resolve;
  });
  await once(socket, "connect");
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${headers.map((line) => `${line}\r\n`).join("")}\r\n`);
  socket.write(body);
  then(socket);
  const answer = await result;
  socket.destroy();
  return answer;
};
const sized = (body: Buffer | string, ...more: string[]) =>
  read([`Content-Length: ${Buffer.byteLength(body)}`, ...more], body);
const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

test("reads a whole body, in one chunk or several", async () => {
  expect(await sized('{"a":1}')).toEqual({
    ok: true,
    sent: Buffer.from('{"a":1}'),
    body: Buffer.from('{"a":1}'),
  });
  const pieces = chunked("a".repeat(40_000)) + chunked("b".repeat(40_000));
  const many = await read(["Transfer-Encoding: chunked"], `${pieces}0\r\n\r\n`);
  expect(many).toMatchObject({ ok: true, body: Buffer.from("a".repeat(40_000) + "b".repeat(40_000)) });
  expect(await sized("")).toMatchObject({ ok: true, body: Buffer.alloc(0) });
  expect(await sized("x".repeat(limit))).toMatchObject({ ok: true });
});

test("refuses a body whose declared length is too large without reading it", async () => {
  expect(await read([`Content-Length: ${limit + 1}`], "")).toEqual({ ok: false, code: "too_large" });
});

test("stops reading a chunked body that exceeds the limit", async () => {
  const piece = chunked("x".repeat(60_000));
  expect(await read(["Transfer-Encoding: chunked"], piece + piece)).toEqual({ ok: false, code: "too_large" });
});

test("refuses a body that is cut off", async () => {
  const leave = (socket: Socket) => server.once("request", () => socket.destroy());
  expect(await read(["Content-Length: 100"], "x", leave)).toEqual({ ok: false, code: "cut_off" });
  const end = (socket: Socket) => socket.end();
  expect(await read(["Content-Length: 100"], "x", end)).toEqual({ ok: false, code: "cut_off" });
});

test("ignores bytes beyond the declared length", async () => {
  expect(await read(["Content-Length: 2"], "{}{}")).toMatchObject({ ok: true, body: Buffer.from("{}") });
});

const text = JSON.stringify({ words: "uno dos tres ".repeat(500) });

test.each([
  ["gzip", gzipSync(text)],
  ["GZIP", gzipSync(text)],
  ["x-gzip", gzipSync(text)],
  ["gzip", Buffer.concat([gzipSync(text.slice(0, 100)), gzipSync(text.slice(100))])],
  ["deflate", deflateSync(text)],
  ["deflate", deflateRawSync(text)],
  ["br", brotliCompressSync(text)],
  ["identity", Buffer.from(text)],
])("decompresses %s and returns the sent bytes for the signature", async (encoding, packed) => {
  const answer = await sized(packed, `Content-Encoding: ${encoding}`);
  expect(answer).toEqual({ ok: true, sent: packed, body: Buffer.from(text) });
});

test.each([
  ["zstd", Buffer.from(text)],
  ["gzip, gzip", gzipSync(gzipSync(text))],
  ["constructor", Buffer.from(text)],
  ["gzip", Buffer.from(text)],
  ["gzip", gzipSync(text).subarray(0, -20)],
  ["deflate", Buffer.from(text)],
  ["br", Buffer.from(text)],
])("refuses %s that cannot be decompressed", async (encoding, packed) => {
  expect(await sized(packed, `Content-Encoding: ${encoding}`)).toEqual({ ok: false, code: "bad_encoding" });
});

test("refuses a body that decompresses to more than the limit or to a hundred times its size", async () => {
  const zeros = (size: number) => gzipSync(Buffer.alloc(size));
  const packed = (size: number) => sized(zeros(size), "Content-Encoding: gzip");
  expect(await packed(60_000)).toMatchObject({ ok: true });
  expect(await packed(99_000)).toEqual({ ok: false, code: "too_large" });
  expect(await packed(limit + 1)).toEqual({ ok: false, code: "too_large" });
  expect(await packed(50_000_000)).toEqual({ ok: false, code: "too_large" });
  const dense = gzipSync(Array.from({ length: 30_000 }, (_, n) => n.toString(36)).join(" "));
  expect(await sized(dense, "Content-Encoding: gzip")).toEqual({ ok: false, code: "too_large" });
});
