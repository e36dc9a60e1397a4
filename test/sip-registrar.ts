import { createHash, randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { SipTransport } from "#domain/sip/extension.ts";

/** A request as the registrar understood it, written without the product's own parser. */
export type ReceivedRequest = { method: string; headers: Record<string, string>; text: string };

/** Replies to send, or undefined to send none. */
export type RegistrarAnswer = { status: number; phrase?: string; headers?: string[]; body?: string };
export type Behaviour = (
  request: ReceivedRequest,
  count: number,
) => RegistrarAnswer | "challenge" | "stale" | "check" | "garbage" | "silence";

export type Registrar = {
  port: number;
  requests: ReceivedRequest[];
  /** Contacts that are registered now. */
  contacts: Map<string, number>;
  stop: () => Promise<void>;
};

export type RegistrarOptions = {
  transport?: SipTransport;
  username?: string;
  password?: string;
  /** One challenge for each. */
  algorithms?: readonly ("MD5" | "MD5-sess" | "SHA-256")[];
  qop?: "auth" | "auth-int" | null;
  /** Asked first; by default every request is checked like a registrar does. */
  behaviour?: Behaviour;
  tls?: { key: string; cert: string };
};

const realm = "registrar, test";

const parseRequest = (text: string): ReceivedRequest => {
  const [first = "", ...lines] = text.split("\r\n");
  const pairs = lines
    .filter((line) => line.includes(":"))
    .map((line) => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      line.slice(line.indexOf(":") + 1).trim(),
    ]);
  return { method: first.split(" ")[0] ?? "", headers: Object.fromEntries(pairs), text };
};

const hasher = (algorithm: string) => (text: string) =>
  createHash(algorithm.startsWith("SHA-256") ? "sha256" : "md5")
    .update(text)
    .digest("hex");

const digestIsRight = (
  request: ReceivedRequest,
  authorization: string,
  account: { username: string; password: string },
): boolean => {
  const value = (name: string) => new RegExp(`\\b${name}="?([^",]+)"?`).exec(authorization)?.[1] ?? "";
  const algorithm = value("algorithm") || "MD5";
  const hash = hasher(algorithm);
  const uri = value("uri");
  const nonce = value("nonce");
  const cnonce = value("cnonce");
  const qop = value("qop");
  const plain = hash(`${account.username}:${realm}:${account.password}`);
  const secret = algorithm.endsWith("-sess") ? hash(`${plain}:${nonce}:${cnonce}`) : plain;
  const action = `${request.method}:${uri}${qop === "auth-int" ? `:${hash("")}` : ""}`;
  const expected = qop
    ? hash(`${secret}:${nonce}:${value("nc")}:${cnonce}:${qop}:${hash(action)}`)
    : hash(`${secret}:${nonce}:${hash(action)}`);
  return value("username") === account.username && value("response") === expected;
};

/** A registrar on a loopback port for one account. */
export const startSipRegistrar = async (options: RegistrarOptions = {}): Promise<Registrar> => {
  const { transport = "UDP", algorithms = ["MD5"], qop = "auth", behaviour = () => "check" } = options;
  const account = { username: options.username ?? "1001", password: options.password ?? "right password" };
  const requests: ReceivedRequest[] = [];
  const contacts = new Map<string, number>();
  const nonces = new Set<string>();

  const challenge = (isStale: boolean): RegistrarAnswer => ({
    status: 401,
    phrase: "Unauthorized",
    headers: algorithms.map((algorithm) => {
      const nonce = randomBytes(8).toString("hex");
      nonces.add(nonce);
      const qopPart = qop === null ? "" : `, qop="${qop}"`;
      const stalePart = isStale ? ", stale=TRUE" : "";
      return `WWW-Authenticate: Digest realm="${realm}",\r\n nonce="${nonce}", algorithm=${algorithm}${qopPart}${stalePart}, opaque="o"`;
    }),
  });

  const register = ({ headers }: ReceivedRequest): RegistrarAnswer => {
    const { contact, expires = "3600" } = headers;
    if (contact && expires === "0") contacts.delete(contact);
    else if (contact) contacts.set(contact, Number(expires));
    return { status: 200, phrase: "OK", headers: [...contacts.keys()].map((one) => `m: ${one}`) };
  };

  const check = (request: ReceivedRequest): RegistrarAnswer => {
    if (request.method === "OPTIONS") return { status: 200, phrase: "OK" };
    const { authorization = "" } = request.headers;
    const nonce = /nonce="([^"]+)"/.exec(authorization)?.[1] ?? "";
    if (authorization === "" || !nonces.has(nonce)) return challenge(false);
    return digestIsRight(request, authorization, account) ? register(request) : challenge(false);
  };

  const respond = (text: string): string | undefined => {
    const request = parseRequest(text);
    requests.push(request);
    const chosen = behaviour(request, requests.filter(({ method }) => method === request.method).length);
    if (chosen === "silence") return undefined;
    if (chosen === "garbage") return "220 mail.example.com ESMTP ready\r\n\r\n";
    const answer =
      chosen === "check"
        ? check(request)
        : chosen === "challenge" || chosen === "stale"
          ? challenge(chosen === "stale")
          : chosen;
    const { body = "" } = answer;
    return [
      `SIP/2.0 ${answer.status} ${answer.phrase ?? ""}`,
      `v: ${request.headers.via};received=127.0.0.1`,
      `f: ${request.headers.from}`,
      `t: ${request.headers.to};tag=r`,
      `i: ${request.headers["call-id"]}`,
      `CSeq: ${request.headers.cseq}`,
      ...(answer.headers ?? []),
      `l: ${Buffer.byteLength(body)}`,
      "",
      body,
    ].join("\r\n");
  };

  if (transport === "UDP") {
    const socket = createSocket("udp4");
    socket.on("message", (bytes, peer) => {
      const reply = respond(bytes.toString());
      if (reply !== undefined) socket.send(reply, peer.port, peer.address);
    });
    socket.bind(0, "127.0.0.1");
    await once(socket, "listening");
    const { port } = socket.address();
    const stop = async () => {
      socket.close();
      await once(socket, "close");
    };
    return { port, requests, contacts, stop };
  }

  const open = new Set<Socket>();
  const serve = (socket: Socket) => {
    open.add(socket);
    let received = "";
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      received += bytes.toString();
      for (let end = received.indexOf("\r\n\r\n"); end !== -1; end = received.indexOf("\r\n\r\n")) {
        const text = received.slice(0, end);
        received = received.slice(end + 4);
        const reply = respond(text);
        // In two pieces, as a network may deliver it, after a keep-alive and a request of the server's own.
        if (reply !== undefined) {
          if (!reply.startsWith("220")) socket.write("\r\n\r\nOPTIONS sip:you SIP/2.0\r\nl: 0\r\n\r\n");
          socket.write(reply.slice(0, 40));
          setImmediate(() => socket.write(reply.slice(40)));
        }
      }
    });
  };
  const server = transport === "TLS" ? createTlsServer(options.tls ?? {}, serve) : createTcpServer(serve);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = async () => {
    for (const socket of open) socket.destroy();
    server.close();
    await once(server, "close");
  };
  return { port: (server.address() as AddressInfo).port, requests, contacts, stop };
};
