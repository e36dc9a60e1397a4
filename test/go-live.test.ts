import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ResolveTxt } from "#server/egress/txt-records.ts";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

const failure = (code: string) => Object.assign(new Error(code), { code });
/** The zone of the sender's domain. */
const zone = new Map<string, string[][] | Error>();
const resolveTxt: ResolveTxt = async (name) => {
  const found = zone.get(name) ?? failure("ENOTFOUND");
  if (found instanceof Error) throw found;
  return found;
};

const publicUrl = "https://faro.example.com";
let faro: SandboxFaro;
beforeAll(async () => {
  faro = await startSandboxFaro({ FARO_PUBLIC_URL: publicUrl, FARO_EGRESS_ALLOW: "127.0.0.1/32" }, "own", {
    resolveTxt,
  });
  await allowHolidaySends(faro.send);
  await control({ origins: { [publicUrl]: faro.url } });
});
afterAll(() => faro.stop());

const control = (order: object) =>
  fetch(`${faro.sandboxUrl}/_control`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(order),
  });
const progress = async () => (await faro.send("GET", "/api/go-live")).body;
const step = async (channel: string, id: string) => {
  const { channels } = await progress();
  const found = channels.find((one: { channel: string }) => one.channel === channel);
  return found.steps.find((one: { id: string }) => one.id === id);
};
const account = {
  accountSid: "AC00000000000000000000000000000007",
  authToken: "token",
  fromNumber: "+17875550100",
};
const { phone: number, timezone } = findContactableNumbers(Date.now());
const own = number(1);

describe("at first", () => {
  test("nothing is done but the public address, and later steps wait for an account", async () => {
    expect(await step("sms", "address")).toMatchObject({ state: "done" });
    expect(await step("sms", "account")).toMatchObject({ state: "todo" });
    expect(await step("sms", "callback")).toMatchObject({ state: "later" });
    expect(await progress()).toMatchObject({ publicUrl, callbackUrls: [], dns: null, messages: [] });
  });

  test("only administrators see it, because it shows the addresses of callbacks", async () => {
    const { status } = await fetch(`${faro.url}/api/go-live`);
    expect(status).toBe(401);
  });
});

describe("text messages", () => {
  beforeAll(async () => {
    await faro.send("POST", "/api/api-keys/twilio", account);
    // In this timezone the gate allows a message now.
    await faro.send("POST", "/api/people", { firstName: "Marisol", phone: own, timezone });
  });

  test("an account is saved, then tested as it was saved", async () => {
    expect(await step("sms", "account")).toMatchObject({ state: "done" });
    expect(await step("sms", "number")).toMatchObject({ state: "done" });
    await faro.send("POST", "/api/test-connection/twilio", { ...account, authToken: "another" });
    expect(await step("sms", "test")).toMatchObject({ state: "todo" });
    await faro.send("POST", "/api/test-connection/twilio", {});
    expect(await step("sms", "test")).toMatchObject({ state: "done", by: "admin@example.com" });
  });

  test("shows the addresses to enter, and waits for the first signed message", async () => {
    const { callbackUrls } = await progress();
    expect(callbackUrls).toContainEqual({
      messenger: "twilio-sms",
      url: `${publicUrl}/hooks/vendors/twilio-sms`,
    });
    await fetch(`${faro.url}/hooks/vendors/twilio-sms`, { method: "POST", body: "Body=Hola" });
    expect(await step("sms", "callback")).toMatchObject({ state: "todo" });
    await control({ webhooks: { twilio: `${publicUrl}/hooks/vendors/twilio-sms` } });
    await fetch(`${faro.sandboxUrl}/sandbox/api/phone/conversations/${encodeURIComponent(own)}/reply`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ channel: "sms", text: "Hola" }),
    });
    await expect
      .poll(() => step("sms", "callback"), { timeout: 180_000 })
      .toMatchObject({ state: "done", at: expect.any(String) });
  });

  test("a message to oneself goes through the gate and ends the guide when it is delivered", async () => {
    const wrong = await faro.send("POST", "/api/go-live/test-message", { channel: "sms", to: "nobody" });
    expect(wrong.status).toBe(400);
    const sent = await faro.send("POST", "/api/go-live/test-message", { channel: "sms", to: own });
    expect(sent.body).toMatchObject({ channel: "sms", simulated: false });
    const status = "SELECT status, reasons FROM actions WHERE id = $1";
    await expect
      .poll(async () => (await faro.pool.query(status, [sent.body.id])).rows[0], { timeout: 180_000 })
      .toMatchObject({ status: "delivered" });
    expect(await step("sms", "message")).toMatchObject({ state: "done" });
    const { rows } = await faro.pool.query("SELECT reasons FROM actions WHERE id = $1", [sent.body.id]);
    expect(rows[0].reasons.map(({ code }: { code: string }) => code)).not.toEqual([]);
  });

  test("a step outside Faro is ticked with name and time, and can be taken back", async () => {
    await faro.send("PUT", "/api/go-live/steps/a2p", { done: true });
    expect(await step("sms", "a2p")).toMatchObject({ state: "done", by: "admin@example.com" });
    const { channels } = await progress();
    expect(channels[0]).toMatchObject({ channel: "sms", isReady: true });
    await faro.send("PUT", "/api/go-live/steps/a2p", { done: false });
    expect(await step("sms", "a2p")).toMatchObject({ state: "todo", by: null });
  });

  test("another account has to pass test and callback again", async () => {
    await faro.send("POST", "/api/api-keys/twilio", { ...account, authToken: "newer" });
    expect(await step("sms", "test")).toMatchObject({ state: "todo" });
    expect(await step("sms", "callback")).toMatchObject({ state: "todo" });
    expect(await step("sms", "message")).toMatchObject({ state: "done" });
  });
});

