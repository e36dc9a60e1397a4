import { connect, type Socket } from "node:net";
import { percentile } from "./measure.ts";

export type LoadRequest = { url: string; body: string; headers: Record<string, string> };
export type LoadResult = { total: number; perSecond: number; p99: number };

/** Serializes a request once: the load generator shares the cores with the server. */
const serializeRequest = ({ url, body, headers }: LoadRequest): Buffer => {
  const { pathname, search, host } = new URL(url);
  const lines = Object.entries({ host, "content-length": String(Buffer.byteLength(body)), ...headers });
  return Buffer.from(
    `POST ${pathname}${search} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`,
  );
};

/** The length of the response at the start of the text, head and body; 0 while it is incomplete. */
const responseLength = (text: string): number => {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return 0;
  const declared = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end));
  if (!declared) {
    // A chunked body ends with an empty chunk.
    const lastChunk = text.indexOf("\r\n0\r\n\r\n", end);
    return lastChunk < 0 ? 0 : lastChunk + 7;
  }
  const length = end + 4 + Number(declared[1]);
  return text.length < length ? 0 : length;
};

type Caller = { socket: Socket; sentAt: number; received: string };

/**
 * Posts the requests over several connections, each sending the next one when the last is answered; `perSecond`
 * limits the total rate. Any status but 2xx is an error.
 */
export const load = async (
  requests: LoadRequest[],
  { connections, seconds, perSecond }: { connections: number; seconds: number; perSecond?: number },
): Promise<LoadResult> => {
  const { hostname, port } = new URL(requests[0]?.url ?? "");
  const wire = requests.map(serializeRequest);
  const times: number[] = [];
  const idle: Caller[] = [];
  const done = Promise.withResolvers<void>();
  const started = performance.now();
  const ends = started + seconds * 1000;
  let next = 0;
  let busy = connections;

  const call = (caller: Caller): void => {
    caller.sentAt = performance.now();
    caller.socket.write(wire[next++ % wire.length] ?? "");
  };
  const sendNext = (caller: Caller): void => {
    const now = performance.now();
    if (now >= ends) {
      caller.socket.destroy();
      busy -= 1;
      if (busy === 0) done.resolve();
    } else if (perSecond === undefined || next < ((now - started) * perSecond) / 1000) call(caller);
    else idle.push(caller);
  };
  const receive = (caller: Caller, chunk: string): void => {
    caller.received += chunk;
    const length = responseLength(caller.received);
    if (length === 0) return;
    if (!caller.received.startsWith("HTTP/1.1 2")) throw new Error(caller.received.slice(0, 300));
    caller.received = caller.received.slice(length);
    times.push(performance.now() - caller.sentAt);
    sendNext(caller);
  };
  const pacer = setInterval(() => idle.splice(0).forEach(sendNext), 2);
  for (let at = 0; at < connections; at++) {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const caller: Caller = { socket, sentAt: 0, received: "" };
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      try {
        receive(caller, chunk);
      } catch (error) {
        done.reject(error);
      }
    });
    socket.on("error", done.reject).on("connect", () => sendNext(caller));
  }
  try {
    await done.promise;
  } finally {
    clearInterval(pacer);
  }
  const duration = (performance.now() - started) / 1000;
  return { total: times.length, perSecond: times.length / duration, p99: percentile(times, 99) };
};
