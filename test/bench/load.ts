import { connect, type Socket } from "node:net";
import { percentile } from "./measure.ts";

export type Sent = { url: string; body: string; headers: Record<string, string> };
export type Loaded = { total: number; perSecond: number; p99: number };

/** As it goes over the wire, made once: whoever measures shares the cores with what is measured. */
const onTheWire = ({ url, body, headers }: Sent): Buffer => {
  const { pathname, search, host } = new URL(url);
  const lines = Object.entries({ host, "content-length": String(Buffer.byteLength(body)), ...headers });
  return Buffer.from(
    `POST ${pathname}${search} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`,
  );
};

/** How long the answer at the start of the text is, head and body; 0 while it is not all there. */
const lengthOfAnswer = (text: string): number => {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return 0;
  const said = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end));
  if (!said) {
    // In pieces, of which the last is empty.
    const last = text.indexOf("\r\n0\r\n\r\n", end);
    return last < 0 ? 0 : last + 7;
  }
  const length = end + 4 + Number(said[1]);
  return text.length < length ? 0 : length;
};

type Caller = { socket: Socket; sentAt: number; heard: string };

/**
 * Posts over so many connections, on each the next one as soon as the last is answered; with `perSecond`, no sooner
 * than their turn comes. Anything but a 2xx is an error.
 */
export const load = async (
  sent: Sent[],
  { connections, seconds, perSecond }: { connections: number; seconds: number; perSecond?: number },
): Promise<Loaded> => {
  const { hostname, port } = new URL(sent[0]?.url ?? "");
  const wire = sent.map(onTheWire);
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
  const go = (caller: Caller): void => {
    const now = performance.now();
    if (now >= ends) {
      caller.socket.destroy();
      busy -= 1;
      if (busy === 0) done.resolve();
    } else if (perSecond === undefined || next < ((now - started) * perSecond) / 1000) call(caller);
    else idle.push(caller);
  };
  const hear = (caller: Caller, chunk: string): void => {
    caller.heard += chunk;
    const length = lengthOfAnswer(caller.heard);
    if (length === 0) return;
    if (!caller.heard.startsWith("HTTP/1.1 2")) throw new Error(caller.heard.slice(0, 300));
    caller.heard = caller.heard.slice(length);
    times.push(performance.now() - caller.sentAt);
    go(caller);
  };
  const turns = setInterval(() => idle.splice(0).forEach(go), 2);
  for (let at = 0; at < connections; at++) {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const caller: Caller = { socket, sentAt: 0, heard: "" };
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      try {
        hear(caller, chunk);
      } catch (error) {
        done.reject(error);
      }
    });
    socket.on("error", done.reject).on("connect", () => go(caller));
  }
  try {
    await done.promise;
  } finally {
    clearInterval(turns);
  }
  const took = (performance.now() - started) / 1000;
  return { total: times.length, perSecond: times.length / took, p99: percentile(times, 99) };
};
