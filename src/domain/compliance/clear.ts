import type { Check, Finding } from "./check.ts";
import { checks } from "./checks.ts";
import type { GateFacts, SendIntent } from "./facts.ts";
import type { GateReason } from "./reasons.ts";

declare const clearedByTheGate: unique symbol;

/** Let through by the gate, at that instant. Nothing but this file makes one. */
export type Cleared<T> = Readonly<T> & { readonly [clearedByTheGate]: true };

/** The gate's answer. Whatever waited passes the whole gate again; null waits until something changes. */
export type Ruling =
  | { kind: "send"; cleared: Cleared<SendIntent>; reasons: GateReason[] }
  | { kind: "wait"; until: number | null; reasons: GateReason[] }
  | { kind: "stop"; reasons: GateReason[] };

/** A check that breaks has not let anything through. */
const ask = ({ id, check }: Check, intent: SendIntent, facts: GateFacts): Finding => {
  try {
    return check(intent, facts);
  } catch {
    return { stop: [{ code: "check_failed", check: id }] };
  }
};

/**
 * Whether this may be sent now. Every check speaks, so that every reason is shown; a stop beats a wait, a wait
 * beats a send, and the longest wait counts.
 */
export const clear = (intent: SendIntent, facts: GateFacts): Ruling => {
  const notes: GateReason[] = [];
  const stops: GateReason[] = [];
  const waits: GateReason[] = [];
  let until: number | null = facts.now;
  let content = intent.content;
  for (const check of checks) {
    const finding = ask(check, intent, facts);
    if ("stop" in finding) stops.push(...finding.stop);
    else if ("wait" in finding) {
      waits.push(...finding.wait);
      until = until === null || finding.until === null ? null : Math.max(until, finding.until);
    } else if (finding.ok) {
      if (finding.notes) notes.push(...finding.notes);
      if (finding.use) content = finding.use;
    } else stops.push({ code: "check_failed", check: check.id });
  }
  if (stops.length > 0) return { kind: "stop", reasons: [...stops, ...waits] };
  if (waits.length > 0) return { kind: "wait", until, reasons: waits };
  return {
    kind: "send",
    cleared: Object.freeze({ ...intent, content }) as Cleared<SendIntent>,
    reasons: notes,
  };
};
