import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

export type RelayFrame = Record<string, unknown> & { type: string };

/** The business's end of ConversationRelay: records frames and sends what a test wants. */
export const startRelayServer = async () => {
  const frames: RelayFrame[] = [];
  const handshakes: { url: string; signature: string | undefined }[] = [];
  const closes: number[] = [];
  const sockets: WebSocket[] = [];
  let respond: (frame: RelayFrame, send: (...frames: unknown[]) => void) => void = () => {};
  let isRefusing = false;
  const server = createServer();
  const websockets = new WebSocketServer({ noServer: true });
  server.on("upgrade", (request, socket, head) => {
    handshakes.push({
      url: request.url ?? "",
      signature: request.headers["x-twilio-signature"] as string | undefined,
    });
    if (isRefusing) return void socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    websockets.handleUpgrade(request, socket, head, (opened) => {
      sockets.push(opened);
      const send = (...all: unknown[]) => {
        for (const frame of all) opened.send(typeof frame === "string" ? frame : JSON.stringify(frame));
      };
      opened.on("message", (data) => {
        const text = String(data);
        const frame: RelayFrame = text.startsWith("{") ? JSON.parse(text) : { type: "malformed" };
        frames.push(frame);
        respond(frame, send);
      });
      opened.on("close", (code) => closes.push(code));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/relay/one-time`,
    frames,
    handshakes,
    closes,
    /** The latest socket. */
    socket: () => sockets.at(-1),
    send: (...all: unknown[]) => {
      for (const frame of all)
        sockets.at(-1)?.send(typeof frame === "string" ? frame : JSON.stringify(frame));
    },
    respond: (next: typeof respond) => {
      respond = next;
    },
    refuse: (next: boolean) => {
      isRefusing = next;
    },
    reset: () => {
      frames.length = 0;
      handshakes.length = 0;
      closes.length = 0;
      respond = () => {};
      isRefusing = false;
    },
    stop: () => {
      for (const socket of sockets) socket.terminate();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
};
export type RelayServer = Awaited<ReturnType<typeof startRelayServer>>;
