import type { Socket } from "node:net";

/** Closes each socket of a proxied connection when the other one closes, and tracks both in `openSockets`. */
export const linkSockets = (client: Socket, target: Socket, openSockets: Set<Socket>): void => {
  for (const socket of [client, target]) {
    openSockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => {
      openSockets.delete(socket);
      client.destroy();
      target.destroy();
    });
  }
};
