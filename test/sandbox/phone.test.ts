import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPhone, type PhoneMessage } from "#sandbox/phone/phone.ts";
import { eventually, type SandboxHarness, startSandboxHarness } from "./harness.ts";

let harness: SandboxHarness;
beforeAll(async () => {
  harness = await startSandboxHarness();
  await harness.control({ paceMs: [1, 5] });
});
afterAll(() => harness.stop());

const send = (to: string, Body = "Hola") =>
  harness.twilio("/Messages.json", { To: to, From: "+17875550100", Body });

describe("the phone", () => {
  test("lists conversations, the latest first, with the unread count", async () => {
    await send("+17875550170");
    await send("+17875550171", "Buenas");
    const { body } = await harness.get("/sandbox/api/phone/conversations");
    expect(body).toMatchObject([
      { address: "+17875550171", unread: 1, last: { text: "Buenas", channel: "sms" }, ringing: false },
      { address: "+17875550170", unread: 1 },
    ]);
    await harness.post("/sandbox/api/phone/conversations/%2B17875550171/seen", {});
    expect((await harness.conversation("+17875550171")).unread).toBe(0);
  });

  test("shows the status and the price of a message", async () => {
    await send("+17875550172");
    await eventually(async () =>
      expect((await harness.conversation("+17875550172")).entries[0]).toMatchObject({
        kind: "message",
        arrived: true,
        status: "delivered",
        segments: 1,
        price: "-0.00790",
      }),
    );
  });

  test("streams changes", async () => {
    const stop = new AbortController();
    const stream = await fetch(`${harness.sandbox.url}/sandbox/api/phone/live`, { signal: stop.signal });
    expect(stream.headers.get("content-type")).toBe("text/event-stream");
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    await send("+17875550173");
    let streamed = "";
    while (!streamed.includes("+17875550173")) streamed += (await reader?.read())?.value ?? "";
    expect(streamed).toContain('data: {"addresses":["+17875550173"]}');
    stop.abort();
  });

  test("lets a new customer write first", async () => {
    await harness.control({ webhooks: { twilio: `${harness.business.url}/in` } });
    expect((await harness.reply("787-555-0174", "sms", "hola")).status).toBe(202);
    await eventually(() =>
      expect(harness.business.requests.at(-1)?.form).toMatchObject({
        From: "+17875550174",
        To: "+17875550100",
      }),
    );
  });

  test.each([
    ["not a number", "sms", "hola", 400],
    ["ana@example.com", "sms", "hola", 400],
    ["+17875550175", "email", "hola", 400],
    ["+17875550175", "sms", " ", 400],
    ["+17875550175", "pigeon", "hola", 400],
    ["nobody@example.com", "email", "hola", 409],
  ])("refuses %s by %s: %s", async (address, channel, text, status) => {
    expect((await harness.reply(address, channel, text)).status).toBe(status);
  });

  test("lists the magic numbers", async () => {
    const { body } = await harness.get("/sandbox/api/phone/magic");
    expect(body.numbers).toContainEqual({ number: "+17875559001", does: "refused", code: 21_211 });
    expect(body.mailboxes).toContain("bounce");
  });

  test("drops the oldest conversations and entries beyond the limit", () => {
    const phone = createPhone();
    for (let at = 0; at < 1100; at++) phone.add(`+1${at}`, {} as PhoneMessage);
    expect(phone.list()).toHaveLength(1000);
    for (let at = 0; at < 300; at++) phone.add("+11099", {} as PhoneMessage);
    expect(phone.find("+11099")?.entries).toHaveLength(200);
  });
});

describe("the phone page", () => {
  test.each([
    ["/sandbox", "sandbox/phone.js"],
    ["/sandbox/", "./phone.js"],
  ])("at %s loads its assets by relative addresses and allows no other scripts", async (path, script) => {
    const response = await fetch(`${harness.sandbox.url}${path}`);
    const html = await response.text();
    expect(response.headers.get("content-security-policy")).toContain("script-src 'self'");
    expect(html).toContain(`src="${script}"`);
    expect(html).not.toMatch(/(src|href)="(\/|http)/);
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|style=/);
    expect((await fetch(new URL(script, response.url))).status).toBe(200);
  });

  test("has the same texts in both languages", async () => {
    const keysOf = async (language: string) => {
      const response = await fetch(`${harness.sandbox.url}/sandbox/texts-${language}.js`);
      expect(response.headers.get("content-type")).toContain("text/javascript");
      return [...(await response.text()).matchAll(/^ {2}"?([\w. -]+?)"?:/gm)]
        .map(([, key]) => key)
        .toSorted();
    };
    const keys = await keysOf("en");
    expect(keys.length).toBeGreaterThan(100);
    expect(await keysOf("es")).toEqual(keys);
  });
});
