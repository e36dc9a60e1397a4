import * as z from "zod";
import type { World } from "#sandbox/world.ts";
import type { KeptMail } from "./kept-mail.ts";
import { postMail } from "./post.ts";
import { type ReportKind, reportKinds, reportText } from "./report-text.ts";

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

export const reportOn = async (
  world: World,
  kind: ReportKind,
  mail: KeptMail,
  { to = mail.returnPath, server = world.settings.webhooks.email ?? undefined } = {},
): Promise<boolean> =>
  // Nobody is told about mail that wants no answer: such reports would chase each other.
  to ? postMail(server, { from: null, to, raw: reportText(kind, mail, to) }) : false;

/** True when the business's server took the report. */
export const sendReport = async (
  world: World,
  { kind, message, recipient, to, server }: z.output<typeof reportSchema>,
): Promise<boolean> => {
  const mail = message ? world.mails.find(message) : recipient ? world.mails.latestTo(recipient) : undefined;
  return mail ? reportOn(world, kind, mail, { ...(to ? { to } : {}), ...(server ? { server } : {}) }) : false;
};
