import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { once } from "node:events";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { SipTransport } from "#domain/sip/extension.ts";
import { parseSipReply, type SipReply, sipLimits } from "#domain/sip/message.ts";

export type SipFailure = "timeout" | "unreachable" | "certificate" | "not_sip";

export class SipConnectionError extends Error {
  readonly failure: SipFailure;
  constructor(failure: SipFailure, cause?: unknown) {
    super(failure, { cause });
    this.failure = failure;
  }
}

export type SipConnection = {
  local: { host: string; port: number };
  /** Sends a request and waits for its final answer; throws a `SipConnectionError`. */
  exchange: (request: string, isAnswer: (reply: SipReply) => boolean, timeoutMs: number) => Promise<SipReply>;
  close: () => void;
};

export type SipPeer = {
  /** The checked address. */
  address: string;
  port: number;
  transport: SipTransport;
  /** The name that the certificate must have. */
  serverName: string;
};

/** RFC 3261, timer E: after half a second, then with doubled intervals up to four seconds. */
const firstRetransmitMs = 500;
const maxRetransmitMs = 4000;

/** Errors of a TLS handshake carry OpenSSL's codes. */
const certificateCode = /CERT|SIGNATURE|ISSUER|ERR_TLS|ERR_SSL|EPROTO/;

/** Errors of the operating system, such as ECONNREFUSED. */
const systemCode = /^E[A-Z0-9]+$/;

const toSipFailure = (error: Error): Error => {
  const code = "code" in error ? String(error.code) : "";
  if (error.name === "AbortError") return new SipConnectionError("timeout", error);
  if (certificateCode.test(code)) return new SipConnectionError("certificate", error);
  return systemCode.test(code) ? new SipConnectionError("unreachable", error) : error;
};

const isRequest = (text: string): boolean => /^[A-Z]+ \S+ SIP\/2\.0\r?\n/.test(text);
const isFinal = ({ status }: SipReply): boolean => status >= 200;

type Waiter = {
  accept: (reply: SipReply) => void;
  fail: (error: Error) => void;
  /** The other side sent something that is not SIP. */
  noteGarbage: () => void;
};

/** One exchange at a time; messages that answer nothing are ignored. */
const createWaiting = () => {
  let waiter: Waiter | undefined;
  let ended: Error | undefined;
  return {
    receive: (text: string) => {
      const reply = parseSipReply(text);
      if (reply) waiter?.accept(reply);
      // Servers may send requests and empty lines of their own.
      else if (!isRequest(text) && text.trim() !== "") waiter?.noteGarbage();
    },
    end: (error: Error) => {
      ended ??= error;
      waiter?.fail(error);
    },
    wait: (isAnswer: (reply: SipReply) => boolean, timeoutMs: number): Promise<SipReply> => {
      if (ended) return Promise.reject(ended);
      const { promise, resolve, reject } = Promise.withResolvers<SipReply>();
      let hasGarbage = false;
      const timer = setTimeout(
        () => reject(new SipConnectionError(hasGarbage ? "not_sip" : "timeout")),
        Math.max(0, timeoutMs),
      );
      waiter = {
        accept: (reply) => {
          if (isFinal(reply) && isAnswer(reply)) resolve(reply);
        },
        fail: reject,
        noteGarbage: () => {
          hasGarbage = true;
        },
      };
      return promise.finally(() => {
        clearTimeout(timer);
        waiter = undefined;
      });
    },
  };
};

