import { generateKeyPairSync } from "node:crypto";
import { EventWebhook } from "@sendgrid/eventwebhook";
import { classes } from "@sendgrid/helpers";
import { describe, expect, test } from "vitest";
import { signEvents } from "#sandbox/sendgrid/event-webhook.ts";
import type { VendorUpdate } from "#server/connectors/messaging/messenger.ts";
import { sendgridEmail } from "#server/connectors/messaging/sendgrid-email.ts";
import { sendgrid } from "#server/connectors/sendgrid.ts";
import { isSignedBySendgrid, simulatedSigningKeys } from "#server/connectors/sendgrid-signature.ts";
import { approved } from "./approved.ts";
import {
  callback,
  egressFailure,
  fakeVendor,
  httpResponse,
  jsonCallback,
  outgoingMessage,
  sampleActionId,
  sampleSettings,
} from "./fake-vendor.ts";

const settings = sampleSettings(sendgridEmail, { sendsEmail: true, fromName: "Sol del Este" });
const message = (overrides = {}) =>
  outgoingMessage({
    channel: "email",
    to: "ana@example.com",
    from: null,
    subject: "Su cita",
    unsubscribeUrl: "https://faro.example.com/hooks/unsubscribe/t",
    returnAddress: "r-1@in.example.com",
    ...overrides,
  });
const accepted = httpResponse(202, "", { "x-message-id": "14c5d75ce93" });

