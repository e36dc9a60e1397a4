import WebSocket from "ws";
import type { SandboxContext } from "#sandbox/context.ts";
import { loopbackTarget } from "#sandbox/loopback.ts";

export type RelayHandshake = { socket: WebSocket } | { refused: string };

const handshakeTimeoutMs = 5000;
const maxFrameBytes = 256 * 1024;

/** Connects to the business's server, on this machine only. */
export const openRelaySocket = (
  context: SandboxContext,
  url: string,
  signature: string | undefined,
): Promise<RelayHandshake> => {
  if (!/^wss?:\/\//.test(url)) return Promise.resolve({ refused: "Not a WebSocket address" });
  const target = loopbackTarget(url.replace(/^ws/, "http"), context.settings.origins);
  if (!target) return Promise.resolve({ refused: "Not an address of this machine" });
  const socket = new WebSocket(target.toString().replace(/^http/, "ws"), {
    headers: {
      "user-agent": "TwilioProxy/1.1",
      ...(signature === undefined ? {} : { "x-twilio-signature": signature }),
    },
    handshakeTimeout: handshakeTimeoutMs,
    maxPayload: maxFrameBytes,
    perMessageDeflate: false,
    lookup: (_name, options, done) =>
      options.all ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4),
  });
  return new Promise((resolve) => {
    socket.once("open", () => resolve({ socket }));
    // Later errors are followed by a close, which the session handles.
    socket.on("error", (error) => resolve({ refused: error.message }));
  });
};
