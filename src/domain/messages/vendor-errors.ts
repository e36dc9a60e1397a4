import type { Reason } from "#domain/reason.ts";

/** What vendors say in numbers, in our words: each is worded by the interface in both languages. */
export const vendorErrorCodes = [
  "number_invalid",
  "number_not_mobile",
  "number_unknown",
  "number_unreachable",
  "number_opted_out",
  "region_not_allowed",
  "carrier_blocked",
  "carrier_filtered",
  "carrier_failed",
  "text_missing",
  "text_too_long",
  "not_on_whatsapp",
  "window_closed_there",
  "marketing_limited_there",
  "template_unknown_there",
  "template_values_wrong",
  "sender_not_allowed",
  "account_refused",
  "account_on_trial",
  "vendor_busy",
  "call_busy",
  "call_no_answer",
  "call_canceled",
  "call_failed",
  "call_fax",
  "mailbox_unknown",
  "mailbox_full",
  "mail_policy",
] as const;
export type VendorErrorCode = (typeof vendorErrorCodes)[number];

type Table = Readonly<Record<string, VendorErrorCode>>;

/** See docs/errors of Twilio; WhatsApp's own numbers below 132000 come through it, too. */
const twilio: Table = {
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

const whatsapp: Table = {
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

const smtp: Table = {
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

const tableOf = (messenger: string): Table => {
  if (messenger.startsWith("twilio")) return twilio;
  return messenger === "smtp" ? smtp : whatsapp;
};

export const knownVendorError = (messenger: string, code: string): VendorErrorCode | undefined => {
  const table = tableOf(messenger);
  return Object.hasOwn(table, code) ? table[code] : undefined;
};

type Told = { code: string; message?: { en: string; es: string } };

/** Why a vendor did not carry it: in our words where we know its number, else in its own. */
export const vendorReason = (
  kind: "vendor_refused" | "vendor_later" | "vendor_unknown",
  messenger: string,
  { code, message }: Told,
): Reason => {
  const known = kind === "vendor_refused" ? knownVendorError(messenger, code) : undefined;
  const isBusy = kind === "vendor_later" && knownVendorError(messenger, code) === "vendor_busy";
  return {
    code: known ?? (isBusy ? "vendor_busy" : kind),
    vendorCode: code,
    ...(message ? { detail: message.en } : {}),
    ...(message && message.es !== message.en ? { detailEs: message.es } : {}),
  };
};