describe("a mail", () => {
  test("is the one that SendGrid's own library would send", async () => {
    const { requests, context } = fakeVendor(settings, accepted);
    const file = {
      filename: "plano.pdf",
      contentType: "application/pdf",
      url: null,
      read: async () => Buffer.from("%PDF"),
    };
    const outcome = await sendgridEmail.send(
      context,
      approved(message({ files: [file], isAutoReply: true })),
    );
    expect(outcome).toEqual({ kind: "accepted", providerId: "14c5d75ce93", status: "sent", price: null });
    const [request] = requests;
    expect(request).toMatchObject({ method: "POST", path: "/v3/mail/send" });
    expect(request?.headers?.authorization).toBe("Bearer SG.sandbox");
    const sent = JSON.parse(String(request?.body));
    const written = new classes.Mail({
      to: { email: "ana@example.com" },
      from: { email: "hello@company.example", name: "Sol del Este" },
      replyTo: { email: "r-1@in.example.com", name: "Sol del Este" },
      subject: "Su cita",
      text: sent.content[0].value,
      html: sent.content[1].value,
      headers: sent.headers,
      customArgs: { faro_action: sampleActionId },
      attachments: [
        {
          content: Buffer.from("%PDF").toString("base64"),
          filename: "plano.pdf",
          type: "application/pdf",
          disposition: "attachment",
        },
      ],
      trackingSettings: {
        clickTracking: { enable: false, enableText: false },
        openTracking: { enable: false },
        subscriptionTracking: { enable: false },
      },
    });
    const { custom_args, personalizations, ...rest } = JSON.parse(JSON.stringify(written));
    // The library puts these arguments beside the recipients, where they count for all of them.
    expect(sent).toEqual({ ...rest, personalizations: [{ ...personalizations[0], custom_args }] });
    expect(sent.headers).toEqual({
      "Message-ID": `<${sampleActionId}@company.example>`,
      "List-Unsubscribe": `<https://faro.example.com/hooks/unsubscribe/t>, <mailto:r-1@in.example.com?subject=unsubscribe%20${sampleActionId}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "Auto-Submitted": "auto-replied",
      "X-Auto-Response-Suppress": "All",
    });
    expect(sent.content[0].value).toContain("123 Calle San Francisco");
  });

  const refusal = (field: string | null, text = "No") => ({ errors: [{ message: text, field, help: null }] });
  test.each([
    [httpResponse(401, refusal(null)), { kind: "refused", code: "http_401", account: true }],
    [httpResponse(403, refusal("from.email")), { kind: "refused", code: "http_403", account: true }],
    [httpResponse(413, refusal(null)), { kind: "refused", code: "too_large" }],
    [
      httpResponse(429, refusal(null), { "retry-after": "7" }),
      { kind: "later", afterMs: 7000, tooFast: true },
    ],
    [
      httpResponse(400, refusal("personalizations.0.to.0.email")),
      { kind: "refused", code: "recipient", badAddress: true },
    ],
    [httpResponse(400, refusal("from.email")), { kind: "refused", code: "sender", account: true }],
    [httpResponse(400, refusal("subject")), { kind: "refused", code: "field_subject" }],
    [httpResponse(503, "Service Unavailable"), { kind: "unknown" }],
    [httpResponse(202, "", {}), { kind: "unknown" }],
    [httpResponse(200, "<html>", { "content-type": "text/html" }), { kind: "unknown" }],
    [egressFailure("timeout"), { kind: "unknown" }],
    [egressFailure("unreachable"), { kind: "later" }],
  ])("answered with %j is %j", async (answer, outcome) => {
    const { context } = fakeVendor(settings, answer);
    const result = await sendgridEmail.send(context, approved(message()));
    expect(result).toMatchObject(outcome);
    expect(JSON.stringify(result)).not.toContain("SG.sandbox");
  });

  test("needs a sender and a postal address", () => {
    const parse = (values: object) =>
      sendgrid.settings.safeParse({ apiKey: "SG.x", ...values }).error?.issues;
    expect(parse({})).toBeUndefined();
    expect(parse({ sendsEmail: true })?.map(({ path }) => path[0])).toEqual(["fromAddress", "postalAddress"]);
    expect(parse({ verificationKey: "not a key" })).toHaveLength(1);
  });
});

describe("the signature of events", () => {
  const { verificationKey, privateKey } = simulatedSigningKeys("S");
  const now = Date.parse("2026-11-15T12:00:00Z");
  const timestamp = String(now / 1000);
  const body = JSON.stringify([{ event: "delivered", email: "ñ@example.com" }]);
  const signature = signEvents(privateKey, timestamp, body);
  const signed = { verificationKey, signature, timestamp, rawBody: Buffer.from(body) };

  test("is what SendGrid's own library accepts, and ours", () => {
    const judge = new EventWebhook();
    const key = judge.convertPublicKeyToECDSA(verificationKey);
    expect(judge.verifySignature(key, body, signature, timestamp)).toBe(true);
    expect(isSignedBySendgrid(signed, now)).toBe(true);
  });

  const day = 24 * 3600 * 1000;
  const other = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const otherPem = other.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  const otherCurve = generateKeyPairSync("ec", { namedCurve: "secp256k1" })
    .publicKey.export({ format: "der", type: "spki" })
    .toString("base64");
  test.each([
    ["another body", { rawBody: Buffer.from("[]") }, 0],
    ["another timestamp", { timestamp: String(now / 1000 + 1) }, 0],
    ["a timestamp that is no number", { timestamp: `${timestamp} ` }, 0],
    ["another key", { signature: signEvents(otherPem, timestamp, body) }, 0],
    ["no signature", { signature: "" }, 0],
    ["no key", { verificationKey: "" }, 0],
    ["a key of another curve", { verificationKey: otherCurve }, 0],
    ["an old report", {}, 2 * day],
    ["a report from the future", {}, -day],
  ])("is refused for %s", (_what, change, later) => {
    expect(isSignedBySendgrid({ ...signed, ...change }, now + later)).toBe(false);
  });

  test("still counts when SendGrid repeats the report", () => {
    expect(isSignedBySendgrid(signed, now + day)).toBe(true);
  });

  test("is asked for by the messenger", () => {
    const at = String(Math.floor(Date.now() / 1000));
    const headers = {
      "x-twilio-email-event-webhook-signature": signEvents(privateKey, at, body),
      "x-twilio-email-event-webhook-timestamp": at,
    };
    const request = callback({ headers, rawBody: Buffer.from(body) });
    expect(sendgridEmail.verifyCallback({ verificationKey }, request)).toBe(true);
    expect(sendgridEmail.verifyCallback({}, request)).toBe(false);
  });
});

describe("events", () => {
  const event = (more: object) => ({
    email: "Ana@Example.com",
    timestamp: 1_763_200_000,
    sg_event_id: "e1",
    sg_message_id: "14c5d75ce93.recvd-1.0",
    faro_action: sampleActionId,
    ...more,
  });
  const read = (...events: unknown[]): VendorUpdate[] => sendgridEmail.parseCallback(jsonCallback(events));
  const ids = { providerId: "14c5d75ce93", actionId: sampleActionId, at: 1_763_200_000_000 };
  const bounce = (more: object) => ({ kind: "mail", content: { kind: "bounce", bounce: more } });

  test.each([
    [{ event: "processed" }, { kind: "status", status: "sent", ...ids }],
    [{ event: "delivered" }, { kind: "status", status: "delivered", ...ids }],
    [
      { event: "bounce", type: "bounce", status: "5.1.1", reason: "550 5.1.1 User unknown" },
      { ...bounce({ action: "failed", status: "5.1.1", class: "hard", suppress: true }), ...ids },
    ],
    [
      { event: "bounce", type: "bounce", reason: "552 5.2.2 Mailbox full" },
      bounce({ status: "5.2.2", class: "soft", suppress: false }),
    ],
    [
      { event: "bounce", type: "bounce", reason: "550 odd", bounce_classification: "Invalid Address" },
      bounce({ class: "hard", suppress: true }),
    ],
    [
      { event: "bounce", type: "blocked", status: "5.1.1", reason: "550 5.1.1 User unknown" },
      bounce({ class: "policy", suppress: false }),
    ],
    [{ event: "deferred", reason: "451 4.7.1 Later" }, bounce({ action: "delayed", class: "soft" })],
    [{ event: "dropped", reason: "Bounced Address" }, bounce({ class: "hard", suppress: true })],
    [{ event: "dropped", reason: "Spam Content" }, bounce({ class: "policy", suppress: false })],
    [
      { event: "dropped", reason: "Unsubscribed Address" },
      { kind: "status", status: "failed", code: "dropped_unsubscribed", optedOut: true },
    ],
    [
      { event: "dropped", reason: "Spam Reporting Address" },
      { kind: "status", status: "failed", code: "dropped_spam_report", optedOut: true },
    ],
    [{ event: "spamreport" }, { reportId: "e1", address: "ana@example.com", content: { kind: "complaint" } }],
    [{ event: "unsubscribe" }, { content: { kind: "unsubscribe", scope: "all" } }],
    [{ event: "group_unsubscribe" }, { content: { kind: "unsubscribe", scope: "email" } }],
  ])("%j", (given, expected) => {
    expect(read(event(given))).toMatchObject([expected]);
  });

  test("that opt in again, count opens or cannot be read change nothing", () => {
    const ignored = ["group_resubscribe", "open", "click", "new"].map((name) => event({ event: name }));
    expect(read(...ignored, null, {}, event({ event: "delivered", sg_event_id: undefined }))).toEqual([]);
    expect(read(...ignored, event({ event: "delivered" }))).toHaveLength(1);
  });

  test("of other mail of the account name no action", () => {
    expect(read(event({ event: "unsubscribe", faro_action: "x", sg_message_id: undefined }))).toMatchObject([
      { actionId: null, providerId: null },
    ]);
  });
});
