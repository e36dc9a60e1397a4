import { createServer, type Socket } from "node:net";
import { answerCommand, type ImapActivity, type ImapFolder, type ImapSession } from "./imap-commands.ts";

export type SimulatedMailbox = {
  port: number;
  /** Adds a message and returns its UID. */
  append: (raw: string | Buffer, receivedAt?: Date) => number;
  remove: (uid: number) => void;
  /** Assigns new UIDs to all messages, under a new UIDVALIDITY. */
  renumber: () => void;
  /** Closes the connection in the middle of the next fetched message. */
  breakNextFetch: () => void;
  /** Sign-ins, refused sign-ins, and the UIDs of fully fetched messages. */
  seen: ImapActivity;
  stop: () => Promise<void>;
};

/** An IMAP4rev1 server with one folder, in memory, on this machine. */
export const startSimulatedMailbox = async (
  user: string,
  password: string,
  { folder: name = "INBOX", port = 0, idle = false } = {},
): Promise<SimulatedMailbox> => {
  const folder: ImapFolder = { name, uidValidity: 1, nextUid: 1, messages: [], breakNextFetch: false };
  const activity: ImapActivity = { signIns: 0, refused: 0, fetched: [], idles: 0 };
  const sockets = new Set<Socket>();
  /** The tag of the IDLE command that each waiting client sent. */
  const idleTags = new Map<Socket, string>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => {
      sockets.delete(socket);
      idleTags.delete(socket);
    });
    socket.on("error", () => {});
    const session: ImapSession = {
      user,
      password,
      folder,
      activity,
      offersIdle: idle,
      isSignedIn: false,
      isSelected: false,
    };
    const send = (data: string | Buffer): void => void (socket.writable && socket.write(data));
    const readData = createLineReader(
      () => send("+ Go on\r\n"),
      (line) => {
        const idleTag = /^(\S+) IDLE$/i.exec(line)?.[1];
        if (idle && idleTag) {
          idleTags.set(socket, idleTag);
          activity.idles++;
          return send("+ idling\r\n");
        }
        if (/^DONE$/i.test(line)) {
          send(`${idleTags.get(socket)} OK Done\r\n`);
          return void idleTags.delete(socket);
        }
        const response = answerCommand(session, line);
        for (const chunk of response.chunks) send(chunk);
        if (response.breaksConnection) socket.destroy();
        else if (response.endsSession) socket.end();
      },
    );
    socket.on("data", readData);
    send("* OK [CAPABILITY IMAP4rev1 ID NAMESPACE AUTH=PLAIN SASL-IR] Simulator ready\r\n");
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    append: (raw, receivedAt = new Date()) => {
      const uid = folder.nextUid++;
      folder.messages.push({ uid, raw: Buffer.from(raw), receivedAt, flags: new Set() });
      for (const socket of idleTags.keys()) socket.write(`* ${folder.messages.length} EXISTS\r\n`);
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
      folder.breakNextFetch = true;
    },
    seen: activity,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Splits the input into command lines. Literals become quoted strings. */
const createLineReader = (
  requestLiteral: () => void,
  onLine: (line: string) => void,
): ((data: Buffer) => void) => {
  let buffer = Buffer.alloc(0);
  let line = "";
  let missingLiteralBytes = 0;
  return (data) => {
    buffer = Buffer.concat([buffer, data]);
    for (;;) {
      if (missingLiteralBytes > 0) {
        if (buffer.length < missingLiteralBytes) return;
        const text = buffer.toString("utf8", 0, missingLiteralBytes);
        line += `"${text.replace(/["\\]/g, "\\$&")}"`;
        buffer = buffer.subarray(missingLiteralBytes);
        missingLiteralBytes = 0;
      }
      const end = buffer.indexOf("\r\n");
      if (end < 0) return;
      line += buffer.toString("utf8", 0, end);
      buffer = buffer.subarray(end + 2);
      const literalStart = /\{(\d+)(\+?)\}$/.exec(line);
      if (literalStart) {
        missingLiteralBytes = Number(literalStart[1]);
        line = line.slice(0, literalStart.index);
        if (literalStart[2] === "") requestLiteral();
        if (missingLiteralBytes > 0) continue;
        line += '""';
        continue;
      }
      const completeLine = line;
      line = "";
      onLine(completeLine);
    }
  };
};
