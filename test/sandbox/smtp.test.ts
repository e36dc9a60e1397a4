import nodemailer from "nodemailer";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually, type SandboxHarness, startSandboxHarness } from "./harness.ts";

let harness: SandboxHarness;
/** Received by the business's mail server. */
const inbox: { from: string; to: string; raw: string }[] = [];
const businessServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS", "AUTH"],
  onData: (stream, { envelope }, done) => {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      const from = envelope.mailFrom ? envelope.mailFrom.address : "";
      inbox.push({ from, to: envelope.rcptTo[0]?.address ?? "", raw: Buffer.concat(chunks).toString() });
      done();
    });
  },
});
const transport = (auth?: { user: string; pass: string }, socketTimeout = 30_000) =>
  nodemailer.createTransport({
    host: "127.0.0.1",
    port: harness.sandbox.smtpPort,
    ...(auth ? { auth } : {}),
    socketTimeout,
  });
const action = "0192f0c1-2a3b-7c4d-8e5f-0123456789ab";
const send = (to: string, more = {}) =>
  transport(undefined, to.includes("hang@") ? 1000 : undefined).sendMail({
    from: "Faro <hola@faro.example>",
    to,
    subject: "Su cita",
    text: "Hola Ana",
    envelope: { from: `bounce+${action}@faro.example`, to },
    ...more,
  });

beforeAll(async () => {
  harness = await startSandboxHarness();
  await new Promise<void>((resolve) => businessServer.listen(0, "127.0.0.1", () => resolve()));
  const { port } = businessServer.server.address() as { port: number };
  await harness.control({ paceMs: [1, 5], webhooks: { email: `smtp://127.0.0.1:${port}` } });
});
afterAll(async () => {
  await new Promise<void>((resolve) => businessServer.close(resolve));
  await harness.stop();
});
beforeEach(() => {
  inbox.length = 0;
});

describe("mail", () => {
  test("is accepted, shown on the phone and recorded in the ledger", async () => {
    const { response } = await send("ana@example.com");
    expect(response).toMatch(/^250 2\.0\.0 OK queued as [0-9a-f]{16}$/);
    expect((await harness.conversation("ana@example.com")).entries).toMatchObject([
      { channel: "email", subject: "Su cita", text: "Hola Ana", business: "hola@faro.example" },
    ]);
    expect((await harness.effects("smtp")).at(-1)).toMatchObject({
      id: response.slice(-16),
      channel: "email",
      to: "ana@example.com",
      actionId: action,
    });
  });

  test("with HTML only is shown as text", async () => {
    await send("html@example.com", { text: undefined, html: "<p>Hola <b>Ana</b><script>x</script></p>" });
    expect((await harness.conversation("html@example.com")).entries[0].text).toBe("Hola Ana");
  });

  test("to several recipients has one effect each", async () => {
    const before = (await harness.effects("smtp")).length;
    const to = ["a@example.com", "b@example.com"];
    await send("a@example.com", { to, envelope: { from: "x@faro.example", to } });
    expect((await harness.effects("smtp")).slice(before).map((effect) => effect.to)).toEqual(to);
  });

  test.each([
    ["reject@example.com", 550],
    ["reject+tag@example.com", 550],
    ["defer@example.com", 451],
  ])("to %s is refused with %i, without effect", async (to, responseCode) => {
    const before = (await harness.effects("smtp")).length;
    await expect(send(to)).rejects.toMatchObject({ code: "EENVELOPE", responseCode });
    expect(await harness.effects("smtp")).toHaveLength(before);
  });

  test("is rejected for a wrong password", async () => {
    await expect(transport({ user: "a", pass: "bad" }).verify()).rejects.toMatchObject({ code: "EAUTH" });
    expect(await transport({ user: "a", pass: "good" }).verify()).toBe(true);
  });

  test.each([
    ["accept-cut", 1, {}],
    ["accept-500", 1, { responseCode: 451 }],
    ["accept-hang", 1, {}],
    ["refuse-500", 0, { responseCode: 451 }],
    ["refuse-429", 0, { responseCode: 450 }],
    ["refuse-hang", 0, {}],
  ])("under %s fails with %i effects", async (fault, effects, error) => {
    const before = (await harness.effects("smtp")).length;
    await expect(send(`${fault}@example.com`)).rejects.toMatchObject(error);
    expect(await harness.effects("smtp")).toHaveLength(before + effects);
  });
});

