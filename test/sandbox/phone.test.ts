import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPhone, type PhoneMessage } from "#sandbox/phone/phone.ts";
import { eventually, type SandboxHarness, startSandboxHarness } from "./harness.ts";

let bench: SandboxHarness;
beforeAll(async () => {
  bench = await startSandboxHarness();
  await bench.control({ paceMs: [1, 5] });
});
afterAll(() => bench.stop());

const send = (to: string, Body = "Hola") =>
  bench.twilio("/Messages.json", { To: to, From: "+17875550100", Body });

describe("the phone", () => {
  test("lists conversations, the latest first, with what is unread", async () => {
    await send("+17875550170");
    await send("+17875550171", "Buenas");
    const { body } = await bench.get("/sandbox/api/phone/conversations");
    expect(body).toMatchObject([
      { address: "+17875550171", unread: 1, last: { text: "Buenas", channel: "sms" }, ringing: false },
      { address: "+17875550170", unread: 1 },
    ]);
    await bench.post("/sandbox/api/phone/conversations/%2B17875550171/seen", {});
    expect((await bench.conversation("+17875550171")).unread).toBe(0);
  });

  test("shows how a message fares and what it cost", async () => {
    await send("+17875550172");
    await eventually(async () =>
      expect((await bench.conversation("+17875550172")).entries[0]).toMatchObject({
        kind: "message",
        arrived: true,
        status: "delivered",
        segments: 1,
        price: "-0.00790",
      }),
    );
  });

  test("tells news as they come", async () => {
    const stop = new AbortController();
    const stream = await fetch(`${bench.sandbox.url}/sandbox/api/phone/live`, { signal: stop.signal });
    expect(stream.headers.get("content-type")).toBe("text/event-stream");
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    await send("+17875550173");
    let heard = "";
    while (!heard.includes("+17875550173")) heard += (await reader?.read())?.value ?? "";
    expect(heard).toContain('data: {"addresses":["+17875550173"]}');
    stop.abort();
  });

  test("lets a stranger write first", async () => {
    await bench.control({ webhooks: { twilio: `${bench.receiver.url}/in` } });
    expect((await bench.reply("787-555-0174", "sms", "hola")).status).toBe(202);
    await eventually(() =>
      expect(bench.receiver.received.at(-1)?.form).toMatchObject({
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
    expect((await bench.reply(address, channel, text)).status).toBe(status);
  });

  test("knows its magic numbers", async () => {
    const { body } = await bench.get("/sandbox/api/phone/magic");
    expect(body.numbers).toContainEqual({ number: "+17875559001", does: "refused", code: 21_211 });
    expect(body.mailboxes).toContain("bounce");
  });

  test("forgets the oldest of too many", () => {
    const phone = createPhone();
    for (let at = 0; at < 1100; at++) phone.add(`+1${at}`, {} as PhoneMessage);
    expect(phone.list()).toHaveLength(1000);
    for (let at = 0; at < 300; at++) phone.add("+11099", {} as PhoneMessage);
    expect(phone.find("+11099")?.entries).toHaveLength(200);
  });
});

describe("its page", () => {
  test.each([
    ["/sandbox", "sandbox/phone.js"],
    ["/sandbox/", "./phone.js"],
  ])("at %s finds its parts by relative addresses, and runs nothing else", async (path, script) => {
    const answer = await fetch(`${bench.sandbox.url}${path}`);
    const html = await answer.text();
    expect(answer.headers.get("content-security-policy")).toContain("script-src 'self'");
    expect(html).toContain(`src="${script}"`);
    expect(html).not.toMatch(/(src|href)="(\/|http)/);
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|style=/);
    expect((await fetch(new URL(script, answer.url))).status).toBe(200);
  });

  test("says everything in both languages", async () => {
    const keysOf = async (language: string) => {
      const answer = await fetch(`${bench.sandbox.url}/sandbox/texts-${language}.js`);
      expect(answer.headers.get("content-type")).toContain("text/javascript");
      return [...(await answer.text()).matchAll(/^ {2}"?([\w. -]+?)"?:/gm)].map(([, key]) => key).toSorted();
    };
    const keys = await keysOf("en");
    expect(keys.length).toBeGreaterThan(100);
    expect(await keysOf("es")).toEqual(keys);
  });
});
