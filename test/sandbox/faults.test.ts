import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { twilioSignature } from "#sandbox/twilio/callbacks.ts";
import { eventually, type SandboxHarness, startSandboxHarness } from "./harness.ts";

let harness: SandboxHarness;
beforeAll(async () => {
  harness = await startSandboxHarness();
});
afterAll(() => harness.stop());
beforeEach(async () => {
  await harness.control({ reset: true });
  await harness.control({ paceMs: [1, 5], dripMs: 60_000 });
  round++;
});
/** Each test has its own callback address, so that late callbacks of other tests are ignored. */
let round = 0;
const received = () =>
  harness.business.requests.filter(({ url }) => new URL(url).pathname === `/status/${round}`);

const send = (to: string, { token = "t", timeoutMs = 10_000, path = `/status/${round}` } = {}) =>
  harness.twilio(
    "/Messages.json",
    { To: to, From: "+17875550100", Body: "Hola", StatusCallback: `${harness.business.url}${path}` },
    token,
    AbortSignal.timeout(timeoutMs),
  );
const count = async () => (await harness.effects("twilio")).length;
const postedStatuses = () => received().map(({ form }) => form.MessageStatus);

describe("a fault", () => {
  test.each([
    ["accept-cut", 1, "cut"],
    ["accept-500", 1, 500],
    ["accept-hang", 1, "cut"],
    ["accept-drip", 1, "cut"],
    ["refuse-500", 0, 500],
    ["refuse-429", 0, 429],
    ["refuse-hang", 0, "cut"],
    ["early-callback", 1, 201],
    ["duplicate-callbacks", 1, 201],
    ["reordered-callbacks", 1, 201],
    ["stray-callback", 1, 201],
    ["forged-callback", 1, 201],
  ])("%s has %i effects and the client sees %s", async (mode, effects, seen) => {
    await harness.control({ vendor: "twilio", mode });
    const before = await count();
    const timeoutMs = seen === "cut" ? 400 : 30_000;
    const outcome = await send("+17875550160", { timeoutMs }).then(
      ({ status }) => status,
      () => "cut",
    );
    expect(outcome).toBe(seen);
    expect((await count()) - before).toBe(effects);
    // An accepted message is reported, whatever the response was.
    if (effects === 1) await eventually(() => expect(postedStatuses()).toContain("delivered"));
  });

  test("can be chosen by number, by credential, and for a number of requests", async () => {
    expect((await send("+17875559055")).status).toBe(500);
    expect((await send("+17875550161", { token: "t-refuse-500" })).status).toBe(500);
    await harness.control({ vendor: "twilio", mode: "refuse-500", times: 2 });
    const statuses = [];
    for (let at = 0; at < 3; at++) statuses.push((await send("+17875550161")).status);
    expect(statuses).toEqual([500, 500, 201]);
  });

  test("of a mix is drawn the same way for the same seed", async () => {
    const mix = { "accept-500": 0.3, "refuse-500": 0.2, "refuse-429": 0.2 };
    const runMix = async () => {
      await harness.control({ vendor: "twilio", mix, seed: 7, paceMs: [0, 0] });
      const before = await count();
      const statuses: number[] = [];
      for (let at = 0; at < 60; at++) statuses.push((await send("+17875550162", { path: "/x" })).status);
      return { statuses, effects: (await count()) - before };
    };
    const [first, second] = [await runMix(), await runMix()];
    expect(first.statuses.filter((status) => status === 201).length).toBeGreaterThan(5);
    expect(first.statuses.filter((status) => status === 429).length).toBeGreaterThan(3);
    expect(first.effects).toBeGreaterThan(first.statuses.filter((status) => status === 201).length);
    expect(second).toEqual(first);
  });
});

