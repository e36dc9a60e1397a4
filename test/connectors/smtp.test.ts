import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, test } from "vitest";
import { connectionShape } from "#server/connectors/connector.ts";
import {
  guardedMailServerResolver,
  type MailServerResolver,
  simulatorMailServerResolver,
} from "#server/connectors/messaging/mail-server-resolver.ts";
import type { OutgoingMessage } from "#server/connectors/messaging/messenger.ts";
import { smtpEmail } from "#server/connectors/messaging/smtp.ts";
import { smtp as connector } from "#server/connectors/smtp.ts";
import { approved, forgedApproval } from "./approved.ts";
import { outgoingMessage, sampleActionId, sampleSettings } from "./fake-vendor.ts";

const openServers: (() => void)[] = [];
afterEach(() => {
  for (const close of openServers.splice(0)) close();
});

type ReceivedMail = { from: string; to: string[]; raw: string };

const smtpError = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });

/** A real SMTP server. */
const startServer = async (options: SMTPServerOptions = {}) => {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      password === "sandbox" ? done(null, { user: username }) : done(smtpError(535, "5.7.8 Bad credentials")),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : "";
        received.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        });
        done(null, "queued");
      });
    },
    ...options,
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  openServers.push(() => server.close(() => {}));
  const { port } = server.server.address() as AddressInfo;
  return { received, resolveMailServer: simulatorMailServerResolver("127.0.0.1", port) };
};

const message = (more: Partial<OutgoingMessage> = {}) =>
  outgoingMessage({
    channel: "email",
    to: "ana@example.com",
    from: null,
    subject: "Sus placas, mañana",
    text: "Hola Ana,\n\nvea <b>esto</b>: https://company.example/a?b=1&c=2.\n\nGracias",
    unsubscribeUrl: "https://faro.example.com/u/TOKEN",
    ...more,
  });
const send = (
  resolveMailServer: MailServerResolver | undefined,
  more: Partial<OutgoingMessage> = {},
  settings = {},
  approve = approved,
) =>
  smtpEmail.send(
    {
      settings: { ...sampleSettings(smtpEmail), fromName: "Faro", ...settings } as never,
      send: async () => ({ ok: false, failure: "broken" }),
      ...(resolveMailServer ? { resolveMailServer } : {}),
    },
    approve(message(more)),
  );

const unfold = (raw: string) => raw.replaceAll(/\r\n[ \t]+/g, " ");
const headers = (raw: string, name: string) =>
  unfold(raw.split("\r\n\r\n")[0] ?? "")
    .split("\r\n")
    .filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    .map((line) => line.slice(name.length + 1).trim());
/** The decoded parts of a message. */
const decodeParts = (raw: string) =>
  raw
    .split(`\r\n--${/boundary="([^"]+)"/.exec(raw)?.[1]}`)
    .slice(1)
    .map((part) => {
      const [head = "", ...body] = part.split("\r\n\r\n");
      const text = body.join("\r\n\r\n");
      if (/base64/i.test(head)) return Buffer.from(text, "base64").toString();
      const bytes = text
        .replaceAll(/=\r\n/g, "")
        .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
      return /quoted-printable/i.test(head) ? Buffer.from(bytes, "latin1").toString() : text;
    });

