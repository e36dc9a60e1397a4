import { broadcastReasonTones } from "./broadcasts/broadcast-reasons.ts";
import type { CodedReason } from "./coded-reason.ts";
import { gateReasonTones } from "./compliance/checks.ts";
import { composeReasonTones, deliveryReasonTones } from "./messages/delivery-reasons.ts";
import { vendorErrorTones } from "./messages/vendor-errors.ts";
import { ruleReasonTones } from "./rules/rule-reasons.ts";
import { sequenceReasonTones } from "./sequences/sequence-reasons.ts";

/** Every reason code with its tone. The interface has a text for each, in both languages. */
export const reasonTones = {
  ...gateReasonTones,
  ...ruleReasonTones,
  ...sequenceReasonTones,
  ...broadcastReasonTones,
  ...composeReasonTones,
  ...vendorErrorTones,
  ...deliveryReasonTones,
};
export type ReasonCode = keyof typeof reasonTones;

/** Why something was decided. */
export type Reason = CodedReason<ReasonCode>;
