import { type LocalizedText, vendorText } from "#server/connectors/test-result.ts";
import { egressFailureText } from "#server/connectors/vendor-response.ts";
import type { SendOutcome } from "./messenger.ts";
import type { SmtpFailure } from "./smtp-session.ts";

const label = "SMTP";

const signInRefused: LocalizedText = {
  en: "The mail server refused the user name or password",
  es: "El servidor de correo rechazó el usuario o la contraseña",
};

/** The server's own words, else ours. */
export const smtpFailureText = ({ failure, reply }: SmtpFailure): LocalizedText => {
  if (reply) return vendorText(reply);
  if (failure === "auth" || failure === "reply") return signInRefused;
  return egressFailureText(label, failure);
};

const enhanced = /\b([245]\.\d{1,3}\.\d{1,3})\b/;
/** No such mailbox, domain or address, or a mailbox that was closed. */
const dead = new Set(["5.1.0", "5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1", "5.4.4"]);
const saysDead =
  /(user|mailbox|recipient|address|account)\b.{0,40}\b(unknown|not found|does ?n.t exist|unavailable|invalid|disabled)|no such (user|mailbox|recipient)|unknown (user|recipient|mailbox)/i;

const saysTooFast = /too many|rate limit|slow down|throttl/i;

export const smtpOutcome = (failed: SmtpFailure): SendOutcome => {
  const { transferStarted, failure, status, command, reply } = failed;
  const detail = enhanced.exec(reply ?? "")?.[1];
  const told = {
    code: detail ?? (status === null ? failure : String(status)),
    message: smtpFailureText(failed),
  };
  // Once it was taking the message in, only a plain no to the whole of it is a no.
  if (transferStarted && !(command === "message" && status !== null)) return { kind: "unknown", ...told };
  if (failure === "blocked") return { kind: "refused", ...told, account: true };
  if (status === null)
    return failure === "auth"
      ? { kind: "refused", ...told, account: true }
      : { kind: "later", ...told, afterMs: null };
  // A full mailbox is emptied some day.
  if (status < 500 || detail === "5.2.2")
    return {
      kind: "later",
      ...told,
      afterMs: null,
      ...(saysTooFast.test(reply ?? "") ? { tooFast: true } : {}),
    };
  if (command !== "RCPT TO")
    return { kind: "refused", ...told, ...(transferStarted ? {} : { account: true }) };
  const isDead = detail ? dead.has(detail) : saysDead.test(reply ?? "");
  return { kind: "refused", ...told, ...(isDead ? { badAddress: true } : {}) };
};
