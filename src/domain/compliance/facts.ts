import type { Channel, ConversationChannel } from "#domain/channels/channel.ts";
import type { ChannelConnections } from "#domain/messages/simulation.ts";
import type { Consent } from "./consent.ts";
import type { CalendarHoliday, HoursRule } from "./hours-rule.ts";
import type { SendPurpose } from "./send-intent.ts";
import type { ActiveSuppression } from "./suppression.ts";

export type RecentSend = {
  at: number;
  channel: Channel;
  ruleId: string | null;
  purpose: SendPurpose;
  /** Equal for equal words; null for a call. */
  words: string | null;
};

/** How many marketing messages one person may get; null is no limit. */
export type FrequencyCaps = {
  perDay: number | null;
  perWeek: number | null;
  perRule: { count: number; days: number } | null;
};

/** The limit that a region's law sets on telephone contacts in 24 hours. */
export type RegionCap = {
  id: string;
  region: string;
  perDay: number;
  channels: readonly Channel[];
  source: string;
  checked: string;
};

export type GatePolicy = {
  /** Answer a recent message of the person even in quiet hours. */
  answerInQuietHours: boolean;
  /** Send marketing on the holidays of the person's region too. */
  sendOnHolidays: boolean;
};

/**
 * Everything the gate evaluates, read in the transaction that acts on its decision. Every fact is required: one that is
 * not read must not compile, and must not pass a check.
 */
export type GateFacts = {
  now: number;
  /** In E.164. */
  phone: string | null;
  /** As a look-up or a carrier's error reported it. */
  lineType: "mobile" | "landline" | "voip" | null;
  email: string | null;
  /** The address of their account at X. */
  x: string | null;
  where: { zip: string | null; region: string | null; zone: string | null };
  consents: readonly Consent[];
  suppressions: readonly ActiveSuppression[];
  /** A reply that may be an opt-out, until an operator has read it. */
  underReview: { at: number } | null;
  /** A human of the business has the conversation until then; null if none has. */
  takenUntil: number | null;
  /** On a do-not-contact list: at the person's own request, or the national registry. */
  dnc: { at: number; source: "person" | "national" } | null;
  recentSends: readonly RecentSend[];
  caps: FrequencyCaps;
  regionCaps: readonly RegionCap[];
  lastInboundAt: Partial<Record<ConversationChannel, number | null>>;
  /** When WhatsApp last refused marketing to this person; null if it never did. */
  whatsappLimitedAt: number | null;
  /** Pass the same arrays in every call: computed hours are cached by their identity. */
  hoursRules: readonly HoursRule[];
  holidays: readonly CalendarHoliday[];
  policy: GatePolicy;
  connections: ChannelConnections;
};
