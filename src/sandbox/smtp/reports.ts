import * as z from "zod";
import type { SandboxContext } from "#sandbox/context.ts";
import { deliverToBusiness } from "./deliver-to-business.ts";
import type { ReceivedMail } from "./mail-store.ts";
import { composeReport, type ReportKind, reportKinds } from "./report-text.ts";

export const reportSchema = z.strictObject({
  kind: z.enum(reportKinds),
  /** About which message: its id in the ledger, or the newest to somebody. */
  message: z.string().optional(),
  recipient: z.string().optional(),
  /** To whom it is sent; who sent the message, unless said otherwise. */
  to: z.string().optional(),
  /** By which server: `smtp://127.0.0.1:2525`; the one for e-mail, unless said otherwise. */
  server: z.string().optional(),
});

export const sendReport = async (
  context: SandboxContext,
  kind: ReportKind,
  mail: ReceivedMail,
  { to = mail.returnPath, server = context.settings.webhooks.email ?? undefined } = {},
): Promise<boolean> =>
  // Nobody is told about mail that wants no answer: such reports would chase each other.
  to ? deliverToBusiness(server, { from: null, to, raw: composeReport(kind, mail, to) }) : false;

/** True when the business's server took the report. */
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
