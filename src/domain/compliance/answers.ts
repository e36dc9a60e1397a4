import type { Reason } from "#domain/reason.ts";
import { checks } from "./checks.ts";
import type { GateReasonCode } from "./reasons.ts";

/** Which check says what. */
const checkOf: Record<Exclude<GateReasonCode, "check_failed">, string> = {
  address_missing: "address",
  address_invalid: "address",
  address_not_reachable: "address",
  address_bounced: "suppressed",
  opted_out: "suppressed",
  opt_out_confirmation: "suppressed",
  opt_out_already_confirmed: "suppressed",
  nothing_to_confirm: "suppressed",
  opt_out_under_review: "held",
  do_not_contact: "dnc",
  do_not_call_list_answered_by_consent: "dnc",
  consent_given: "consent",
  consent_missing: "consent",
  consent_denied: "consent",
  consent_unproven: "consent",
  consent_not_written: "consent",
  answers_conversation: "consent",
  cap_per_day: "frequency_cap",
  cap_per_week: "frequency_cap",
  cap_per_rule: "frequency_cap",
  cap_by_law: "frequency_cap",
  whatsapp_window_closed: "whatsapp_window",
  whatsapp_template_not_approved: "whatsapp_window",
  whatsapp_template_used: "whatsapp_window",
  quiet_hours: "quiet_hours",
  quiet_day: "quiet_hours",
  quiet_holiday: "quiet_hours",
  quiet_hours_answered: "quiet_hours",
  place_unknown: "quiet_hours",
  place_abroad: "quiet_hours",
  hours_rules_missing: "quiet_hours",
  no_open_hours_soon: "quiet_hours",
  marketing_holiday: "holidays",
};

const saidBy = ({ code, check }: Reason): string | undefined =>
  code === "check_failed"
    ? String(check)
    : Object.hasOwn(checkOf, code)
      ? checkOf[code as keyof typeof checkOf]
      : undefined;

/** Reasons as they were stored, each under the check that gave it; a check without any had nothing against it. */
export const answersOf = (
  reasons: readonly Reason[],
): { checks: { check: string; reasons: Reason[] }[]; others: Reason[] } => ({
  checks: checks.map(({ id }) => ({ check: id, reasons: reasons.filter((reason) => saidBy(reason) === id) })),
  others: reasons.filter((reason) => !checks.some(({ id }) => id === saidBy(reason))),
});
