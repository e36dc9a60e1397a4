import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { SandboxContext } from "#sandbox/context.ts";
import { deliverToBusiness } from "./deliver-to-business.ts";
import type { ReceivedMail } from "./mail-store.ts";

export const reportKinds = ["bounce", "full", "delay", "refuse", "complaint"] as const;
export type ReportKind = (typeof reportKinds)[number];

export const reportSchema = z.strictObject({
  kind: z.enum(reportKinds),
  /** The message's id in the ledger. The default is the newest message to `recipient`. */
  message: z.string().optional(),
  recipient: z.string().optional(),
  /** The default is the message's return path. */
  to: z.string().optional(),
  /** `smtp://127.0.0.1:2525`; the default is the webhook for e-mail. */
  server: z.string().optional(),
});

/** True when the business's server accepted the report. */
export const sendRequestedReport = async (
  context: SandboxContext,
  { kind, message, recipient, to, server }: z.output<typeof reportSchema>,
): Promise<boolean> => {
  const mail = message
    ? context.mails.find(message)
    : recipient
      ? context.mails.latestTo(recipient)
      : undefined;
  return mail
    ? sendReport(context, kind, mail, { ...(to ? { to } : {}), ...(server ? { server } : {}) })
    : false;
};

export const sendReport = async (
  context: SandboxContext,
  kind: ReportKind,
  mail: ReceivedMail,
  { to = mail.returnPath, server = context.settings.webhooks.email ?? undefined } = {},
): Promise<boolean> =>
  // No report about mail without a return path: two servers would report to each other forever.
  to ? deliverToBusiness(server, { from: null, to, raw: composeReport(kind, mail, to) }) : false;

const deliveryFailures = {
  bounce: { action: "failed", status: "5.1.1", diagnostic: "550 5.1.1 User unknown" },
  full: { action: "failed", status: "5.2.2", diagnostic: "552 5.2.2 Mailbox full" },
  refuse: { action: "failed", status: "5.7.1", diagnostic: "550 5.7.1 Message rejected due to local policy" },
  delay: { action: "delayed", status: "4.4.1", diagnostic: "451 4.4.1 Connection timed out" },
} as const;
type DeliveryFailure = (typeof deliveryFailures)[keyof typeof deliveryFailures];

type ReportPart = { type: string; lines: string[] };

/** Raw mail with a delivery report (RFC 3464) or a complaint (RFC 5965). */
const composeReport = (kind: ReportKind, mail: ReceivedMail, to: string): string => {
  const { subject, reportType, parts } =
    kind === "complaint" ? complaint(mail) : deliveryReport(deliveryFailures[kind], mail);
  const boundary = `=_${randomUUID()}`;
  const original = { type: "text/rfc822-headers", lines: [headerLines(mail.raw)] };
  return [
    "From: Mail Delivery System <mailer-daemon@mx.sandbox.example>",
    `To: <${to}>`,
    `Subject: ${subject}`,
    `Message-ID: <${randomUUID()}@mx.sandbox.example>`,
    `Date: ${new Date().toUTCString().replace("GMT", "+0000")}`,
    "Auto-Submitted: auto-replied",
    "MIME-Version: 1.0",
    `Content-Type: multipart/report; report-type=${reportType}; boundary="${boundary}"`,
    "",
    ...[...parts, original].flatMap(({ type, lines }) => [
      `--${boundary}`,
      `Content-Type: ${type}`,
      "",
      ...lines,
      "",
    ]),
    `--${boundary}--`,
    "",
  ].join("\r\n");
};

const headerLines = (raw: Buffer): string => raw.toString("latin1").split(/\r?\n\r?\n/)[0] ?? "";

type ReportContent = { subject: string; reportType: string; parts: ReportPart[] };

const complaint = (mail: ReceivedMail): ReportContent => ({
  subject: "Complaint about a message",
  reportType: "feedback-report",
  parts: [
    { type: "text/plain; charset=utf-8", lines: ["This is a complaint about a message you sent."] },
    {
      type: "message/feedback-report",
      lines: [
        "Feedback-Type: abuse",
        "User-Agent: Sandbox/1.0",
        "Version: 1",
        `Original-Mail-From: <${mail.returnPath ?? ""}>`,
        `Original-Rcpt-To: <${mail.recipient}>`,
      ],
    },
  ],
});

const deliveryReport = (
  { action, status, diagnostic }: DeliveryFailure,
  { recipient }: ReceivedMail,
): ReportContent => ({
  subject: action === "failed" ? "Undelivered Mail Returned to Sender" : "Delayed Mail (still being retried)",
  reportType: "delivery-status",
  parts: [
    {
      type: "text/plain; charset=utf-8",
      lines: [
        `Your message could not be delivered to <${recipient}>${action === "delayed" ? " yet" : ""}:`,
        diagnostic,
      ],
    },
    {
      type: "message/delivery-status",
      lines: [
        "Reporting-MTA: dns; mx.sandbox.example",
        "",
        `Final-Recipient: rfc822; ${recipient}`,
        `Action: ${action}`,
        `Status: ${status}`,
        `Diagnostic-Code: smtp; ${diagnostic}`,
      ],
    },
  ],
});
