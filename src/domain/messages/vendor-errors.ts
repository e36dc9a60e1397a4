import type { CodedReason, ReasonTone } from "#domain/coded-reason.ts";
import type { DeliveryReasonCode } from "./delivery-reasons.ts";

/** What the error codes of all vendors are translated to. */
export const vendorErrorTones = {
  number_invalid: "stop",
  number_not_mobile: "stop",
  number_unknown: "stop",
  number_unreachable: "stop",
  number_opted_out: "stop",
  region_not_allowed: "stop",
  carrier_blocked: "stop",
  carrier_filtered: "stop",
  carrier_failed: "stop",
  text_missing: "stop",
  text_too_long: "stop",
  not_on_whatsapp: "stop",
  window_closed_there: "stop",
  marketing_limited_there: "stop",
  template_unknown_there: "stop",
  template_values_wrong: "stop",
  sender_not_allowed: "stop",
  account_refused: "stop",
  account_on_trial: "stop",
  vendor_busy: "wait",
  call_busy: "stop",
  call_no_answer: "stop",
  call_canceled: "stop",
  call_failed: "stop",
  call_fax: "stop",
  mailbox_unknown: "stop",
  mailbox_full: "stop",
  mail_policy: "stop",
} as const satisfies Record<string, ReasonTone>;
export type VendorErrorCode = keyof typeof vendorErrorTones;

type ErrorTable = Readonly<Record<string, VendorErrorCode>>;

/** https://www.twilio.com/docs/api/errors and the end states of calls. */
const twilio: ErrorTable = {
  "20003": "account_refused",
  "20429": "vendor_busy",
  "21211": "number_invalid",
  "21212": "sender_not_allowed",
  "21214": "number_invalid",
  "21215": "region_not_allowed",
  "21217": "number_invalid",
  "21408": "region_not_allowed",
  "21602": "text_missing",
  "21606": "sender_not_allowed",
  "21608": "account_on_trial",
  "21610": "number_opted_out",
  "21611": "vendor_busy",
  "21612": "number_unreachable",
  "21614": "number_not_mobile",
  "21617": "text_too_long",
  "21659": "sender_not_allowed",
  "21660": "sender_not_allowed",
  "30003": "number_unreachable",
  "30004": "carrier_blocked",
  "30005": "number_unknown",
  "30006": "number_not_mobile",
  "30007": "carrier_filtered",
  "30008": "carrier_failed",
  "63003": "not_on_whatsapp",
  "63014": "number_opted_out",
  "63016": "window_closed_there",
  "63018": "vendor_busy",
  "63024": "not_on_whatsapp",
  busy: "call_busy",
  "no-answer": "call_no_answer",
  canceled: "call_canceled",
  failed: "call_failed",
  fax: "call_fax",
};

const whatsapp: ErrorTable = {
  "0": "account_refused",
  "4": "vendor_busy",
  "10": "account_refused",
  "190": "account_refused",
  "470": "window_closed_there",
  "1013": "not_on_whatsapp",
  "80007": "vendor_busy",
  "130429": "vendor_busy",
  "130472": "marketing_limited_there",
  "131008": "text_missing",
  "131009": "number_invalid",
  "131026": "not_on_whatsapp",
  "131030": "account_on_trial",
  "131047": "window_closed_there",
  "131048": "vendor_busy",
  "131049": "marketing_limited_there",
  "131050": "number_opted_out",
  "131056": "vendor_busy",
  "132000": "template_values_wrong",
  "132001": "template_unknown_there",
  "132012": "template_values_wrong",
  "132015": "template_unknown_there",
  "133010": "sender_not_allowed",
};

const smtp: ErrorTable = {
  auth: "account_refused",
  "535": "account_refused",
  "5.7.8": "account_refused",
  "5.1.1": "mailbox_unknown",
  "5.1.2": "mailbox_unknown",
  "5.1.10": "mailbox_unknown",
  "5.2.1": "mailbox_unknown",
  "5.2.2": "mailbox_full",
  "5.7.1": "mail_policy",
  "550": "mailbox_unknown",
};

/** Codes of refused requests, and of messages that SendGrid accepted and then dropped. */
const sendgrid: ErrorTable = {
  http_401: "account_refused",
  http_403: "account_refused",
  http_429: "vendor_busy",
  address: "mailbox_unknown",
  recipient: "mailbox_unknown",
  sender: "sender_not_allowed",
  too_large: "text_too_long",
  dropped_unsubscribed: "number_opted_out",
  dropped_spam_report: "number_opted_out",
};

const tableOf = (messenger: string): ErrorTable => {
  if (messenger.startsWith("twilio")) return twilio;
  if (messenger === "sendgrid") return sendgrid;
  return messenger === "smtp" ? smtp : whatsapp;
};

const translate = (messenger: string, code: string): VendorErrorCode | undefined => {
  const table = tableOf(messenger);
  return Object.hasOwn(table, code) ? table[code] : undefined;
};

type VendorError = { code: string; message?: { en: string; es: string } };
type VendorReasonCode = Extract<DeliveryReasonCode, "vendor_refused" | "vendor_later" | "vendor_unknown">;

/** Why a vendor did not deliver: our code where the vendor's is known, with the vendor's own message. */
export const vendorReason = (
  kind: VendorReasonCode,
  messenger: string,
  { code, message }: VendorError,
): CodedReason<VendorErrorCode | VendorReasonCode> => {
  const translated = translate(messenger, code);
  const isBusy = kind === "vendor_later" && translated === "vendor_busy";
  return {
    code: kind === "vendor_refused" ? (translated ?? kind) : isBusy ? "vendor_busy" : kind,
    vendorCode: code,
    ...(message ? { detail: message.en } : {}),
    ...(message && message.es !== message.en ? { detailEs: message.es } : {}),
  };
};
