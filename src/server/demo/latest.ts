/** Whom a happening fits: somebody on the island, a Spanish or English speaker, one with high intent, or somebody not to be contacted. */
type Who = "island" | "spanish" | "english" | "eager" | "dnc";

export type Happening = {
  who: Who;
  minutesBefore: number;
  eventType: string;
  source: string;
  title: string;
  description: string | null;
  /** Said instead while people on the island may be contacted. */
  byDay?: string;
  metadata?: Record<string, unknown>;
};

/** What happened last, before the newest moment of the workspace; newest first. */
export const latest: readonly Happening[] = [
  {
    who: "spanish",
    minutesBefore: 0,
    eventType: "reply",
    source: "whatsapp",
    title: "Replied on WhatsApp",
    description: "“Sí, me interesa. ¿Puede ser mañana?”",
  },
  {
    who: "eager",
    minutesBefore: 1.1,
    eventType: "rule_fired",
    source: "rules",
    title: "Rule High intent → SMS fired",
    description: "Intent rose above 75",
    metadata: { rule: "High intent → SMS" },
  },
  {
    who: "island",
    minutesBefore: 2.4,
    eventType: "held",
    source: "compliance",
    title: "SMS held until 9:00",
    description: "Quiet hours, Puerto Rico",
    byDay: "Contact limit reached; Puerto Rico opens at 9:00 tomorrow",
  },
  {
    who: "english",
    minutesBefore: 3.2,
    eventType: "handoff_asked",
    source: "voice",
    title: "Asked for a person during a call",
    description: "“I would rather talk to a human.”",
  },
  {
    who: "dnc",
    minutesBefore: 5.5,
    eventType: "call_blocked",
    source: "compliance",
    title: "Call not placed",
    description: "On the do-not-call list",
    metadata: { reason: { code: "dnc" } },
  },
  {
    who: "spanish",
    minutesBefore: 6.3,
    eventType: "call_completed",
    source: "voice",
    title: "Voice agent call, 4:12",
    description: "Visit booked for tomorrow at 10:00",
  },
  {
    who: "english",
    minutesBefore: 8,
    eventType: "message_sent",
    source: "sms",
    title: "SMS delivered",
    description: "“Your estimate is ready. Would Thursday afternoon suit you for a visit?”",
  },
  {
    who: "spanish",
    minutesBefore: 9.6,
    eventType: "event",
    source: "Website form",
    title: "Requested a quote",
    description: "“Me recomendó mi vecina, quisiera una visita.”",
  },
  {
    who: "english",
    minutesBefore: 11,
    eventType: "send_unknown",
    source: "sms",
    title: "SMS sent, outcome unknown",
    description: "The carrier did not answer; it is not sent again by itself",
  },
  {
    who: "island",
    minutesBefore: 12.7,
    eventType: "reply",
    source: "sms",
    title: "Replied by SMS",
    description: "“¿Cuánto sería al mes con la batería?”",
  },
  {
    who: "english",
    minutesBefore: 14.2,
    eventType: "event",
    source: "Website form",
    title: "Opened the estimate",
    description: "For the third time this week",
  },
  {
    who: "spanish",
    minutesBefore: 16.9,
    eventType: "rule_fired",
    source: "rules",
    title: "Rule Quote requested → WhatsApp fired",
    description: "A quote was requested on the website",
    metadata: { rule: "Quote requested → WhatsApp" },
  },
];

/** Places in the list of the happenings that also ask for attention. */
export const handoffAsked = latest.findIndex(({ eventType }) => eventType === "handoff_asked") + 1;
export const sendUnknown = latest.findIndex(({ eventType }) => eventType === "send_unknown") + 1;
