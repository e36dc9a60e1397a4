import type { GateFacts, SendIntent } from "./facts.ts";
import type { GateReason } from "./reasons.ts";

/** What one check says. A wait without an instant lasts until something changes. */
export type Finding =
  | {
      ok: true;
      notes?: GateReason[] /** Send the intent's template in place of free text. */;
      use?: "template";
    }
  | { stop: GateReason[] }
  | { wait: GateReason[]; until: number | null };

export type Check = { id: string; check: (intent: SendIntent, facts: GateFacts) => Finding };

export const pass: Finding = { ok: true };
export const note = (reason: GateReason): Finding => ({ ok: true, notes: [reason] });
export const stop = (reason: GateReason): Finding => ({ stop: [reason] });
export const wait = (until: number | null, ...reasons: GateReason[]): Finding => ({ wait: reasons, until });
