import { vendorErrorCodes } from "#domain/messages/vendor-errors.ts";
import { type ReasonLike, readable, reasonValues, type Wording } from "./reason-values.ts";

/** In favour, waits, or stops it; `plain` where it is neither. */
export type Tone = "note" | "wait" | "stop" | "plain";

/** What rules say of themselves. */
export const ruleReasonCodes = [
  "score_crossed",
  "score_held_before",
  "score_not_reached",
  "score_missing",
  "score_holds",
  "event_arrived",
  "event_other",
  "event_none",
  "event_assumed",
  "consent_met",
  "consent_unmet",
  "time_window_met",
  "time_window_unmet",
  "tag_met",
  "tag_unmet",
  "status_met",
  "status_unmet",
  "row_unreadable",
  "row_unknown",
  "reentry_too_soon",
  "cap_reached",
  "replied_meanwhile",
  "rule_loop",
  "rule_chain",
] as const;

/** What became of a message outside of the gate. */
export const outcomeCodes = [
  "vendor_refused",
  "vendor_later",
  "vendor_unknown",
  ...vendorErrorCodes,
  "mail_bounced",
  "waits_its_turn",
  "variable_missing",
  "not_configured",
  "template_missing",
  "message_too_long",
  "address_bad",
  "cancelled_by_person",
  "settled_by_person",
] as const;

export const templateProblemCodes = [
  "template_blank",
  "unknown_variable",
  "broken_variable",
  "message_too_long",
] as const;

const notes = new Set([
  "opt_out_confirmation",
  "do_not_call_list_answered_by_consent",
  "consent_given",
  "answers_conversation",
  "whatsapp_template_used",
  "quiet_hours_answered",
  "score_crossed",
  "score_holds",
  "event_arrived",
  "event_assumed",
  "consent_met",
  "time_window_met",
  "tag_met",
  "status_met",
  "settled_by_person",
]);
const waits = new Set([
  "opt_out_under_review",
  "cap_per_day",
  "cap_per_week",
  "cap_per_rule",
  "cap_by_law",
  "whatsapp_window_closed",
  "whatsapp_template_not_approved",
  "quiet_hours",
  "quiet_day",
  "quiet_holiday",
  "place_unknown",
  "place_abroad",
  "no_open_hours_soon",
  "marketing_holiday",
  "vendor_later",
  "vendor_busy",
  "vendor_unknown",
  "waits_its_turn",
  "reentry_too_soon",
]);
const ruleCodes: ReadonlySet<string> = new Set(ruleReasonCodes);

export const toneOf = (code: string, isKnown: boolean): Tone => {
  if (notes.has(code)) return "note";
  if (waits.has(code)) return "wait";
  const isPartOfScore = code.startsWith("score_") && !ruleCodes.has(code);
  return isPartOfScore || !isKnown ? "plain" : "stop";
};

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
  return i18n.exists(key) ? String(i18n.t(key as never)) : readable(code);
};

/** Why something was decided, in the language of the interface; a code without words shows as itself. */
export const reasonText = (reason: ReasonLike, wording: Wording): { text: string; tone: Tone } => {
  const { i18n } = wording;
  const { code } = reason;
  const key = `reasons.text.${code}`;
  const isKnown = i18n.exists(key);
  const tone = toneOf(code, isKnown);
  if (!isKnown) return { text: readable(code), tone };
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
