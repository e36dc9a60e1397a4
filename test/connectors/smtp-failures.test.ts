import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import {
  type MailServerResolver,
  simulatorMailServerResolver,
} from "#server/connectors/messaging/mail-server-resolver.ts";
import { smtpOutcome } from "#server/connectors/messaging/smtp-outcome.ts";
import { runSmtpSession } from "#server/connectors/messaging/smtp-session.ts";
import { sampleActionId } from "./fake-vendor.ts";

const openServers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(openServers.splice(0).map((close) => close()));
});

/** Speaks SMTP up to the given step and then calls `misbehave`. */
const startFaultyServer = async (
  misbehave: (socket: Socket) => void,
  step: "greeting" | "recipient" | "data" | "body",
): Promise<MailServerResolver> => {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    if (step === "greeting") return misbehave(socket);
    socket.write("220 hello\r\n");
    let inBody = false;
    socket.on("data", (chunk) => {
      const line = chunk.toString();
      if (inBody) return step === "body" ? misbehave(socket) : undefined;
      if (/^RCPT/i.test(line) && step === "recipient") return misbehave(socket);
      if (/^DATA/i.test(line)) {
        if (step === "data") return misbehave(socket);
        inBody = true;
        return socket.write("354 go\r\n");
      }
      return socket.write(
        /^EHLO/i.test(line)
          ? "250-me\r\n250 AUTH PLAIN\r\n"
          : /^AUTH/i.test(line)
            ? "235 ok\r\n"
            : "250 ok\r\n",
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  openServers.push(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  );
  return simulatorMailServerResolver("127.0.0.1", (server.address() as AddressInfo).port);
};

describe("a mail server that breaks the connection", () => {
  const faults: [string, (socket: Socket) => void][] = [
    ["a reset", (socket) => socket.resetAndDestroy()],
    ["a closed connection", (socket) => socket.end()],
    ["half a line", (socket) => socket.end("25")],
    ["no reply", () => {}],
    ["an endless reply", (socket) => void socket.write(`250-${"x".repeat(2_000_000)}`)],
  ];
  const message = {
    from: "a@b.example",
    to: "c@d.example",
    actionId: sampleActionId,
    raw: Buffer.from("Subject: x\r\n\r\nx"),
  };
  const account = { host: "smtp.example.com", port: 587, secure: false, user: "u", password: "p" };
  const outcome = async (resolveMailServer: MailServerResolver) => {
    const result = await runSmtpSession(account, resolveMailServer, message, 300);
    return result.ok ? { kind: "accepted" } : smtpOutcome(result);
  };

  test.each(faults)("%s after the message is an unknown outcome", async (_name, misbehave) => {
    expect(await outcome(await startFaultyServer(misbehave, "body"))).toMatchObject({ kind: "unknown" });
  });

  test.each(["greeting", "recipient", "data"] as const)(
    "a fault before the message, at the %s, may be retried",
    async (step) => {
      for (const [, misbehave] of faults)
        expect(await outcome(await startFaultyServer(misbehave, step))).toMatchObject({ kind: "later" });
    },
  );

  test("421 after the message is an unknown outcome", async () => {
    const resolveMailServer = await startFaultyServer((socket) => socket.end("421 4.4.2 bye"), "body");
    expect(await outcome(resolveMailServer)).toMatchObject({ kind: "unknown" });
  });

  test("a refused connection may be retried", async () => {
    const resolveMailServer = await startFaultyServer(() => {}, "data");
    await openServers.pop()?.();
    expect(await outcome(resolveMailServer)).toMatchObject({ kind: "later", code: "unreachable" });
  });
});
