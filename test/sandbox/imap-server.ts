import { createServer, type Socket } from "node:net";
import { answerCommand, type Folder, type Session } from "./imap-commands.ts";
import { createReader } from "./imap-reader.ts";

export type SimulatedMailbox = {
  port: number;
  /** A new message arrives; its id. */
  append: (raw: string | Buffer, arrived?: Date) => number;
  remove: (uid: number) => void;
  /** The server numbers all its messages anew. */
  renumber: () => void;
  /** The connection breaks in the middle of the next message that is fetched. */
  breakNextFetch: () => void;
  /** Who signed in, how often, and which messages were fetched whole. */
  seen: { signIns: number; refused: number; fetched: number[] };
  stop: () => Promise<void>;
};

/** A small IMAP4rev1 server with one folder, in memory, on this machine. */
export const startSimulatedMailbox = async (
  user: string,
  password: string,
  { folder: name = "INBOX", port = 0 } = {},
): Promise<SimulatedMailbox> => {
  const folder: Folder = { name, uidValidity: 1, nextUid: 1, messages: [], breaks: false };
  const seen = { signIns: 0, refused: 0, fetched: [] as number[] };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    const session: Session = { user, password, folder, seen, isIn: false, isSelected: false };
    const send = (data: string | Buffer): void => void (socket.writable && socket.write(data));
    const read = createReader(
      () => send("+ Go on\r\n"),
      (line) => {
        const answer = answerCommand(session, line);
        for (const piece of answer.pieces) send(piece);
        if (answer.breaks) socket.destroy();
        else if (answer.ends) socket.end();
      },
    );
    socket.on("data", read);
    send("* OK [CAPABILITY IMAP4rev1 ID NAMESPACE AUTH=PLAIN SASL-IR] Simulator ready\r\n");
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    append: (raw, arrived = new Date()) => {
      const uid = folder.nextUid++;
      folder.messages.push({ uid, raw: Buffer.from(raw), arrived, flags: new Set() });
      return uid;
    },
    remove: (uid) => {
      folder.messages = folder.messages.filter((message) => message.uid !== uid);
    },
    renumber: () => {
      folder.uidValidity++;
      folder.messages = folder.messages.map((message, index) => ({ ...message, uid: index + 1 }));
      folder.nextUid = folder.messages.length + 1;
    },
    breakNextFetch: () => {
      folder.breaks = true;
    },
    seen,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