describe("e-mail", () => {
  const check = async (selector = "s1") => (await faro.send("POST", "/api/go-live/dns", { selector })).body;
  const problems = async () =>
    Object.fromEntries(
      (await check()).records.map(({ kind, problem }: { kind: string; problem: string | null }) => [
        kind,
        problem,
      ]),
    );

  test("needs a sender before its records can be checked", async () => {
    expect((await faro.send("POST", "/api/go-live/dns", { selector: "s1" })).status).toBe(422);
  });

  test("missing, unreachable and late answers are told apart", async () => {
    await faro.send("POST", "/api/api-keys/smtp", {
      host: "127.0.0.1",
      port: faro.sandboxSmtpPort,
      authentication: "none",
      fromAddress: "hola@company.example",
      postalAddress: "Calle Luna 1, San Juan, PR 00901",
    });
    zone.set("s1._domainkey.company.example", failure("ETIMEOUT"));
    zone.set("_dmarc.company.example", failure("ESERVFAIL"));
    expect(await problems()).toEqual({ spf: "missing", dkim: "timeout", dmarc: "server_failed" });
    expect(await step("email", "dns")).toMatchObject({ state: "todo" });
    expect((await progress()).dns).toMatchObject({ domain: "company.example", selector: "s1" });
  });

  test("right records end the step, also a key in pieces", async () => {
    zone.set("company.example", [["v=spf1 a:127.0.0.1 ~all"]]);
    zone.set("s1._domainkey.company.example", [["v=DKIM1; k=rsa; p=MIGf", "MA0GCSqG"]]);
    zone.set("_dmarc.company.example", [["v=DMARC1; p=quarantine"]]);
    expect(await problems()).toEqual({ spf: null, dkim: null, dmarc: null });
    expect(await step("email", "dns")).toMatchObject({ state: "done", by: "admin@example.com" });
  });

  test("a relay without a password is tested, and the test message counts when it is sent", async () => {
    const tested = await faro.send("POST", "/api/test-connection/smtp", {});
    expect(tested.body).toMatchObject({ success: true, mode: "live" });
    await faro.send("POST", "/api/go-live/test-message", { channel: "email", to: "me@example.com" });
    await expect.poll(() => step("email", "message"), { timeout: 180_000 }).toMatchObject({ state: "done" });
    const { channels } = await progress();
    expect(channels[3]).toMatchObject({ channel: "email", isReady: true });
  });

  test("the relay brings invitations to colleagues", async () => {
    const to = "colleague@example.com";
    const { body } = await faro.send("POST", "/api/invitations", { email: to, language: "es" });
    expect(body.invitation).toMatchObject({ mail: "sent", state: "pending" });
    const received = await fetch(
      `${faro.sandboxUrl}/sandbox/api/phone/conversations/${encodeURIComponent(to)}`,
    );
    const mail = JSON.stringify(await received.json());
    expect(mail).toContain(body.link);
    expect(mail).toContain("Abra este enlace");
  });

  test("another sender's domain has to be checked anew", async () => {
    await faro.send("POST", "/api/api-keys/smtp", {
      host: "127.0.0.1",
      port: faro.sandboxSmtpPort,
      authentication: "none",
      fromAddress: "hola@other.example",
      postalAddress: "Calle Luna 1, San Juan, PR 00901",
    });
    expect(await step("email", "dns")).toMatchObject({ state: "todo" });
    expect((await progress()).dns).toBeNull();
  });
});
