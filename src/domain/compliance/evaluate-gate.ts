import { addressKindOf, type Channel } from "#domain/channels/channel.ts";
import type { CheckResult } from "./check.ts";
import { type GateCheck, type GateReason, gateChecks } from "./checks.ts";
import type { GateFacts } from "./facts.ts";
import type { SendIntent } from "./send-intent.ts";

/** Not exported as a value, and its private field makes the type nominal: only `evaluateGate` makes one. */
class ApprovedMessage<T> {
  readonly #message: Readonly<T>;

  constructor(message: T) {
    this.#message = Object.freeze({ ...message });
  }

  get message(): Readonly<T> {
    return this.#message;
  }
}

/** A message that the gate allowed. What sends messages accepts nothing else. */
export type Approved<T> = ApprovedMessage<T>;

/** Throws if the message is not for the channel and the address that were evaluated. */
export type ApproveMessage = <T extends { channel: Channel; to: string }>(message: T) => Approved<T>;

/** After a wait the whole gate is evaluated again. `until: null` waits for a change of the facts. */
export type GateDecision =
  | { kind: "send"; content: SendIntent["content"]; approve: ApproveMessage; reasons: GateReason[] }
  | { kind: "wait"; until: number | null; reasons: GateReason[] }
  | { kind: "stop"; reasons: GateReason[] };

const sameAddress = (channel: Channel, one: string, other: string): boolean =>
  addressKindOf(channel) === "email" ? one.toLowerCase() === other.toLowerCase() : one === other;

const approveFor = ({ channel }: SendIntent, facts: GateFacts): ApproveMessage => {
  const address = facts[addressKindOf(channel)];
  return (message) => {
    if (message.channel !== channel || address === null || !sameAddress(channel, message.to, address))
      throw new Error("The message is not the one that the gate evaluated");
    return new ApprovedMessage(message);
  };
};

/** A check that throws stops the message. */
const runCheck = (
  check: GateCheck,
  intent: SendIntent,
  facts: GateFacts,
): CheckResult<GateReason["code"]> => {
  try {
    return check.evaluate(intent, facts);
  } catch {
    return { stop: [{ code: "check_failed", check: check.id }] };
  }
};

/**
 * Whether a message may be sent now. Every check runs, so that every reason is shown. A stop overrides a wait, a
 * wait overrides a send, and the longest wait applies.
 */
export const evaluateGate = (intent: SendIntent, facts: GateFacts): GateDecision => {
  const notes: GateReason[] = [];
  const stops: GateReason[] = [];
  const waits: GateReason[] = [];
  let until: number | null = facts.now;
  let content = intent.content;
  for (const check of gateChecks) {
    const result = runCheck(check, intent, facts);
    if ("stop" in result) stops.push(...result.stop);
    else if ("wait" in result) {
      waits.push(...result.wait);
      until = until === null || result.until === null ? null : Math.max(until, result.until);
    } else if (result.ok) {
      if (result.notes) notes.push(...result.notes);
      if (result.use) content = result.use;
    } else stops.push({ code: "check_failed", check: check.id });
  }
  if (stops.length > 0) return { kind: "stop", reasons: [...stops, ...waits] };
  if (waits.length > 0) return { kind: "wait", until, reasons: waits };
  return { kind: "send", content, approve: approveFor(intent, facts), reasons: notes };
};