const openUdp = async ({ address, port }: SipPeer): Promise<SipConnection> => {
  const socket: UdpSocket = createSocket(isIP(address) === 6 ? "udp6" : "udp4");
  const waiting = createWaiting();
  socket.on("error", (error) => waiting.end(toSipFailure(error)));
  socket.on("message", (bytes) => waiting.receive(bytes.toString("utf8")));
  // Connected, so that only packets of this address and port are received, and a closed port is reported.
  socket.connect(port, address);
  try {
    await once(socket, "connect");
  } catch (error) {
    socket.close();
    throw toSipFailure(error as Error);
  }
  const local = socket.address();
  return {
    local: { host: local.address, port: local.port },
    exchange: async (request, isAnswer, timeoutMs) => {
      let timer: NodeJS.Timeout | undefined;
      const send = (delayMs: number) => {
        socket.send(request, (error) => error && waiting.end(toSipFailure(error)));
        timer = setTimeout(() => send(Math.min(2 * delayMs, maxRetransmitMs)), delayMs);
      };
      const reply = waiting.wait(isAnswer, timeoutMs);
      send(firstRetransmitMs);
      return reply.finally(() => clearTimeout(timer));
    },
    close: () => socket.close(),
  };
};

type Frame = { text: string; rest: Buffer };

/** The first message of a stream: undefined until it is complete, "invalid" when it cannot become one. */
const takeFrame = (received: Buffer): Frame | "invalid" | undefined => {
  // Empty lines between messages keep a connection open.
  const start = received.findIndex((byte) => byte !== 13 && byte !== 10);
  if (start === -1) return undefined;
  const bytes = received.subarray(start);
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd === -1) return bytes.length > sipLimits.headBytes ? "invalid" : undefined;
  const head = bytes.subarray(0, headEnd).toString("utf8");
  const length = Number(/^(?:content-length|l)[ \t]*:[ \t]*(\d{1,6})[ \t]*$/im.exec(head)?.[1] ?? 0);
  const end = headEnd + 4 + length;
  if (end > sipLimits.messageBytes) return "invalid";
  if (bytes.length < end) return undefined;
  return { text: bytes.subarray(0, end).toString("utf8"), rest: bytes.subarray(end) };
};

const startsLikeSip = (bytes: Buffer): boolean => {
  const line = bytes.toString("latin1", 0, 256).replace(/^[\r\n]+/, "");
  return line.length < 8 || /^(?:SIP\/2\.0 |[A-Z]+ )/.test(line);
};

const openStream = async (peer: SipPeer, timeoutMs: number): Promise<SipConnection> => {
  const { address: host, port, transport, serverName } = peer;
  const waiting = createWaiting();
  const socket: Socket =
    transport === "TLS"
      ? connectTls({ host, port, ...(isIP(serverName) ? {} : { servername: serverName }) })
      : connectTcp({ host, port });
  let received: Buffer = Buffer.alloc(0);
  const readFrames = (): void => {
    for (;;) {
      const frame = startsLikeSip(received) ? takeFrame(received) : "invalid";
      if (frame === undefined) return;
      if (frame === "invalid") {
        waiting.end(new SipConnectionError("not_sip"));
        socket.destroy();
        return;
      }
      received = frame.rest;
      waiting.receive(frame.text);
    }
  };
  socket.on("data", (bytes: Buffer) => {
    received = Buffer.concat([received, bytes]);
    readFrames();
  });
  socket.on("error", (error) => waiting.end(toSipFailure(error)));
  socket.on("close", () => waiting.end(new SipConnectionError("unreachable")));
  try {
    await once(socket, transport === "TLS" ? "secureConnect" : "connect", {
      signal: AbortSignal.timeout(Math.max(0, Math.ceil(timeoutMs))),
    });
  } catch (error) {
    socket.destroy();
    throw toSipFailure(error as Error);
  }
  return {
    local: { host: socket.localAddress ?? "0.0.0.0", port: socket.localPort ?? 0 },
    exchange: (request, isAnswer, remainingMs) => {
      const reply = waiting.wait(isAnswer, remainingMs);
      socket.write(request);
      return reply;
    },
    close: () => socket.destroy(),
  };
};

export const openSipConnection = (peer: SipPeer, timeoutMs: number): Promise<SipConnection> =>
  peer.transport === "UDP" ? openUdp(peer) : openStream(peer, timeoutMs);
