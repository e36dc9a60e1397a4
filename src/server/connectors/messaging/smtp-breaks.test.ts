import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { type Locate, locateSimulator } from "./locate.ts";
import { smtpOutcome } from "./smtp-outcome.ts";
import { smtpSession } from "./smtp-session.ts";
import { actionId } from "./testing/recorded.ts";

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((close) => close()));
});

/** Speaks just enough to be trusted with a letter, and then does as it likes. */
const rogue = async (
  deed: (socket: Socket) => void,
  when: "greeting" | "recipient" | "data" | "body",
): Promise<Locate> => {
  const sockets = new Set<Socket>();
  const started = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    if (when === "greeting") return deed(socket);
    socket.write("220 hello\r\n");
    let inBody = false;
    socket.on("data", (chunk) => {
      const said = chunk.toString();
      if (inBody) return when === "body" ? deed(socket) : undefined;
      if (/^RCPT/i.test(said) && when === "recipient") return deed(socket);
      if (/^DATA/i.test(said)) {
        if (when === "data") return deed(socket);
        inBody = true;
        return socket.write("354 go\r\n");
      }
      return socket.write(
        /^EHLO/i.test(said)
          ? "250-me\r\n250 AUTH PLAIN\r\n"
          : /^AUTH/i.test(said)
            ? "235 ok\r\n"
            : "250 ok\r\n",
      );
    });
  });
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  opened.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => started.close(() => resolve()));
  });
  return locateSimulator("127.0.0.1", (started.address() as AddressInfo).port);
};

describe("a mail server that breaks off", () => {
  const deeds: [string, (socket: Socket) => void][] = [
    ["resets", (socket) => socket.resetAndDestroy()],
    ["closes", (socket) => socket.end()],
    ["answers half a line", (socket) => socket.end("25")],
    ["says nothing more", () => {}],
    ["talks without end", (socket) => void socket.write(`250-${"x".repeat(2_000_000)}`)],
  ];
  const letter = {
    from: "a@b.example",
    to: "c@d.example",
    actionId,
    raw: Buffer.from("Subject: x\r\n\r\nx"),
  };
  const account = { host: "smtp.example.com", port: 587, secure: false, user: "u", password: "p" };
  const outcome = async (locate: Locate) => {
    const result = await smtpSession(account, locate, letter, 300);
    return result.ok ? { kind: "accepted" } : smtpOutcome(result);
  };

  test.each(deeds)("%s after the message: nobody knows", async (_name, deed) => {
    expect(await outcome(await rogue(deed, "body"))).toMatchObject({ kind: "unknown" });
  });

  test.each(["greeting", "recipient", "data"] as const)(
    "before the message, at the %s: later",
    async (when) => {
      for (const [, deed] of deeds)
        expect(await outcome(await rogue(deed, when))).toMatchObject({ kind: "later" });
    },
  );

  test("a farewell instead of an answer is no answer", async () => {
    expect(await outcome(await rogue((socket) => socket.end("421 4.4.2 bye"), "body"))).toMatchObject({
      kind: "unknown",
    });
  });

  test("nobody there: later", async () => {
    const locate = await rogue(() => {}, "data");
    await opened.pop()?.();
    expect(await outcome(locate)).toMatchObject({ kind: "later", code: "unreachable" });
  });
});
