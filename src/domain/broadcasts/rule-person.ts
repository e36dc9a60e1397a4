import type { Channel } from "#domain/channels/channel.ts";
import type { Reason } from "#domain/reason.ts";
import { drawPercent } from "#domain/sequences/draw.ts";
import type { BroadcastLeaveOut, BroadcastRuling } from "./broadcast.ts";

/** What a check knows of one person. Times are milliseconds since 1970. */
export type PersonFacts = {
  /** When their message would be asked about at the gate. */
  at: number;
  /** What the gate says then; null where no step is a message. */
  gate: { kind: BroadcastRuling; until: number | null; reasons: readonly Reason[] } | null;
  /** Why the message cannot be written for this person. */
  unwritable: Reason | null;
  goodForMs: number;
  /** The address that it goes to, and whether somebody before them has the same. */
  address: string | null;
  isRepeated: boolean;
  isInSequence: boolean;
  isWrittenToday: boolean;
  hasOpenConversation: boolean;
};

export type PersonRuling = {
  ruling: BroadcastRuling;
  /** When it leaves at the earliest; null for a wait without an end, and for a stop. */
  until: number | null;
  reasons: Reason[];
};

const leaveOutTests: readonly {
  leaveOut: BroadcastLeaveOut;
  holds: (facts: PersonFacts) => boolean;
  reason: Reason;
}[] = [
  {
    leaveOut: "in_sequence",
    holds: ({ isInSequence }) => isInSequence,
    reason: { code: "broadcast_in_sequence" },
  },
  {
    leaveOut: "written_today",
    holds: ({ isWrittenToday }) => isWrittenToday,
    reason: { code: "broadcast_written_today" },
  },
  {
    leaveOut: "open_conversation",
    holds: ({ hasOpenConversation }) => hasOpenConversation,
    reason: { code: "broadcast_open_conversation" },
  },
];

/** The same part of the people whenever it is asked, and another one in each broadcast. */
export const isHeldOut = (broadcastId: string, personId: string, percent: number): boolean =>
  drawPercent(broadcastId, personId) < percent;

const stop = (...reasons: Reason[]): PersonRuling => ({ ruling: "stop", until: null, reasons });

/**
 * What will happen to a person. What the gate stops is told before what the sender left out: it holds whatever the
 * sender changes.
 */
export const rulePerson = (
  facts: PersonFacts,
  { leaveOut, isHeldOut: held }: { leaveOut: readonly BroadcastLeaveOut[]; isHeldOut: boolean },
): PersonRuling => {
  const { at, gate, unwritable, goodForMs, address, isRepeated } = facts;
  if (gate?.kind === "stop") return stop(...gate.reasons);
  if (unwritable) return stop(unwritable);
  if (address !== null && isRepeated) return stop({ code: "broadcast_same_address" });
  const out = leaveOutTests.find((test) => leaveOut.includes(test.leaveOut) && test.holds(facts));
  if (out) return stop(out.reason);
  if (held) return stop({ code: "broadcast_held_out" });
  if (gate === null || gate.kind === "send") return { ruling: "send", until: at, reasons: [] };
  const { until, reasons } = gate;
  if (until !== null && until - at > goodForMs) return stop(...reasons, { code: "step_too_late" });
  return { ruling: "wait", until, reasons: [...reasons] };
};

export type GroupKey = {
  ruling: BroadcastRuling;
  /** Of the first reason; null for people who can go at once. */
  code: string | null;
  channel: Channel | null;
};

/** People with the same fate for the same cause are one group. */
export const groupOf = ({ ruling, reasons }: PersonRuling, channel: Channel | null): GroupKey => ({
  ruling,
  code: reasons[0]?.code ?? null,
  channel,
});
