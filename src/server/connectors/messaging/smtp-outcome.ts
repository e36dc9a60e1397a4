import { classifyBounce } from "#domain/mail/classify-bounce.ts";
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
  const bounce = classifyBounce({ status: detail ?? "5.0.0", action: "failed", diagnostic: reply });
  if (status < 500 || (command === "RCPT TO" && bounce.class === "soft"))
    return {
      kind: "later",
      ...error,
      afterMs: null,
      ...(saysTooFast.test(reply ?? "") ? { tooFast: true } : {}),
    };
  if (command !== "RCPT TO")
    return { kind: "refused", ...error, ...(transferStarted ? {} : { account: true }) };
  return { kind: "refused", ...error, ...(bounce.suppress ? { badAddress: true } : {}) };
};
