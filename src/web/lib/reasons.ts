import { type ReasonCode, reasonTones } from "#domain/reason.ts";
import { shortReasonText } from "#domain/short-reason-texts.ts";
import { humaniseCode, type ReasonLike, reasonValues, type Wording } from "./reason-values.ts";

export type Tone = (typeof reasonTones)[ReasonCode] | "plain";

const isReasonCode = (code: string): code is ReasonCode => Object.hasOwn(reasonTones, code);

/** Stored codes may be older or newer than this build. */
export const toneOf = (code: string): Tone => (isReasonCode(code) ? reasonTones[code] : "plain");

const consentVariant = ({ field, value }: ReasonLike): string | undefined => {
  const isWanted = value === true || value === "true";
  if (field === "dnc") return isWanted ? "dnc" : "dnc_no";
  return isWanted ? undefined : "no";
};
const withDetail = ({ detail, message, error, vendorCode }: ReasonLike) =>
  detail || message || error || vendorCode ? "told" : undefined;
const addressVariant = ({ channel }: ReasonLike) =>
  channel === "email" || channel === "x" ? channel : undefined;
const negatedOperator = ({ operator }: ReasonLike) => (operator === "!=" ? "not" : undefined);
const negatedField = ({ field }: ReasonLike) =>
  field === "has_not" || field === "is_not" || field === "not_in" ? "not" : undefined;

const ofMessage = ({ message }: ReasonLike) => (typeof message === "number" ? "message" : undefined);
const askedTest = ({ is }: ReasonLike) => (typeof is === "string" ? is : undefined);

/** The i18next context of codes with several texts. */
const variants: Record<string, (reason: ReasonLike) => string | undefined> = {
  guard_failed: ofMessage,
  guard_bounced: ofMessage,
  guard_opted_out: ofMessage,
  guard_complained: ofMessage,
  address_missing: addressVariant,
  address_invalid: addressVariant,
  address_not_reachable: ({ kind }) => (typeof kind === "string" ? kind : undefined),
  opted_out: ({ scope }) => (scope === "all" ? "all" : undefined),
  do_not_contact: ({ source }) => (source === "national" ? "national" : undefined),
  consent_missing: ({ purpose }) => (purpose === "service" ? "service" : undefined),
  whatsapp_window_closed: ({ at }) => (at === null || at === undefined ? "never" : undefined),
  marketing_holiday: ({ region }) => (region ? undefined : "everywhere"),
  event_other: negatedOperator,
  event_none: negatedOperator,
  event_assumed: negatedOperator,
  signal_read: negatedOperator,
  signal_other: negatedOperator,
  signal_none: negatedOperator,
  signal_assumed: negatedOperator,
  consent_met: consentVariant,
  consent_unmet: consentVariant,
  tag_met: negatedField,
  tag_unmet: negatedField,
  segment_met: negatedField,
  segment_unmet: negatedField,
  step_test_met: askedTest,
  step_test_unmet: askedTest,
  status_met: negatedField,
  status_unmet: negatedField,
  vendor_refused: withDetail,
  vendor_later: withDetail,
  vendor_unknown: withDetail,
  not_configured: ({ channel }) => (channel ? undefined : "any"),
  template_missing: ({ template }) => (template ? undefined : "any"),
  message_too_long: ({ unit, length }) =>
    length === undefined ? "any" : unit === "segments" ? "segments" : undefined,
};

/** A few words, where only the code is known. */
export const shortReason = (code: string, { i18n }: Pick<Wording, "i18n">): string =>
  shortReasonText(code, i18n.language === "es" ? "es" : "en") ?? humaniseCode(code);

/** A reason in the language of the interface; a code without a text is shown in readable form. */
export const reasonText = (reason: ReasonLike, wording: Wording): { text: string; tone: Tone } => {
  const { i18n } = wording;
  const { code } = reason;
  const key = `reasons.text.${code}`;
  const isKnown = i18n.exists(key);
  const tone = toneOf(code);
  if (!isKnown) return { text: humaniseCode(code), tone };
  const context = Object.hasOwn(variants, code) ? variants[code]?.(reason) : undefined;
  const translate = (options: object): string =>
    String(i18n.t(key as never, { ...options, ...(context ? { context } : {}) } as never));
  const values = reasonValues(reason, wording);
  const named = [...translate({ skipInterpolation: true }).matchAll(/\{\{(\w+)\}\}/g)].map(
    ([, name = ""]) => name,
  );
  const missing = named.filter((name) => (values[name] ?? "") === "");
  // The full sentence would lack values.
  if (missing.length > 0 && isReasonCode(code)) return { text: shortReason(code, wording), tone };
  return {
    text: translate({ replace: { ...values, ...Object.fromEntries(missing.map((name) => [name, "…"])) } }),
    tone,
  };
};
