import type { CodedReason, ReasonTone } from "#domain/coded-reason.ts";
import { addressCheck } from "./checks/address.ts";
import { connectedCheck } from "./checks/connected.ts";
import { consentCheck } from "./checks/consent.ts";
import { doNotContactCheck } from "./checks/do-not-contact.ts";
import { frequencyCapCheck } from "./checks/frequency-cap.ts";
import { holidaysCheck } from "./checks/holidays.ts";
import { humanHasItCheck } from "./checks/human-has-it.ts";
import { quietHoursCheck } from "./checks/quiet-hours.ts";
import { repeatedWordsCheck } from "./checks/repeated-words.ts";
import { suppressedCheck } from "./checks/suppressed.ts";
import { underReviewCheck } from "./checks/under-review.ts";
import { whatsappMarketingCheck } from "./checks/whatsapp-marketing.ts";
import { whatsappWindowCheck } from "./checks/whatsapp-window.ts";

/** Every check of the gate, in the order in which their reasons are shown. */
export const gateChecks = [
  connectedCheck,
  addressCheck,
  suppressedCheck,
  underReviewCheck,
  humanHasItCheck,
  doNotContactCheck,
  consentCheck,
  frequencyCapCheck,
  repeatedWordsCheck,
  whatsappWindowCheck,
  whatsappMarketingCheck,
  quietHoursCheck,
  holidaysCheck,
] as const;

export type GateCheck = (typeof gateChecks)[number];
type CodesOf<C> = C extends { reasons: infer Reasons } ? keyof Reasons & string : never;

export type GateCheckId = GateCheck["id"];
export type GateReasonCode = CodesOf<GateCheck> | "check_failed";
export type GateReason = CodedReason<GateReasonCode>;

export const gateReasonTones = {
  ...Object.fromEntries(gateChecks.flatMap(({ reasons }) => Object.entries(reasons))),
  check_failed: "stop",
} as Readonly<Record<GateReasonCode, ReasonTone>>;

const checkOfCode = new Map<string, GateCheckId>(
  gateChecks.flatMap(({ id, reasons }) =>
    Object.keys(reasons).map((code): [string, GateCheckId] => [code, id]),
  ),
);

const checkOf = ({ code, check }: CodedReason<string>): unknown =>
  code === "check_failed" ? check : checkOfCode.get(code);

/** Stored reasons grouped by the check that gave them; a check without reasons passed. */
export const reasonsByCheck = <R extends CodedReason<string>>(
  reasons: readonly R[],
): { checks: { check: GateCheckId; reasons: R[] }[]; others: R[] } => ({
  checks: gateChecks.map(({ id }) => ({
    check: id,
    reasons: reasons.filter((reason) => checkOf(reason) === id),
  })),
  others: reasons.filter((reason) => !gateChecks.some(({ id }) => id === checkOf(reason))),
});
