import type { Channel, ConsentChannel } from "#domain/channels/channel.ts";
import type { CalendarHoliday, HoursRule } from "./hours-rule.ts";
import type { Purpose } from "./send-intent.ts";

export type Consent = {
  channel: ConsentChannel;
  purpose: "marketing" | "service";
  state: "granted" | "denied" | "unproven";
  /** Given in writing (E-SIGN counts): asked of artificial voices that sell. */
  written: boolean;
  at: number;
  /** The id of the kept proof. */
  proof: string | null;
};

/** An opt-out of the address, whoever holds it. */
export type Suppression = {
  scope: "all" | ConsentChannel;
  at: number;
  source: string;
  confirmedAt: number | null;
};

export type RecentSend = { at: number; channel: Channel; ruleId: string | null; purpose: Purpose };

/** How many marketing messages one person may get; null is no limit of ours. */
export type FrequencyCaps = {
  perDay: number | null;
  perWeek: number | null;
  perRule: { count: number; days: number } | null;
};

/** A limit that a region's law sets on telephone contacts in 24 hours. */
export type RegionCap = {
  id: string;
  region: string;
  perDay: number;
  channels: readonly Channel[];
  source: string;
  checked: string;
};

export type GatePolicy = {
  /** Answer within ten minutes of their own message, even in quiet hours. */
  answerInQuietHours: boolean;
  /** Send marketing on the holidays of their region too. */
  sendOnHolidays: boolean;
};

/** All that the gate may look at: read in one transaction with what it decides. */
export type GateFacts = {
  now: number;
  /** In E.164. */
  phone: string | null;
  /** Where a look-up or a carrier's answer told. */
  lineType: "mobile" | "landline" | "voip" | null;
  email: string | null;
  where: { zip: string | null; region: string | null; zone: string | null };
  consents: readonly Consent[];
  suppressions: readonly Suppression[];
  /** A reply that may have been an opt-out, until a person has read it. */
  underReview: { at: number } | null;
  /** On a list of people not to be contacted: their own wish, or the national registry. */
  dnc: { at: number; source: "person" | "national" } | null;
  recentSends: readonly RecentSend[];
  caps: FrequencyCaps;
  regionCaps: readonly RegionCap[];
  lastInboundAt: Partial<Record<ConsentChannel, number | null>>;
  /** Keep the same arrays between calls: what is worked out for them is kept with them. */
  hoursRules: readonly HoursRule[];
  holidays: readonly CalendarHoliday[];
  policy: GatePolicy;
};
