import { type BroadcastRuling, broadcastRulings } from "./broadcast.ts";

/** What became of a person of the list, by all of their messages. Who complained opted out, too, but is counted apart. */
export const personOutcomes = [
  "got",
  "not_got",
  "clicked",
  "answered",
  "opted_out",
  "complained",
  "bounced",
  "failed",
] as const;
export type PersonOutcome = (typeof personOutcomes)[number];

/** What an audience may ask of a person in the list of a broadcast, besides the first reason and the channel. */
export const broadcastParts = [...broadcastRulings, ...personOutcomes] as const;

export const reasonPrefix = "reason.";
export const channelPrefix = "channel.";
/** Of people who can go without a reason to wait. */
export const noReason = "none";

/** People of a broadcast with the same fate. */
export type PartFilter = {
  ruling?: BroadcastRuling | undefined;
  /** The first reason; `none` for people who have none. */
  code?: string | undefined;
  channel?: string | undefined;
};

/** The values that such people have in the field of the broadcast. */
export const partsOf = ({ ruling, code, channel }: PartFilter): string[] => [
  ...(ruling === undefined ? [] : [ruling]),
  ...(code === undefined ? [] : [`${reasonPrefix}${code}`]),
  ...(channel === undefined ? [] : [`${channelPrefix}${channel}`]),
];
