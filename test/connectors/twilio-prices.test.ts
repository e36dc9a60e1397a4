import { expect, test } from "vitest";
import { twilioCall } from "#server/connectors/messaging/twilio-call.ts";
import { twilioSms } from "#server/connectors/messaging/twilio-sms.ts";
import { egressFailure, fakeVendor, httpResponse, sampleSettings } from "./fake-vendor.ts";

const settings = sampleSettings(twilioSms);
const at = Date.parse("2026-03-01T12:00:00Z");
const span = { from: at, to: at + 60_000 };
const ids = (count: number) => Array.from({ length: count }, (_, n) => `SM${n}`);
const priced = (sid: string, price: string | null = "-0.0079") => ({
  sid,
  price,
  price_unit: price && "USD",
});

test("a few prices are asked for one by one, and what is not known yet is left out", async () => {
  const { calls, context } = fakeVendor(
    settings,
    httpResponse(200, priced("SM0")),
    httpResponse(200, priced("SM1", null)),
  );
  expect(await twilioSms.fetchPrices?.(context, ids(2), span)).toEqual(new Map([["SM0", 0.0079]]));
  expect(calls.map(({ path }) => path.split("/").at(-1))).toEqual(["SM0.json", "SM1.json"]);
});

test("many are listed by the time they were sent, page after page, and strangers are left out", async () => {
  const pages = [
    httpResponse(200, { messages: [priced("SM0"), priced("SM9")], next_page_uri: "/2010-04-01/next" }),
    httpResponse(200, { messages: [priced("SM5", "-0.0158")], next_page_uri: null }),
  ];
  const { calls, context } = fakeVendor(settings, ...pages);
  const found = await twilioSms.fetchPrices?.(context, ids(6), span);
  expect(found).toEqual(
    new Map([
      ["SM0", 0.0079],
      ["SM5", 0.0158],
    ]),
  );
  expect(calls).toHaveLength(2);
  const asked = new URL(`https://x${calls[0]?.path}`).searchParams;
  expect(asked.get("DateSent>")).toBe("2026-03-01T11:59:00.000Z");
  expect(calls[1]?.path).toBe("/2010-04-01/next");
});

test("of calls they are listed by when those began, and a vendor that is away tells nothing", async () => {
  const { calls, context } = fakeVendor(settings, httpResponse(200, { calls: [priced("SM0", "-0.014")] }));
  expect((await twilioCall.fetchPrices?.(context, ids(6), span))?.get("SM0")).toBe(0.014);
  expect(calls[0]?.path).toContain("Calls.json?StartTime");
  const away = fakeVendor(settings, egressFailure("unreachable"));
  expect(await twilioCall.fetchPrices?.(away.context, ids(6), span)).toEqual(new Map());
});
