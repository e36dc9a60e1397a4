import { expect, test } from "vitest";
import { vendorReason } from "./vendor-errors.ts";

const words = (en: string, es = en) => ({ en, es });

test.each([
  [
    "vendor_refused",
    "twilio-sms",
    { code: "21614", message: words("not a mobile number") },
    "number_not_mobile",
  ],
  ["vendor_refused", "twilio-call", { code: "busy" }, "call_busy"],
  ["vendor_refused", "whatsapp-meta", { code: "131047" }, "window_closed_there"],
  ["vendor_refused", "smtp", { code: "5.1.1" }, "mailbox_unknown"],
  ["vendor_refused", "sendgrid", { code: "http_401" }, "account_refused"],
  ["vendor_refused", "sendgrid", { code: "5.1.1" }, "vendor_refused"],
  // A number that nobody knows stays the vendor's, and what happens later is no refusal.
  ["vendor_refused", "twilio-sms", { code: "99999", message: words("Odd") }, "vendor_refused"],
  ["vendor_refused", "whatsapp-meta", { code: "21614" }, "vendor_refused"],
  ["vendor_later", "twilio-sms", { code: "20429" }, "vendor_busy"],
  ["vendor_later", "twilio-sms", { code: "unreachable" }, "vendor_later"],
  ["vendor_unknown", "twilio-sms", { code: "20429" }, "vendor_unknown"],
  ["vendor_refused", "twilio-sms", { code: "toString" }, "vendor_refused"],
] as const)("%s by %s as %j is %s", (kind, messenger, told, code) => {
  expect(vendorReason(kind, messenger, told)).toMatchObject({ code, vendorCode: told.code });
});

test("keeps our messages in both languages and a vendor's message once", () => {
  const both = vendorReason("vendor_later", "smtp", { code: "timeout", message: words("Slow", "Lento") });
  expect(both).toEqual({ code: "vendor_later", vendorCode: "timeout", detail: "Slow", detailEs: "Lento" });
  expect(vendorReason("vendor_later", "smtp", { code: "x", message: words("Slow") })).not.toHaveProperty(
    "detailEs",
  );
});
