import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createLog } from "#server/log.ts";
import type { IncomingMail } from "./incoming.ts";
import { type ListenerLimits, type MailListener, startMailListener } from "./listener.ts";

const started: MailListener[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(started.splice(0).map((one) => one.close()));
});

const start = async (
  limits: Partial<ListenerLimits>,
  accept: (mail: IncomingMail) => Promise<string[]> = async () => ["kept"],
) => {
  const mail = await startMailListener({
    port: 0,
    host: "127.0.0.1",
    domain: "in.example.com",
    find: async () => ({ endpointId: "e" }),
    accept,
    log: createLog("silent"),
    limits,
  });
  started.push(mail);
  return mail.port;
};

/** A connection that says a line and hears the answer. */
const visit = async (port: number) => {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  let heard = "";
  socket.on("data", (data) => {
    heard += data;
  });
  socket.on("error", () => {});
  const hear = async (): Promise<string> => {
    const answer = await vi.waitFor(
      () => {
        const last = /^\d{3} .*$/m.exec(heard);
        if (!last) throw new Error("nothing yet");
        return last[0];
      },
      { timeout: 20_000, interval: 10 },
    );
    heard = "";
    return answer;
  };
  const greeting = await hear();
  const say = (line: string): Promise<string> => {
    socket.write(`${line}\r\n`);
    return hear();
  };
  const begin = async (): Promise<string> => {
    await say("EHLO me");
    await say("MAIL FROM:<a@b.example>");
    await say("RCPT TO:<x@y>");
    return say("DATA");
  };
  return { socket, greeting, say, begin, hear };
};

describe("the door for mail", () => {
  test("opens only so often for one machine, and again when a visitor left", async () => {
    const port = await start({ connectionsPerPeer: 2 });
    const [first, second] = [await visit(port), await visit(port)];
    expect([first.greeting, second.greeting]).toEqual([
      expect.stringMatching(/^220/),
      expect.stringMatching(/^220/),
    ]);
    expect((await visit(port)).greeting).toMatch(/^421/);
    first.socket.destroy();
    await expect.poll(async () => (await visit(port)).greeting).toMatch(/^220/);
  });

  test("takes only so many messages a minute from one machine", async () => {
    const port = await start({ messagesPerMinute: 2 });
    const sender = await visit(port);
    await sender.say("EHLO me");
    const answers: string[] = [];
    for (let count = 0; count < 3; count++) {
      answers.push(await sender.say("MAIL FROM:<a@b.example>"));
      await sender.say("RSET");
    }
    expect(answers.map((answer) => answer.slice(0, 3))).toEqual(["250", "250", "450"]);
  });

  test("holds only so much at once, and lets go of what a sender left half said", async () => {
    const port = await start({ bufferedBytes: 50_000 });
    const half = await visit(port);
    await half.begin();
    // The server reads these bytes before the dialogue of the next sender, which starts once they are written.
    await new Promise((resolve) =>
      half.socket.write(`Subject: x\r\n\r\n${`${"y".repeat(70)}\r\n`.repeat(500)}`, resolve),
    );
    const other = await visit(port);
    await other.begin();
    expect(await other.say(`Subject: x\r\n\r\n${`${"y".repeat(70)}\r\n`.repeat(500)}.`)).toMatch(/^452/);
    half.socket.destroy();
    await vi.waitFor(async () => {
      const third = await visit(port);
      await third.begin();
      expect(await third.say(`Subject: x\r\n\r\n${`${"y".repeat(70)}\r\n`.repeat(500)}.`)).toMatch(/^250/);
    }, 20_000);
  });

  test("says 250 after the message is kept and not before", async () => {
    let keep: ((ids: string[]) => void) | undefined;
    const port = await start({}, () => new Promise((resolve) => (keep = resolve)));
    const sender = await visit(port);
    await sender.begin();
    let answer: string | undefined;
    const answered = sender.say("Subject: x\r\n\r\nhi\r\n.").then((said) => (answer = said));
    const accepted = await vi.waitFor(() => keep ?? Promise.reject(new Error("not accepted yet")), {
      timeout: 20_000,
    });
    // A later sender is greeted after the first one would have been answered.
    await visit(port);
    expect(answer).toBeUndefined();
    accepted(["an-id"]);
    expect(await answered).toMatch(/^250 .*an-id/);
  });

  test("asks to try again when the message cannot be kept", async () => {
    const port = await start({}, async () => {
      throw new Error("no");
    });
    const sender = await visit(port);
    await sender.begin();
    expect(await sender.say("Subject: x\r\n\r\nhi\r\n.")).toMatch(/^451/);
  });

  test("says plainly when its port is taken", async () => {
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
