import { describe, expect, test } from "vitest";
import type { GateFacts } from "#domain/compliance/facts.ts";
import { buildSendIntent } from "#domain/compliance/send-intent.ts";
import { whatsappMarketingCheck } from "./whatsapp-marketing.ts";

const now = Date.UTC(2026, 10, 16, 15);
const hour = 3_600_000;

const evaluate = (
  phone: string,
  {
    facts = {},
    ...request
  }: { facts?: Partial<GateFacts> } & Partial<Parameters<typeof buildSendIntent>[0]> = {},
): string => {
  const intent = buildSendIntent({
    personId: "p",
    channel: "whatsapp",
    ruleId: null,
    approvedTemplateName: "offer",
    repeatLimit: null,
    ...request,
  });
  const result = whatsappMarketingCheck.evaluate(intent, {
    now,
    phone,
    lastInboundAt: {},
    whatsappLimitedAt: null,
    ...facts,
  } as GateFacts);
  if ("stop" in result) return `stop ${result.stop[0]?.code}`;
  if ("wait" in result) return `wait ${result.wait[0]?.code} ${((result.until ?? 0) - now) / hour}`;
  return ["pass", ...(result.notes ?? []).map(({ code }) => code)].join(" ");
};

describe("marketing templates on WhatsApp", () => {
  test.each<[string, string, Parameters<typeof evaluate>[1], string]>([
    ["a US number", "+13055550142", {}, "stop whatsapp_marketing_us"],
    ["a number of the District of Columbia", "+12025550142", {}, "stop whatsapp_marketing_us"],
    ["a utility template", "+13055550142", { templateCategory: "utility" }, "pass"],
    ["a service message", "+13055550142", { purpose: "service" }, "pass"],
    ["another channel", "+13055550142", { channel: "sms" }, "pass"],
    ["free text that waits for the window", "+13055550142", { approvedTemplateName: null }, "pass"],
    [
      "an answer within the window",
      "+13055550142",
      { facts: { lastInboundAt: { whatsapp: now - hour } } },
      "pass",
    ],
    [
      "an answer after the window",
      "+13055550142",
      { facts: { lastInboundAt: { whatsapp: now - 25 * hour } } },
      "stop whatsapp_marketing_us",
    ],
    ["Puerto Rico", "+17875550142", {}, "pass whatsapp_marketing_untested"],
    [
      "Puerto Rico, refused two hours ago",
      "+17875550142",
      { facts: { whatsappLimitedAt: now - 2 * hour } },
      "wait whatsapp_marketing_limited 22",
    ],
    [
      "Puerto Rico, refused yesterday",
      "+19395550142",
      { facts: { whatsappLimitedAt: now - 24 * hour } },
      "pass whatsapp_marketing_untested",
    ],
    ["Canada", "+14165550142", {}, "pass"],
    ["the Dominican Republic", "+18095550142", {}, "pass"],
    ["Mexico", "+525512345678", {}, "pass"],
    [
      "Mexico, refused an hour ago",
      "+525512345678",
      { facts: { whatsappLimitedAt: now - hour } },
      "wait whatsapp_marketing_limited 23",
    ],
  ])("%s: %s", (_what, phone, change, expected) => {
    expect(evaluate(phone, change)).toBe(expected);
  });
});