describe("callbacks", () => {
  test("can come before the response", async () => {
    await harness.control({ vendor: "twilio", mode: "early-callback" });
    await send("+17875550163");
    expect(postedStatuses()).toEqual(["sent", "delivered"]);
  });

  test("can come five times each", async () => {
    await harness.control({ vendor: "twilio", mode: "duplicate-callbacks" });
    await send("+17875550164");
    await eventually(() => expect(postedStatuses()).toHaveLength(10));
    expect(new Set(received().map(({ raw }) => raw)).size).toBe(2);
  });

  test("can come in the wrong order", async () => {
    await harness.control({ vendor: "twilio", mode: "reordered-callbacks" });
    await send("+17875550165");
    await eventually(() => expect(postedStatuses()).toEqual(["delivered", "sent"]));
  });

  test("can be about an unknown message", async () => {
    await harness.control({ vendor: "twilio", mode: "stray-callback" });
    const { body } = await send("+17875550166");
    await eventually(() => expect(postedStatuses()).toEqual(["delivered", "sent", "delivered"]));
    expect(received()[0]?.form.MessageSid).not.toBe(body.sid);
  });

  test("can report a false status under a wrong signature", async () => {
    await harness.control({ vendor: "twilio", mode: "forged-callback" });
    await send("+17875550167");
    await eventually(() => expect(postedStatuses()).toEqual(["failed", "sent", "delivered"]));
    const isValid = received().map(
      ({ url, form, headers }) => headers["x-twilio-signature"] === twilioSignature("t", url, form),
    );
    expect(isValid).toEqual([false, true, true]);
  });

  test("of a call follow the fault, and the call is made once", async () => {
    await harness.control({ vendor: "twilio", mode: "duplicate-callbacks" });
    await harness.twilio("/Calls.json", {
      To: "+17875550168",
      From: "+17875550100",
      Twiml: "<Response><Say>Hola</Say></Response>",
      StatusCallback: `${harness.business.url}/status/${round}`,
    });
    await eventually(() => expect(received()).toHaveLength(5));
    expect(new Set(received().map(({ form }) => form.CallSid)).size).toBe(1);
  });

  test("of WhatsApp follow the fault", async () => {
    await harness.control({
      vendor: "whatsapp",
      mode: "reordered-callbacks",
      webhooks: { whatsapp: `${harness.business.url}/status/${round}` },
    });
    await fetch(`${harness.sandbox.url}/whatsapp/meta/v23.0/106/messages`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer t" },
      body: JSON.stringify({
        messaging_product: "whatsapp",
        to: "17875550169",
        type: "template",
        template: {
          name: "outage_notice",
          language: { code: "es" },
          components: [{ type: "body", parameters: [{ type: "text", text: "Ana" }] }],
        },
      }),
    });
    await eventually(() =>
      expect(
        received().map(({ raw }) => JSON.parse(raw).entry[0].changes[0].value.statuses[0].status),
      ).toEqual(["read", "delivered", "sent"]),
    );
  });
});

describe("the ledger", () => {
  test("counts exactly the accepted messages under concurrency", async () => {
    await harness.control({
      vendor: "twilio",
      mix: { "accept-500": 0.2, "accept-cut": 0.1, "refuse-500": 0.2, "refuse-429": 0.1 },
      latencyMs: { twilio: 20 },
      paceMs: [600_000, 600_000],
    });
    const before = await count();
    const outcomes: string[] = [];
    const worker = async (from: number): Promise<void> => {
      for (let at = from; at < 2000; at += 100) {
        const action = `0192f0c1-0000-7000-8000-${String(at).padStart(12, "0")}`;
        const outcome = await harness
          .twilio("/Messages.json", {
            To: `+1787556${String(at).padStart(4, "0")}`,
            From: "+17875550100",
            Body: `Hola ${at}`,
            StatusCallback: `http://127.0.0.1:9/none?action=${action}`,
          })
          .then(
            ({ status, body }) => (status === 201 ? body.sid : String(status)),
            () => "cut",
          );
        outcomes.push(outcome);
      }
    };
    await Promise.all(Array.from({ length: 100 }, (_, from) => worker(from)));
    const effects = (await harness.effects("twilio")).slice(before);
    const acceptedIds = outcomes.filter((outcome) => outcome.startsWith("SM"));
    expect(new Set(effects.map(({ id }) => id)).size).toBe(effects.length);
    expect(new Set(effects.map(({ actionId }) => actionId)).size).toBe(effects.length);
    const ids = new Set(effects.map(({ id }) => id));
    expect(acceptedIds.filter((id) => !ids.has(id))).toEqual([]);
    const refused = outcomes.filter((outcome) => outcome === "429").length;
    const cut = outcomes.filter((outcome) => outcome === "cut").length;
    expect(outcomes).toHaveLength(2000);
    expect(refused).toBeGreaterThan(0);
    expect(effects.length).toBeGreaterThanOrEqual(acceptedIds.length + cut);
    expect(effects.length).toBeLessThanOrEqual(2000 - refused);
  });
});

describe("control", () => {
  test.each([
    { vendor: "twilio", mode: "accept-everything" },
    { mode: "accept-cut" },
    { vendor: "twilio", mix: { nonsense: 1 } },
    { webhooks: { twilio: "javascript:alert(1)" } },
    { paceMs: [-1, 5] },
    { surprise: true },
  ])("refuses %o", async (command) => {
    expect((await harness.control(command)).status).toBe(400);
  });

  test("rejects forms of other sites", async () => {
    for (const path of ["/_control", "/sandbox/api/phone/conversations/a/reply"]) {
      const response = await fetch(`${harness.sandbox.url}${path}`, {
        method: "POST",
        body: JSON.stringify({ reset: true }),
      });
      expect(response.status).toBe(415);
    }
  });
});
