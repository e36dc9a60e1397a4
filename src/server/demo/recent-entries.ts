import type { TimelineKind } from "#domain/timeline.ts";

/** The person an entry needs: on the island, Spanish or English speaking, with high intent, or on do-not-contact. */
type PersonKind = "island" | "spanish" | "english" | "eager" | "dnc";

export type RecentEntry = {
  personKind: PersonKind;
  minutesBefore: number;
  eventType: TimelineKind;
  source: string;
  title: string;
  description: string | null;
  metadata?: Record<string, unknown>;
};

/** The newest timeline entries, newest first. */
export const recentEntries: readonly RecentEntry[] = [
  {
    personKind: "spanish",
    minutesBefore: 0,
    eventType: "reply",
    source: "whatsapp",
    title: "Replied on WhatsApp",
    description: "“Sí, me interesa. ¿Puede ser mañana?”",
  },
  {
    personKind: "eager",
    minutesBefore: 1.1,
    eventType: "rule_fired",
    source: "rules",
    title: "Rule High intent → SMS fired",
    description: null,
    metadata: {
      rule: "High intent → SMS",
      reasons: [{ code: "score_crossed", score: "intent", operator: ">=", value: 75, before: 68, after: 81 }],
    },
  },
  {
    personKind: "island",
    minutesBefore: 2.4,
    eventType: "message_held",
    source: "sms",
    title: "SMS held",
    description: null,
    metadata: { channel: "sms", reasons: [{ code: "cap_per_day", limit: 5 }] },
  },
  {
    personKind: "english",
    minutesBefore: 3.2,
    eventType: "handoff_asked",
    source: "voice_agent",
    title: "Asked for a person during a call",
    description: "“I would rather talk to a human.”",
  },
  {
    personKind: "dnc",
    minutesBefore: 5.5,
    eventType: "message_blocked",
    source: "call",
    title: "Call blocked",
    description: null,
    metadata: { channel: "call", reasons: [{ code: "do_not_contact", source: "person" }] },
  },
  {
    personKind: "spanish",
    minutesBefore: 6.3,
    eventType: "call_completed",
    source: "voice_agent",
    title: "Voice agent, 4:12",
    description: "“Perfecto, mañana a las 10:00.”",
    metadata: { channel: "voice_agent", length: "4:12" },
  },
  {
    personKind: "english",
    minutesBefore: 8,
    eventType: "message_delivered",
    source: "sms",
    title: "SMS delivered",
    description: "“Your estimate is ready. Would Thursday afternoon suit you for a visit?”",
    metadata: { channel: "sms" },
  },
  {
    personKind: "spanish",
    minutesBefore: 9.6,
    eventType: "event_received",
    source: "Website form",
    title: "quote_requested",
    description: "“Me recomendó mi vecina, quisiera una visita.”",
    metadata: { endpoint: "Website form", type: "quote_requested" },
  },
  {
    personKind: "english",
    minutesBefore: 11,
    eventType: "message_unknown",
    source: "sms",
    title: "SMS unknown",
    description: null,
    metadata: { channel: "sms", reasons: [{ code: "vendor_unknown" }] },
  },
  {
    personKind: "island",
    minutesBefore: 12.7,
    eventType: "reply",
    source: "sms",
    title: "Replied by SMS",
    description: "“¿Cuánto sería al mes con la batería?”",
  },
  {
    personKind: "english",
    minutesBefore: 14.2,
    eventType: "event_received",
    source: "Website form",
    title: "estimate_opened",
    description: null,
    metadata: { endpoint: "Website form", type: "estimate_opened" },
  },
  {
    personKind: "spanish",
    minutesBefore: 16.9,
    eventType: "rule_fired",
    source: "rules",
    title: "Rule Quote requested → WhatsApp fired",
    description: null,
    metadata: {
      rule: "Quote requested → WhatsApp",
      reasons: [{ code: "event_arrived", operator: "=", value: "quote_requested", got: "quote_requested" }],
    },
  },
];

/** 1-based positions of the entries that also cause a notification. */
export const handoffPosition = recentEntries.findIndex(({ eventType }) => eventType === "handoff_asked") + 1;
export const unknownSendPosition =
  recentEntries.findIndex(({ eventType }) => eventType === "message_unknown") + 1;
