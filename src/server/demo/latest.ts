/** Whom a happening fits: somebody on the island, a Spanish or English speaker, or somebody not to be contacted. */
type Who = "island" | "spanish" | "english" | "dnc";

type Happening = {
  who: Who;
  minutesBefore: number;
  eventType: string;
  source: string;
  title: string;
  description: string | null;
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
    who: "english",
    minutesBefore: 1.1,
    eventType: "rule_fired",
    source: "rules",
    title: "Rule High intent → SMS fired",
    description: "Intent rose from 71 to 83",
    metadata: { rule: "High intent → SMS", before: 71, after: 83 },
  },
  {
    who: "island",
    minutesBefore: 2.4,
    eventType: "held",
    source: "compliance",
    title: "SMS held until 9:00",
    description: "Quiet hours, Puerto Rico",
    metadata: { reason: { code: "quiet_hours", region: "Puerto Rico", until: "09:00" } },
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
    eventType: "refused",
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
    eventType: "stage_changed",
    source: "rules",
    title: "Contacted",
    description: null,
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
