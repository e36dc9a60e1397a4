import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer };
type Reply = { status?: number; headers?: Record<string, string>; hang?: boolean };

/** HKDF of one block, as RFC 8291 writes it: the product's own code is not used. */
const expand = (salt: Buffer, key: Buffer, info: Buffer, length: number): Buffer => {
  const extracted = createHmac("sha256", salt).update(key).digest();
  return createHmac("sha256", extracted)
    .update(info)
    .update(Buffer.from([1]))
    .digest()
    .subarray(0, length);
};

/** A browser: its keys, and how it reads a message. */
export const createBrowserKeys = () => {
  const pair = createECDH("prime256v1");
  const publicKey = pair.generateKeys();
  const auth = randomBytes(16);
  return {
    keys: { p256dh: publicKey.toString("base64url"), auth: auth.toString("base64url") },
    decrypt: (body: Buffer) => {
      const salt = body.subarray(0, 16);
      const recordSize = body.readUInt32BE(16);
      const keyLength = body.readUInt8(20);
      const senderKey = body.subarray(21, 21 + keyLength);
      const record = body.subarray(21 + keyLength);
      if (record.length > recordSize) throw new Error("More than one record");
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, senderKey]);
      const key = expand(auth, pair.computeSecret(senderKey), info, 32);
      const contentKey = expand(salt, key, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
      const nonce = expand(salt, key, Buffer.from("Content-Encoding: nonce\0"), 12);
      const decipher = createDecipheriv("aes-128-gcm", contentKey, nonce);
      decipher.setAuthTag(record.subarray(-16));
      const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
      const end = plain.findLastIndex((byte) => byte !== 0);
      if (plain[end] !== 2) throw new Error("The record is not the last");
      return JSON.parse(plain.subarray(0, end).toString()) as Record<string, unknown>;
    },
  };
};

/** What the token of a request says, if the key that it names signed it. */
export const readVapid = (authorization: string | undefined) => {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization ?? "") ?? [];
  const [header = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const publicKey = createPublicKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    },
  });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
  return { isSigned, key, header: read(header), claims: read(claims) };
};

/** A push service on loopback. Each path takes messages, unless `answer` says otherwise. */
export const startPushService = async () => {
  const received: Received[] = [];
  const replies = new Map<string, () => Reply>();
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const path = request.url ?? "";
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks) });
      const { status = 201, headers = {}, hang } = replies.get(path)?.() ?? {};
      if (hang) open.add(response);
      else response.writeHead(status, headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    answer: (path: string, reply: () => Reply) => void replies.set(path, reply),
    at: (path: string) => received.filter((one) => one.path === path),
    stop: () => {
      for (const response of open) response.destroy();
      return new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
};
export type PushService = Awaited<ReturnType<typeof startPushService>>;
