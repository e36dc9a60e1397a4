import type { Check } from "./check.ts";
import { address } from "./checks/address.ts";
import { consent } from "./checks/consent.ts";
import { dnc } from "./checks/dnc.ts";
import { frequencyCap } from "./checks/frequency-cap.ts";
import { holidays } from "./checks/holidays.ts";
import { quietHours } from "./checks/quiet-hours.ts";
import { suppressed } from "./checks/suppressed.ts";
import { underReview } from "./checks/under-review.ts";
import { whatsappWindow } from "./checks/whatsapp-window.ts";

/** Every check of the gate, in the order in which their reasons are shown. */
export const checks: readonly Check[] = [
  address,
  suppressed,
  underReview,
  dnc,
  consent,
  frequencyCap,
  whatsappWindow,
  quietHours,
  holidays,
];