describe("an e-mail", () => {
  test("is delivered with the action id in its message id", async () => {
    const { received, resolveMailServer } = await startServer();
    expect(await send(resolveMailServer)).toEqual({
      kind: "accepted",
      providerId: `<${sampleActionId}@company.example>`,
      status: "sent",
      price: null,
    });
    const [email] = received;
    expect(email).toMatchObject({ from: "hello@company.example", to: ["ana@example.com"] });
    expect(headers(email?.raw ?? "", "Message-ID")).toEqual([`<${sampleActionId}@company.example>`]);
    expect(headers(email?.raw ?? "", "From")).toEqual(["Faro <hello@company.example>"]);
    expect(headers(email?.raw ?? "", "To")).toEqual(["ana@example.com"]);
  });

  test("uses the return address for bounces and replies", async () => {
    const { received, resolveMailServer } = await startServer();
    const returnAddress = `r-${sampleActionId}-00000000000000000000@in.example.com`;
    await send(resolveMailServer, { returnAddress });
    const [email] = received;
    expect(email?.from).toBe(returnAddress);
    expect(headers(email?.raw ?? "", "Reply-To")).toEqual([`Faro <${returnAddress}>`]);
    expect(headers(email?.raw ?? "", "List-Unsubscribe")[0]).toContain(`<mailto:${returnAddress}?`);
  });

  test("says that it is an automatic answer only if it is one", async () => {
    const { received, resolveMailServer } = await startServer();
    await send(resolveMailServer, { isAutoReply: true });
    await send(resolveMailServer, { isAutoReply: false });
    const marks = received.map(({ raw }) => [
      headers(raw, "Auto-Submitted"),
      headers(raw, "X-Auto-Response-Suppress"),
    ]);
    expect(marks).toEqual([
      [["auto-replied"], ["All"]],
      [[], []],
    ]);
  });

  test("has both headers for one-click unsubscribe once", async () => {
    const { received, resolveMailServer } = await startServer();
    await send(resolveMailServer);
    const raw = received[0]?.raw ?? "";
    expect(headers(raw, "List-Unsubscribe")).toEqual([
      `<https://faro.example.com/u/TOKEN>, <mailto:hello@company.example?subject=unsubscribe%20${sampleActionId}>`,
    ]);
    expect(headers(raw, "List-Unsubscribe-Post")).toEqual(["List-Unsubscribe=One-Click"]);
  });

  test("has no unsubscribe headers without an unsubscribe URL", async () => {
    const { received, resolveMailServer } = await startServer();
    await send(resolveMailServer, { unsubscribeUrl: null });
    expect(headers(received[0]?.raw ?? "", "List-Unsubscribe")).toEqual([]);
    expect(headers(received[0]?.raw ?? "", "List-Unsubscribe-Post")).toEqual([]);
  });

  test.each([
    ["es", "Si no desea recibir más estos correos: https://faro.example.com/u/TOKEN"],
    ["en", "To stop receiving these emails: https://faro.example.com/u/TOKEN"],
  ] as const)(
    "ends in %s with the name, the postal address and the unsubscribe link",
    async (language, unsubscribe) => {
      const { received, resolveMailServer } = await startServer();
      await send(resolveMailServer, { language });
      const [text = "", html = ""] = decodeParts(received[0]?.raw ?? "");
      expect(text).toContain("Faro, 123 Calle San Francisco, San Juan, PR 00901");
      expect(text).toContain(unsubscribe);
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).toContain("123 Calle San Francisco");
    },
  );

  test("escapes the text in HTML and turns URLs into links", async () => {
    const { received, resolveMailServer } = await startServer();
    await send(resolveMailServer);
    const html = decodeParts(received[0]?.raw ?? "")[1] ?? "";
    expect(html).toContain("&lt;b&gt;esto&lt;/b&gt;");
    expect(html).toContain(
      '<a href="https://company.example/a?b=1&amp;c=2">https://company.example/a?b=1&amp;c=2</a>.',
    );
    expect(html).not.toContain("<b>");
  });

  test("does not repeat a footer that the text already contains", async () => {
    const { received, resolveMailServer } = await startServer();
    await send(resolveMailServer, {
      text: "Baja: https://faro.example.com/u/TOKEN\n123 Calle San Francisco, San Juan, PR 00901",
    });
    const [text = ""] = decodeParts(received[0]?.raw ?? "");
    expect(text.match(/TOKEN/g)).toHaveLength(1);
    expect(text.match(/Calle San Francisco/g)).toHaveLength(1);
  });

  test("is protected against injected headers and recipients", async () => {
    const { received, resolveMailServer } = await startServer();
    await send(
      resolveMailServer,
      { subject: "Hola\r\nBcc: eve@example.com\r\n\r\n<x>" },
      { fromName: 'A\r\nBcc: eve@example.com <"' },
    );
    expect(headers(received[0]?.raw ?? "", "Bcc")).toEqual([]);
    expect(received[0]?.to).toEqual(["ana@example.com"]);
    for (const to of ["a@b.c, d@e.f", "a@b.c\r\nRCPT TO:<eve@example.com>", "nobody", "<a@b.c>", ""])
      expect(await send(resolveMailServer, { to }, {}, forgedApproval)).toMatchObject({
        kind: "refused",
        badAddress: true,
      });
    expect(received).toHaveLength(1);
  });
});

