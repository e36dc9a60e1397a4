import { expect, test } from "vitest";
import { twilioCall } from "#server/connectors/messaging/twilio-call.ts";
import { twilioSms } from "#server/connectors/messaging/twilio-sms.ts";
import { egressFailure, fakeVendor, httpResponse, sampleSettings } from "./fake-vendor.ts";

const settings = sampleSettings(twilioSms);
const sentAt = Date.parse("2026-03-01T12:00:00Z");
const span = { from: sentAt, to: sentAt + 60_000 };
const ids = (count: number) => Array.from({ length: count }, (_, n) => `SM${n}`);
const priced = (sid: string, price: string | null = "-0.0079") => ({
  sid,
  price,
  price_unit: price && "USD",
});

test("fetches a few prices one by one and leaves out missing ones", async () => {
  const { requests, context } = fakeVendor(
    settings,
    httpResponse(200, priced("SM0")),
    httpResponse(200, priced("SM1", null)),
  );
  expect(await twilioSms.fetchPrices?.(context, ids(2), span)).toEqual(new Map([["SM0", 0.0079]]));
  expect(requests.map(({ path }) => path.split("/").at(-1))).toEqual(["SM0.json", "SM1.json"]);
});

test("lists many prices by time over several pages and leaves out other messages", async () => {
  const pages = [
    httpResponse(200, { messages: [priced("SM0"), priced("SM9")], next_page_uri: "/2010-04-01/next" }),
    httpResponse(200, { messages: [priced("SM5", "-0.0158")], next_page_uri: null }),
  ];
  const { requests, context } = fakeVendor(settings, ...pages);
  const prices = await twilioSms.fetchPrices?.(context, ids(6), span);
  expect(prices).toEqual(
    new Map([
      ["SM0", 0.0079],
      ["SM5", 0.0158],
    ]),
  );
  expect(requests).toHaveLength(2);
  const query = new URL(`https://x${requests[0]?.path}`).searchParams;
  expect(query.get("DateSent>")).toBe("2026-03-01T11:59:00.000Z");
  expect(requests[1]?.path).toBe("/2010-04-01/next");
});

test("lists prices of calls by start time and returns none while Twilio is unreachable", async () => {
  const { requests, context } = fakeVendor(settings, httpResponse(200, { calls: [priced("SM0", "-0.014")] }));
  expect((await twilioCall.fetchPrices?.(context, ids(6), span))?.get("SM0")).toBe(0.014);
  expect(requests[0]?.path).toContain("Calls.json?StartTime");
  const unreachable = fakeVendor(settings, egressFailure("unreachable"));
  expect(await twilioCall.fetchPrices?.(unreachable.context, ids(6), span)).toEqual(new Map());
});
