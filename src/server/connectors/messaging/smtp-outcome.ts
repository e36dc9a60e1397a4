import { type LocalizedText, vendorText } from "#server/connectors/test-result.ts";
import { egressFailureText } from "#server/connectors/vendor-response.ts";
import type { SendOutcome } from "./messenger.ts";
import type { SmtpFailure } from "./smtp-session.ts";

const label = "SMTP";

const signInRefused: LocalizedText = {
  en: "The mail server refused the user name or password",
  es: "El servidor de correo rechazó el usuario o la contraseña",
};

/** The server's own text, else ours. */
export const smtpFailureText = ({ failure, reply }: SmtpFailure): LocalizedText => {
  if (reply) return vendorText(reply);
  if (failure === "auth" || failure === "reply") return signInRefused;
  return egressFailureText(label, failure);
};

const enhancedStatus = /\b([245]\.\d{1,3}\.\d{1,3})\b/;
/** The mailbox, domain or address does not exist, or the mailbox was closed. */
const badAddressStatuses = new Set(["5.1.0", "5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1", "5.4.4"]);
const saysBadAddress =
  /(user|mailbox|recipient|address|account)\b.{0,40}\b(unknown|not found|does ?n.t exist|unavailable|invalid|disabled)|no such (user|mailbox|recipient)|unknown (user|recipient|mailbox)/i;

const mailboxFull = "5.2.2";
const saysTooFast = /too many|rate limit|slow down|throttl/i;

export const smtpOutcome = (smtpFailure: SmtpFailure): SendOutcome => {
  const { transferStarted, failure, status, command, reply } = smtpFailure;
  const detail = enhancedStatus.exec(reply ?? "")?.[1];
  const error = {
    code: detail ?? (status === null ? failure : String(status)),
    message: smtpFailureText(smtpFailure),
  };
  // Once the transfer has started, only a rejection of the whole message proves that it was not accepted.
  if (transferStarted && !(command === "message" && status !== null)) return { kind: "unknown", ...error };
  if (failure === "blocked") return { kind: "refused", ...error, account: true };
  if (status === null)
    return failure === "auth"
      ? { kind: "refused", ...error, account: true }
      : { kind: "later", ...error, afterMs: null };
  if (status < 500 || detail === mailboxFull)
    return {
      kind: "later",
      ...error,
      afterMs: null,
      ...(saysTooFast.test(reply ?? "") ? { tooFast: true } : {}),
    };
  if (command !== "RCPT TO")
    return { kind: "refused", ...error, ...(transferStarted ? {} : { account: true }) };
  const isBadAddress = detail ? badAddressStatuses.has(detail) : saysBadAddress.test(reply ?? "");
  return { kind: "refused", ...error, ...(isBadAddress ? { badAddress: true } : {}) };
};
