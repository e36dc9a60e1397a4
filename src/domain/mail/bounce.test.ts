import { describe, expect, test } from "vitest";
import { parseBounce } from "./bounce.ts";
import { classifyBounce } from "./classify-bounce.ts";
import { parseComplaint } from "./complaint.ts";
import type { ReportSource } from "./report.ts";

const source = (overrides: Partial<ReportSource>): ReportSource => ({
  headers: [],
  from: { name: "", address: "mailer-daemon@mx.example.net" },
  to: [{ address: "us@example.com" }],
  subject: "Undelivered Mail Returned to Sender",
  text: "",
  envelopeFrom: null,
  parts: [],
  ...overrides,
});
const report = (text: string, otherParts: ReportSource["parts"] = []) =>
  source({ parts: [{ type: "message/delivery-status", text }, ...otherParts] });
const bounceOf = (report: ReportSource) => {
  const parsed = parseBounce(report);
  return parsed?.kind === "bounce" ? parsed.bounce : null;
};

describe("a bounce", () => {
  test("is parsed from a delivery report, with the original Message-ID", () => {
    const text =
      "Reporting-MTA: dns; mx.y.test\r\n\r\nFinal-Recipient: rfc822; Nobody@y.test\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 User\r\n unknown\r\n";
    const original = {
      type: "message/rfc822",
      text: "Message-ID: <one@us.example>\r\nTo: nobody@y.test\r\n\r\nHi",
    };
    expect(bounceOf(report(text, [original]))).toEqual({
      is: true,
      recipient: "nobody@y.test",
      status: "5.1.1",
      action: "failed",
      diagnostic: "550 5.1.1 User unknown",
      class: "hard",
      suppress: true,
      originalMessageId: "<one@us.example>",
      others: [],
    });
  });

  test("names the original recipient and every other failed one", () => {
    const bounce = bounceOf(
      report(
        "Reporting-MTA: dns; a\n\nOriginal-Recipient: rfc822;ana@x.test\nFinal-Recipient: rfc822;alias@y.test\nAction: delayed\nStatus: 4.2.2\n\nFinal-Recipient: rfc822;bob@x.test\nAction: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 mailbox is full",
      ),
    );
    expect(bounce).toMatchObject({
      recipient: "bob@x.test",
      status: "5.2.2",
      class: "soft",
      action: "failed",
    });
    expect(bounce?.others).toMatchObject([{ recipient: "ana@x.test", class: "soft", action: "delayed" }]);
  });

  test("is only a notice when the message was delivered", () => {
    expect(parseBounce(report("Final-Recipient: rfc822;a@b.test\nAction: delivered\nStatus: 2.0.0"))).toEqual(
      {
        kind: "notice",
      },
    );
  });

  test.each([
    ["5.1.1", "failed", "hard"],
    ["5.2.2", "failed", "soft"],
    ["5.7.1", "failed", "policy"],
    ["4.4.7", "failed", "soft"],
    ["5.1.1", "delayed", "soft"],
    [null, "failed", "soft"],
  ] as const)("with status %s and action %s is %s", (status, action, kind) => {
    expect(classifyBounce({ status, action, diagnostic: null }).class).toBe(kind);
  });

  test.each([
    ["5.1.2", "550 5.1.2 Bad destination host", true, "hard"],
    ["5.1.2", null, true, "hard"],
    ["5.1.3", null, true, "hard"],
    ["5.1.10", "550 5.1.10 RESOLVER.ADR.RecipientNotFound", true, "hard"],
    ["5.1.351", "550 5.1.351 Remote server returned unknown recipient or mailbox unavailable", true, "hard"],
    ["5.4.4", "554 5.4.4 Unable to route: no mail hosts for domain", true, "hard"],
    ["5.4.310", "550 5.4.310 DNS domain x.example does not exist", true, "hard"],
    ["5.4.1", "550 5.4.1 Recipient address rejected: Access denied. AS(201806281)", true, "hard"],
    ["5.0.0", "550 No such user here", true, "hard"],
    ["5.5.0", "550 5.5.0 Requested action not taken: mailbox unavailable", true, "hard"],
    ["5.7.1", "550 5.7.1 Recipient not found", true, "hard"],
    ["5.2.1", "550 5.2.1 The email account that you tried to reach is disabled", true, "hard"],
    ["5.1.1", "550 5.1.1 Message rejected due to spam content", false, "policy"],
    ["5.1.1", "550 5.1.1 <a@b.example> your IP 192.0.2.1 is blocked, see our blocklist", false, "policy"],
    ["5.1.1", "554 5.1.1 Rejected for policy reasons", false, "policy"],
    ["5.1.1", "550 5.1.1 DMARC check failed", false, "policy"],
    ["5.1.1", "552 5.1.1 Mailbox full", false, "soft"],
    ["5.1.1", "550 5.1.1 <a@b.example> is over quota", false, "soft"],
    ["5.1.8", "501 5.1.8 Sender domain does not exist", false, "policy"],
    ["5.1.7", null, false, "policy"],
    ["5.3.4", "552 5.3.4 Message size exceeds limit", false, "policy"],
    ["5.4.7", "550 5.4.7 Delivery expired", false, "soft"],
    ["5.3.0", null, false, "hard"],
    ["4.2.2", "452 4.2.2 The email account is over quota", false, "soft"],
    ["4.4.7", "User unknown", false, "soft"],
  ])("with status %s and text %j: given up %s, %s", (status, diagnostic, suppress, kind) => {
    expect(classifyBounce({ status, action: "failed", diagnostic })).toEqual({ class: kind, suppress });
  });

  test.each([
    [
      "Hi. I wasn't able to deliver your message.\n<nobody@y.test>:\n550 5.1.1 User unknown\n--- Below this line is a copy of the message.\nTo: other@z.test",
      "nobody@y.test",
      "5.1.1",
    ],
    [
      "Your message was not delivered to:\n  nobody@y.test\nbecause:\n  mailbox full",
      "nobody@y.test",
      "5.2.2",
    ],
    ["No se pudo entregar el mensaje a nobody@y.test: usuario desconocido", "nobody@y.test", "5.1.1"],
    ["A message has not yet been delivered to nobody@y.test: connection timed out", "nobody@y.test", "4.4.1"],
  ])("is parsed from plain text: %j", (text, recipient, status) => {
    expect(bounceOf(source({ text }))).toMatchObject({ recipient, status });
  });

  test.each([
    [{ subject: "Re: Returned mail", text: "Did you see that my order could not be delivered?" }],
    [
      {
        subject: "My delivery failed",
        text: "The box could not be delivered to my address. Please call me.",
      },
    ],
    [{ subject: "Order 5.1.1", text: "I want the plan 5.1.1 for 550 dollars" }],
  ])("is not reported for a message written by a person: %j", (overrides) => {
    expect(
      parseBounce(source({ from: { name: "Ana", address: "ana@example.com" }, ...overrides })),
    ).toBeNull();
  });
});

describe("a complaint", () => {
  test("is parsed from a feedback report", () => {
    const parts = [
      {
        type: "message/feedback-report",
        text: "Feedback-Type: abuse\nOriginal-Rcpt-To: <ana@x.test>\nVersion: 1",
      },
      { type: "message/rfc822", text: "Message-ID: <two@us.example>\n\nHi" },
    ];
    expect(parseComplaint(source({ parts }))).toEqual({
      is: true,
      type: "abuse",
      recipient: "ana@x.test",
      originalMessageId: "<two@us.example>",
    });
  });

  test("is not reported for a failed signature, which no recipient sent", () => {
    const parts = [{ type: "message/feedback-report", text: "Feedback-Type: auth-failure\nVersion: 1" }];
    expect(parseComplaint(source({ parts }))).toBeNull();
  });
});