describe("replies of the mail server", () => {
  const rejectRecipient = (code: number, text: string): SMTPServerOptions => ({
    onRcptTo: (_address, _session, done) => done(smtpError(code, text)),
  });
  const rejectData = (code: number, text: string): SMTPServerOptions => ({
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on("end", () => done(smtpError(code, text)));
    },
  });

  test.each([
    [
      "unknown user by status code",
      rejectRecipient(550, "5.1.1 User unknown"),
      { kind: "refused", code: "5.1.1", badAddress: true },
    ],
    [
      "unknown user by text",
      rejectRecipient(550, "No such user here"),
      { kind: "refused", code: "550", badAddress: true },
    ],
    ["policy rejection", rejectRecipient(550, "5.7.1 Blocked"), { kind: "refused", code: "5.7.1" }],
    ["full mailbox", rejectRecipient(552, "5.2.2 Mailbox full"), { kind: "later", code: "5.2.2" }],
    ["greylisting", rejectRecipient(451, "4.7.1 Greylisted"), { kind: "later", code: "4.7.1" }],
    ["server busy, after the message", rejectData(452, "4.3.1 Try later"), { kind: "later", code: "4.3.1" }],
    ["spam, after the message", rejectData(554, "5.7.1 Spam"), { kind: "refused", code: "5.7.1" }],
    [
      "rejected sender",
      { onMailFrom: (_address, _session, done) => done(smtpError(550, "5.7.1 Sender refused")) },
      { kind: "refused", account: true },
    ],
    [
      "server busy, at the greeting",
      { onConnect: (_session, done) => done(smtpError(421, "4.3.2 Busy")) },
      { kind: "later" },
    ],
  ] satisfies [string, SMTPServerOptions, object][])("%s", async (_name, options, outcome) => {
    const { resolveMailServer } = await startServer(options);
    const result = await send(resolveMailServer);
    expect(result).toMatchObject(outcome);
    if (!("badAddress" in outcome)) expect(result).not.toHaveProperty("badAddress");
  });

  test("a wrong password is an account error and is redacted", async () => {
    const secret = "canary-77c1";
    const { resolveMailServer } = await startServer({
      onAuth: ({ password }, _session, done) => done(smtpError(535, `5.7.8 ${password} is wrong`)),
    });
    const result = await send(resolveMailServer, {}, { password: secret });
    expect(result).toMatchObject({ kind: "refused", code: "5.7.8", account: true });
    expect(JSON.stringify(result)).not.toContain(secret);
  });

  test("the connection test signs in and sends nothing", async () => {
    const { received, resolveMailServer } = await startServer();
    const settings = connector.settings.parse(connector.sample);
    const context = {
      settings,
      send: async () => ({ ok: false, failure: "broken" }) as const,
      resolveMailServer,
    };
    expect(await connector.test(context)).toMatchObject({ ok: true });
    expect(await connector.test({ ...context, settings: { ...settings, password: "bad" } })).toMatchObject({
      ok: false,
    });
    expect(received).toEqual([]);
  });
});

describe("resolving the mail server", () => {
  const resolve =
    (...addresses: string[]) =>
    async () =>
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

  test("blocks private addresses and ports of other protocols", async () => {
    const blocked = { ok: false, failure: "blocked" };
    expect(await guardedMailServerResolver()("127.0.0.1", 587)).toEqual(blocked);
    expect(await guardedMailServerResolver()("::1", 587)).toEqual(blocked);
    expect(
      await guardedMailServerResolver(undefined, resolve("8.8.8.8", "10.0.0.1"))("mx.example.com", 587),
    ).toEqual(blocked);
    expect(await guardedMailServerResolver()("8.8.8.8", 22)).toEqual(blocked);
    expect(await guardedMailServerResolver(undefined, resolve())("mx.example.com", 587)).toEqual({
      ok: false,
      failure: "unresolved",
    });
  });

  test("requires encryption and a matching certificate for public addresses", async () => {
    expect(
      await guardedMailServerResolver(undefined, resolve("2001:4860::1", "8.8.8.8"))("mx.example.com", 465),
    ).toEqual({
      ok: true,
      address: "8.8.8.8",
      port: 465,
      servername: "mx.example.com",
      encrypt: "always",
    });
    expect(await guardedMailServerResolver(() => true)("10.0.0.1", 25)).toMatchObject({
      ok: true,
      encrypt: "offered",
      servername: undefined,
    });
  });

  test("fails without a password when no resolver is given", async () => {
    expect(await send(undefined, {}, { password: undefined, host: "127.0.0.1" })).toMatchObject({
      kind: "refused",
      account: true,
    });
    expect(await send(undefined, {}, { host: "127.0.0.1" })).toMatchObject({
      kind: "refused",
      code: "blocked",
    });
  });

  test("treats host and port as destinations of the password", () => {
    expect(connectionShape(connector.settings)).toEqual({
      secrets: ["password"],
      destinations: ["host", "port"],
    });
  });
});
