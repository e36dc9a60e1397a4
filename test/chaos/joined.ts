import type { Socket } from "node:net";

/** Both ends of a line live and die together: a process that is gone holds nothing. */
export const join = (client: Socket, there: Socket, open: Set<Socket>): void => {
  for (const socket of [client, there]) {
    open.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => {
      open.delete(socket);
      client.destroy();
      there.destroy();
    });
  }
};
