import { connect, type Socket } from "node:net";
import { percentile } from "./measure.ts";

/** Where requests go, and the bytes of each one. */
export type LoadTarget = { url: string; next: () => Buffer };
export type LoadResult = { total: number; perSecond: number; p50: number; p99: number };

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
 * Sends requests over several connections, each sending the next one when the last is answered; `perSecond`
 * limits the total rate. Any status but 2xx is an error.
 */
export const load = async (
  { url, next }: LoadTarget,
  { connections, seconds, perSecond }: { connections: number; seconds: number; perSecond?: number },
): Promise<LoadResult> => {
  const { hostname, port } = new URL(url);
  const times: number[] = [];
  const idle: Caller[] = [];
  const done = Promise.withResolvers<void>();
  const started = performance.now();
  const ends = started + seconds * 1000;
  let sent = 0;
  let busy = connections;

  const call = (caller: Caller): void => {
    caller.sentAt = performance.now();
    sent += 1;
    caller.socket.write(next());
  };
  const sendNext = (caller: Caller): void => {
    const now = performance.now();
    if (now >= ends) {
      caller.socket.destroy();
      busy -= 1;
      if (busy === 0) done.resolve();
    } else if (perSecond === undefined || sent < ((now - started) * perSecond) / 1000) call(caller);
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
  return {
    total: times.length,
    perSecond: times.length / duration,
    p50: percentile(times, 50),
    p99: percentile(times, 99),
  };
};
