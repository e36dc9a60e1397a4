import { type ConversationChannel, conversationChannels } from "#domain/channels/channel.ts";
import type { CodedReason } from "#domain/coded-reason.ts";
import { isInbound, isSend, type ProfileEntry } from "./entries.ts";

const dayMs = 86_400_000;
/** Older habits may have changed. */
const windowMs = 180 * dayMs;
/** A message that follows ours within this time answers it. */
export const answerMs = 3 * dayMs;

/** The expected response rate of a channel before anything is known of the person; starting values. */
const priorRates: Record<ConversationChannel, number> = {
  sms: 0.28,
  whatsapp: 0.26,
  call: 0.22,
  email: 0.2,
  x: 0.2,
};
/** How many messages the prior weighs. */
const priorWeight = 4;

export const channelReasonCodes = [
  "answered_most",
  "none_answered",
  "only_channel",
  "no_history",
  "no_channel",
] as const;
export type ChannelReasonCode = (typeof channelReasonCodes)[number];

export type ChannelResponse = {
  channel: ConversationChannel;
  /** They have an address for it and did not opt out of it. */
  isOpen: boolean;
  sent: number;
  answered: number;
  /** Messages and calls of theirs on this channel that answered none of ours on it. */
  wrote: number;
  /** Expected share of answers, 0 to 1: their own history smoothed with the prior. */
  rate: number;
};

export type PreferredChannel = {
  channel: ConversationChannel | null;
  reason: CodedReason<ChannelReasonCode>;
  /** Best first. */
  channels: ChannelResponse[];
};

type Send = { channel: ConversationChannel; at: number; isAnswered: boolean };

/** A call is answered when it was completed; a message, when the person wrote within three days. */
const countResponses = (entries: readonly ProfileEntry[]) => {
  const completedCalls = new Set(
    entries.flatMap(({ kind, channel, causedBy }) =>
      kind === "message_delivered" && channel === "call" && causedBy !== null ? [causedBy] : [],
    ),
  );
  const wrote: Record<ConversationChannel, number> = { sms: 0, whatsapp: 0, call: 0, email: 0, x: 0 };
  const sends: Send[] = [];
  for (const entry of entries.toReversed()) {
    const { channel, at } = entry;
    if (isSend(entry) && channel !== null) {
      const isAnswered = entry.causedBy !== null && completedCalls.has(entry.causedBy);
      sends.push({ channel, at, isAnswered });
    } else if (isInbound(entry)) {
      const recent = sends.filter((send) => at - send.at <= answerMs);
      const answered = recent.findLast((send) => send.channel === channel) ?? recent.at(-1);
      if (answered) answered.isAnswered = true;
      if (channel !== null && answered?.channel !== channel) wrote[channel]++;
    }
  }
  return { sends, wrote };
};

const chooseReason = (
  best: ChannelResponse | undefined,
  channels: readonly ChannelResponse[],
): CodedReason<ChannelReasonCode> => {
  if (!best) return { code: "no_channel" };
  const { channel, sent, answered, wrote } = best;
  if (channels.filter(({ isOpen }) => isOpen).length === 1) return { code: "only_channel", channel };
  if (answered + wrote > 0) return { code: "answered_most", channel, sent, answered, wrote };
  const allSent = channels.reduce((sum, each) => sum + each.sent, 0);
  return allSent > 0 ? { code: "none_answered", channel, sent: allSent } : { code: "no_history", channel };
};

/** The channel on which the person answers most, by a response rate smoothed with a Beta prior. */
export const choosePreferredChannel = (
  entries: readonly ProfileEntry[],
  open: ReadonlySet<ConversationChannel>,
  now: number,
): PreferredChannel => {
  const { sends, wrote } = countResponses(entries.filter(({ at }) => at > now - windowMs));
  const channels = conversationChannels
    .map((channel): ChannelResponse => {
      const own = sends.filter((send) => send.channel === channel);
      const answered = own.filter(({ isAnswered }) => isAnswered).length;
      // Each message of their own choice counts like one that was answered.
      const rate =
        (priorRates[channel] * priorWeight + answered + wrote[channel]) /
        (priorWeight + own.length + wrote[channel]);
      return {
        channel,
        isOpen: open.has(channel),
        sent: own.length,
        answered,
        wrote: wrote[channel],
        rate,
      };
    })
    // X is a channel only of those who have written there.
    .filter(({ channel, isOpen, sent, wrote: own }) => channel !== "x" || isOpen || sent + own > 0)
    .sort((a, b) => Number(b.isOpen) - Number(a.isOpen) || b.rate - a.rate);
  const [first] = channels;
  const best = first?.isOpen ? first : undefined;
  return { channel: best?.channel ?? null, reason: chooseReason(best, channels), channels };
};
