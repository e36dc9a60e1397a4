import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createLog } from "#server/log.ts";
import type { IncomingMail } from "./incoming-mail.ts";
import { type ListenerLimits, type MailListener, startMailListener } from "./listener.ts";

const started: MailListener[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(started.splice(0).map((listener) => listener.close()));
});

const start = async (
  limits: Partial<ListenerLimits>,
  accept: (mail: IncomingMail) => Promise<string[]> = async () => ["kept"],
) => {
  const listener = await startMailListener({
    port: 0,
    host: "127.0.0.1",
    domain: "in.example.com",
    find: async () => ({ endpointId: "e" }),
    accept,
    log: createLog("silent"),
    limits,
  });
  started.push(listener);
  return listener.port;
};

/** A connection that sends lines and waits for each reply. */
const connectSender = async (port: number) => {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  let received = "";
  socket.on("data", (data) => {
    received += data;
  });
  socket.on("error", () => {});
  const readReply = async (): Promise<string> => {
    const reply = await vi.waitFor(() => {
      const last = /^\d{3} .*$/m.exec(received);
      if (!last) throw new Error("no reply yet");
      return last[0];
    });
    received = "";
    return reply;
  };
  const greeting = await readReply();
  const send = (line: string): Promise<string> => {
    socket.write(`${line}\r\n`);
    return readReply();
  };
  const startData = async (): Promise<string> => {
    await send("EHLO me");
    await send("MAIL FROM:<a@b.example>");
    await send("RCPT TO:<x@y>");
    return send("DATA");
  };
  return { socket, greeting, send, startData };
};

const message = `Subject: x\r\n\r\n${`${"y".repeat(70)}\r\n`.repeat(500)}`;

describe("the mail listener", () => {
  test("limits the connections of one server, and accepts one again after another closed", async () => {
    const port = await start({ connectionsPerPeer: 2 });
    const [first, second] = [await connectSender(port), await connectSender(port)];
    expect([first.greeting, second.greeting]).toEqual([
      expect.stringMatching(/^220/),
      expect.stringMatching(/^220/),
    ]);
    expect((await connectSender(port)).greeting).toMatch(/^421/);
    first.socket.destroy();
    await vi.waitFor(async () => expect((await connectSender(port)).greeting).toMatch(/^220/));
  });

  test("limits the messages of one server per minute", async () => {
    const port = await start({ messagesPerMinute: 2 });
    const sender = await connectSender(port);
    await sender.send("EHLO me");
    const replies: string[] = [];
    for (let count = 0; count < 3; count++) {
      replies.push(await sender.send("MAIL FROM:<a@b.example>"));
      await sender.send("RSET");
    }
    expect(replies.map((reply) => reply.slice(0, 3))).toEqual(["250", "250", "450"]);
  });

  test("limits the bytes in transfer, and frees those of a sender that disconnects", async () => {
    const port = await start({ bufferedBytes: 50_000 });
    const unfinished = await connectSender(port);
    await unfinished.startData();
    unfinished.socket.write(message);
    const sendAnother = async (): Promise<string> => {
      const sender = await connectSender(port);
      await sender.startData();
      return sender.send(`${message}.`);
    };
    await vi.waitFor(async () => expect(await sendAnother()).toMatch(/^452/));
    unfinished.socket.destroy();
    await vi.waitFor(async () => expect(await sendAnother()).toMatch(/^250/));
  });

  test("replies 250 only after the message is stored", async () => {
    let finish: ((ids: string[]) => void) | undefined;
    const port = await start({}, () => new Promise((resolve) => (finish = resolve)));
    const sender = await connectSender(port);
    await sender.startData();
    let reply: string | undefined;
    const replied = sender.send("Subject: x\r\n\r\nhi\r\n.").then((text) => (reply = text));
    await vi.waitFor(() => expect(finish).toBeDefined());
    expect(reply).toBeUndefined();
    finish?.(["an-id"]);
    expect(await replied).toMatch(/^250 .*an-id/);
  });

  test("asks the sender to try again when the message cannot be stored", async () => {
    const port = await start({}, async () => {
      throw new Error("no");
    });
    const sender = await connectSender(port);
    await sender.startData();
    expect(await sender.send("Subject: x\r\n\r\nhi\r\n.")).toMatch(/^451/);
  });

  test("names the port in the error when it is in use", async () => {
    const port = await start({});
    await expect(
      startMailListener({
        port,
        host: "127.0.0.1",
        domain: "x",
        find: async () => undefined,
        accept: async () => [],
        log: createLog("silent"),
      }),
    ).rejects.toThrow(`port ${port}`);
  });
});
