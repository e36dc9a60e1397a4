import type { GateFacts } from "./facts.ts";
import type { GateReason } from "./reasons.ts";
import type { SendIntent } from "./send-intent.ts";

/** What one check says. A wait without an instant lasts until something changes. */
export type CheckResult =
  | {
      ok: true;
      notes?: GateReason[] /** Send the intent's template in place of free text. */;
      use?: "template";
    }
  | { stop: GateReason[] }
  | { wait: GateReason[]; until: number | null };

export type Check = { id: string; check: (intent: SendIntent, facts: GateFacts) => CheckResult };

export const pass: CheckResult = { ok: true };
export const note = (reason: GateReason): CheckResult => ({ ok: true, notes: [reason] });
export const stop = (reason: GateReason): CheckResult => ({ stop: [reason] });
export const wait = (until: number | null, ...reasons: GateReason[]): CheckResult => ({
  wait: reasons,
  until,
});
