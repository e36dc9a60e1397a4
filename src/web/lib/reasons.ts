import { type ReasonCode, reasonTones } from "#domain/reason.ts";
import { humaniseCode, type ReasonLike, reasonValues, type Wording } from "./reason-values.ts";

export type Tone = (typeof reasonTones)[ReasonCode] | "plain";

const isReasonCode = (code: string): code is ReasonCode => Object.hasOwn(reasonTones, code);

/** Stored codes may be older or newer than this build. */
export const toneOf = (code: string): Tone => (isReasonCode(code) ? reasonTones[code] : "plain");

const askedConsent = ({ field, value }: ReasonLike): string | undefined => {
  const isWanted = value === true || value === "true";
  if (field === "dnc") return isWanted ? "dnc" : "dnc_no";
  return isWanted ? undefined : "no";
};
const told = ({ detail, message, error, vendorCode }: ReasonLike) =>
  detail || message || error || vendorCode ? "told" : undefined;
const ofEmail = ({ channel }: ReasonLike) => (channel === "email" ? "email" : undefined);
const ofOthers = ({ operator }: ReasonLike) => (operator === "!=" ? "not" : undefined);
const without = ({ field }: ReasonLike) => (field === "has_not" || field === "is_not" ? "not" : undefined);

/** Where one code is said in several ways, which of them fits. */
const variants: Record<string, (reason: ReasonLike) => string | undefined> = {
  address_missing: ofEmail,
  address_invalid: ofEmail,
  address_not_reachable: ({ kind }) => (typeof kind === "string" ? kind : undefined),
  opted_out: ({ scope }) => (scope === "all" ? "all" : undefined),
  do_not_contact: ({ source }) => (source === "national" ? "national" : undefined),
  consent_missing: ({ purpose }) => (purpose === "service" ? "service" : undefined),
  whatsapp_window_closed: ({ at }) => (at === null || at === undefined ? "never" : undefined),
  marketing_holiday: ({ region }) => (region ? undefined : "everywhere"),
  event_other: ofOthers,
  event_none: ofOthers,
  event_assumed: ofOthers,
  consent_met: askedConsent,
  consent_unmet: askedConsent,
  tag_met: without,
  tag_unmet: without,
  status_met: without,
  status_unmet: without,
  vendor_refused: told,
  vendor_later: told,
  vendor_unknown: told,
  not_configured: ({ channel }) => (channel ? undefined : "any"),
  template_missing: ({ template }) => (template ? undefined : "any"),
  message_too_long: ({ unit, length }) =>
    length === undefined ? "any" : unit === "segments" ? "segments" : undefined,
};

/** The same in a few words, where only the code is known. */
export const shortReason = (code: string, { i18n }: Pick<Wording, "i18n">): string => {
  const key = `reasons.short.${code}`;
  return i18n.exists(key) ? String(i18n.t(key as never)) : humaniseCode(code);
};

/** Why something was decided, in the language of the interface; a code without words shows as itself. */
export const reasonText = (reason: ReasonLike, wording: Wording): { text: string; tone: Tone } => {
  const { i18n } = wording;
  const { code } = reason;
  const key = `reasons.text.${code}`;
  const isKnown = i18n.exists(key);
  const tone = toneOf(code);
  if (!isKnown) return { text: humaniseCode(code), tone };
  const context = Object.hasOwn(variants, code) ? variants[code]?.(reason) : undefined;
  const say = (options: object): string =>
    String(i18n.t(key as never, { ...options, ...(context ? { context } : {}) } as never));
  const values = reasonValues(reason, wording);
  const named = [...say({ skipInterpolation: true }).matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name);
  const missing = named.filter((name) => (values[name] ?? "") === "");
  // Without what its words name, a sentence would have holes.
  if (missing.length > 0 && i18n.exists(`reasons.short.${code}`))
    return { text: shortReason(code, wording), tone };
  return {
    text: say({ replace: { ...values, ...Object.fromEntries(missing.map((name) => [name, "…"])) } }),
    tone,
  };
};