describe("reports", () => {
  test.each([
    ["bounce@example.com", "failed", "5.1.1"],
    ["full@example.com", "failed", "5.2.2"],
    ["delay@example.com", "delayed", "4.4.1"],
  ])("about mail to %s go to the return path", async (to, deliveryAction, status) => {
    const { messageId } = await send(to);
    await eventually(() => expect(inbox).toHaveLength(1));
    const [{ from, to: returned, raw } = { from: "?", to: "", raw: "" }] = inbox;
    expect([from, returned]).toEqual(["", `bounce+${action}@faro.example`]);
    expect(raw).toMatch(/^Content-Type: multipart\/report; report-type=delivery-status; boundary=/m);
    for (const line of [`Final-Recipient: rfc822; ${to}`, `Action: ${deliveryAction}`, `Status: ${status}`])
      expect(raw).toContain(`\r\n${line}\r\n`);
    expect(raw).toContain(messageId);
    expect((await PostalMime.parse(raw)).subject).toMatch(/Mail/);
  });

  test("of a complaint have the abuse format", async () => {
    await send("complain@example.com");
    await eventually(() => expect(inbox).toHaveLength(1));
    expect(inbox[0]?.raw).toContain("report-type=feedback-report");
    expect(inbox[0]?.raw).toContain("\r\nFeedback-Type: abuse\r\n");
  });

  test("are sent on demand", async () => {
    await send("luis@example.com");
    const result = await harness.control({ report: { kind: "bounce", recipient: "luis@example.com" } });
    expect(result.body).toEqual({ reported: true });
    expect(inbox[0]?.raw).toContain("Final-Recipient: rfc822; luis@example.com");
    const unknown = await harness.control({ report: { kind: "bounce", recipient: "nobody@example.com" } });
    expect(unknown.body).toEqual({ reported: false });
    const otherMachine = {
      kind: "bounce",
      recipient: "luis@example.com",
      server: "smtp://mx.example.com:25",
    };
    expect((await harness.control({ report: otherMachine })).body).toEqual({ reported: false });
  });
});

describe("a customer", () => {
  test("replies in the same thread and cannot inject headers", async () => {
    const { messageId } = await send("eva@example.com", { replyTo: "ventas@faro.example" });
    await harness.reply("eva@example.com", "email", "No, gracias", { subject: "Ñ\r\nBcc: x@example.com" });
    await eventually(() => expect(inbox).toHaveLength(1));
    const mail = await PostalMime.parse(inbox[0]?.raw ?? "");
    expect(mail).toMatchObject({
      inReplyTo: messageId,
      text: expect.stringMatching(/^No, gracias/),
      subject: "Ñ Bcc: x@example.com",
    });
    expect(inbox[0]).toMatchObject({ from: "eva@example.com", to: "ventas@faro.example" });
  });

  test("unsubscribes by one click when the mail supports it", async () => {
    const url = `${harness.business.url}/u/token`;
    await send("ivan@example.com", {
      headers: {
        "List-Unsubscribe": `<${url}>, <mailto:unsub@faro.example>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
    });
    const [mail] = (await harness.conversation("ivan@example.com")).entries;
    expect(mail.unsubscribe).toBe(url);
    expect((await harness.post(`/sandbox/api/phone/mails/${mail.id}/unsubscribe`, {})).status).toBe(200);
    expect(harness.business.requests[0]).toMatchObject({
      url,
      method: "POST",
      raw: "List-Unsubscribe=One-Click",
    });
    await send("ivan@example.com");
    const last = (await harness.conversation("ivan@example.com")).entries.at(-1);
    expect((await harness.post(`/sandbox/api/phone/mails/${last.id}/unsubscribe`, {})).status).toBe(404);
    expect((await harness.post(`/sandbox/api/phone/mails/${last.id}/complain`, {})).status).toBe(200);
    expect(inbox[0]?.raw).toContain("Feedback-Type: abuse");
  });
});
