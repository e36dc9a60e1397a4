import { randomUUID } from "node:crypto";
import type { ReceivedMail } from "./mail-store.ts";

export const reportKinds = ["bounce", "full", "delay", "refuse", "complaint"] as const;
export type ReportKind = (typeof reportKinds)[number];

const deliveryFailures = {
  bounce: { action: "failed", status: "5.1.1", words: "550 5.1.1 User unknown" },
  full: { action: "failed", status: "5.2.2", words: "552 5.2.2 Mailbox full" },
  refuse: { action: "failed", status: "5.7.1", words: "550 5.7.1 Message rejected due to local policy" },
  delay: { action: "delayed", status: "4.4.1", words: "451 4.4.1 Connection timed out" },
} as const;

/** The header lines of a message, as they were. */
const headerLines = (raw: Buffer): string => raw.toString("latin1").split(/\r?\n\r?\n/)[0] ?? "";

const reportHeaders = (to: string, subject: string, type: string, boundary: string): string[] => [
  "From: Mail Delivery System <mailer-daemon@mx.sandbox.example>",
  `To: <${to}>`,
  `Subject: ${subject}`,
  `Message-ID: <${randomUUID()}@mx.sandbox.example>`,
  `Date: ${new Date().toUTCString().replace("GMT", "+0000")}`,
  "Auto-Submitted: auto-replied",
  "MIME-Version: 1.0",
  `Content-Type: multipart/report; report-type=${type}; boundary="${boundary}"`,
  "",
];

/** A delivery report (RFC 3464) or a complaint (RFC 5965) about a message, as raw mail. */
export const composeReport = (kind: ReportKind, mail: ReceivedMail, to: string): string => {
  const boundary = `=_${randomUUID()}`;
  const part = (type: string, lines: string[]) => [
    `--${boundary}`,
    `Content-Type: ${type}`,
    "",
    ...lines,
    "",
  ];
  const original = part("text/rfc822-headers", [headerLines(mail.raw)]);
  const lines =
    kind === "complaint"
      ? [
          ...reportHeaders(to, "Complaint about a message", "feedback-report", boundary),
          ...part("text/plain; charset=utf-8", ["This is a complaint about a message you sent."]),
          ...part("message/feedback-report", [
            "Feedback-Type: abuse",
            "User-Agent: Sandbox/1.0",
            "Version: 1",
            `Original-Mail-From: <${mail.returnPath ?? ""}>`,
            `Original-Rcpt-To: <${mail.recipient}>`,
          ]),
          ...original,
        ]
      : deliveryReportLines(deliveryFailures[kind], mail, to, boundary, part, original);
  return [...lines, `--${boundary}--`, ""].join("\r\n");
};

const deliveryReportLines = (
  { action, status, words }: (typeof deliveryFailures)[keyof typeof deliveryFailures],
  mail: ReceivedMail,
  to: string,
  boundary: string,
  part: (type: string, lines: string[]) => string[],
  original: string[],
): string[] => [
  ...reportHeaders(
    to,
    action === "failed" ? "Undelivered Mail Returned to Sender" : "Delayed Mail (still being retried)",
    "delivery-status",
    boundary,
  ),
  ...part("text/plain; charset=utf-8", [
    `Your message could not be delivered to <${mail.recipient}>${action === "delayed" ? " yet" : ""}:`,
    words,
  ]),
  ...part("message/delivery-status", [
    "Reporting-MTA: dns; mx.sandbox.example",
    "",
    `Final-Recipient: rfc822; ${mail.recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${words}`,
  ]),
  ...original,
];
