import type { ReadIntent } from "#domain/reading/labels.ts";
import { cutText } from "#domain/storable-text.ts";
import { timelineKinds } from "#domain/timeline.ts";

/** A kind of activity that the scores consider. */
export type Behaviour = {
  id: string;
  halfLifeDays: number;
  /** Whether it shows the person to be active; our own messages and opt-outs do not, and what a message says counts beside the message. */
  active: boolean;
  /** Exact types of events and timeline entries. */
  types: readonly string[];
  /** Word beginnings that identify other types, in English and Spanish. */
  words: readonly string[];
};

/** Ordered: the first match counts. */
export const behaviours = [
  {
    id: "opted_out",
    halfLifeDays: 3650,
    active: false,
    types: ["opted_out", "opt_out", "unsubscribed", "stop"],
    words: ["unsubscrib", "opt_out", "optout", "de_baja"],
  },
  {
    id: "complained",
    halfLifeDays: 90,
    active: false,
    types: [
      "complaint",
      "spam_complaint",
      "negative_review",
      "appointment_missed",
      "no_show",
      "said_complaint",
      "said_cancel_service",
    ],
    words: ["complain", "refund", "queja", "reclam", "cancel", "dispute"],
  },
  {
    id: "said_no",
    halfLifeDays: 60,
    active: false,
    types: ["said_not_interested", "said_wrong_person", "said_already_bought"],
    words: [],
  },
  { id: "said_yes", halfLifeDays: 14, active: false, types: ["said_ready_to_buy"], words: [] },
  {
    id: "said_interest",
    halfLifeDays: 14,
    active: false,
    types: ["said_interested", "said_schedule", "said_wants_human", "said_opt_in"],
    words: [],
  },
  {
    id: "said_question",
    halfLifeDays: 14,
    active: false,
    types: ["said_question", "said_reschedule", "said_callback_later"],
    words: [],
  },
  {
    id: "said_little",
    halfLifeDays: 14,
    active: false,
    types: ["said_acknowledgement", "said_other"],
    words: [],
  },
  {
    id: "contacted",
    halfLifeDays: 14,
    active: false,
    types: ["message_sent", "sms_sent", "whatsapp_sent", "email_sent", "call_placed", "voice_agent_called"],
    words: ["sent", "delivered", "placed"],
  },
  {
    id: "bought",
    halfLifeDays: 365,
    active: true,
    types: ["purchase", "order_placed", "payment_received", "contract_signed", "subscription_started"],
    words: ["purchas", "order", "paid", "payment", "signed", "compra", "pago"],
  },
  {
    id: "asked",
    halfLifeDays: 14,
    active: true,
    types: ["quote_requested", "appointment_booked", "demo_requested", "call_requested", "checkout_started"],
    words: [
      "quote",
      "estimate",
      "appointment",
      "booking",
      "booked",
      "demo",
      "checkout",
      "cotiz",
      "cita",
      "estimado",
    ],
  },
  {
    id: "replied",
    halfLifeDays: 10,
    active: true,
    types: ["reply", "replied", "message_replied", "sms_replied", "whatsapp_replied", "email_replied"],
    words: ["reply", "replied", "respuesta"],
  },
  {
    id: "wrote",
    halfLifeDays: 14,
    active: true,
    types: ["message_received", "sms_received", "whatsapp_received", "email_received", "message", "email"],
    words: ["inbound", "message", "mensaje"],
  },
  {
    id: "talked",
    halfLifeDays: 21,
    active: true,
    types: ["call_answered", "call_completed", "call_received", "voicemail"],
    words: ["call", "llamada"],
  },
  {
    id: "filled_form",
    halfLifeDays: 14,
    active: true,
    types: ["form_submitted", "lead_created", "signed_up", "registered"],
    words: ["form", "new_lead", "signup", "sign_up", "regist"],
  },
  {
    id: "clicked",
    halfLifeDays: 7,
    active: true,
    types: ["link_clicked", "ad_clicked", "email_clicked"],
    words: ["click"],
  },
  {
    id: "opened",
    halfLifeDays: 7,
    active: true,
    types: ["email_opened", "message_read"],
    words: ["open", "read"],
  },
  {
    id: "visited",
    halfLifeDays: 5,
    active: true,
    types: ["page_viewed", "site_visited", "session_started"],
    words: ["view", "visit", "page", "session"],
  },
  { id: "other", halfLifeDays: 7, active: true, types: [], words: [] },
] as const satisfies readonly Behaviour[];

export type BehaviourId = (typeof behaviours)[number]["id"];

/** Triggers a recalculation without an activity, because counts decay with time. */
export const timePassedType = "time_passed";

/** The type of the activity that a message of this intent is, beside the message itself. */
export const spokenType = (intent: ReadIntent): string => `said_${intent}`;

/** A message was read again and says something else. It is no new activity. */
export const messageRereadType = "message_reread";

/** A trigger of a rule came true that is no activity, such as a date. */
export const triggerMetType = "trigger_met";

/** Nothing arrived with a reaction of these types. */
export const silentTypes: readonly (string | null)[] = [timePassedType, messageRereadType, triggerMetType];

/** Our own entries that say nothing about the person. */
const neutralTypes = new Set([
  "person_created",
  "person_updated",
  "status_changed",
  "tag_added",
  "tag_removed",
  "note",
  "event_received",
  "scores_changed",
  "rule_fired",
  "sequence_ended",
  "message_failed",
  "message_blocked",
  "message_held",
  "message_delayed",
  "message_unknown",
  "message_cancelled",
  "email_bounce",
  "email_auto_reply",
  "review_opened",
  // The opt-out itself is an entry of its own, and a machine says nothing about the person.
  "said_opt_out",
  "said_automatic_reply",
  timePassedType,
  messageRereadType,
  triggerMetType,
]);

const behaviourByType = new Map<string, BehaviourId>(
  behaviours.flatMap(({ id, types }) => types.map((type): [string, BehaviourId] => [type, id])),
);

const timelineTypes: ReadonlySet<string> = new Set(timelineKinds);
const maxTypeLength = 200;
const normaliseType = (eventType: string | null): string =>
  (eventType ?? "")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .slice(0, maxTypeLength);

type ClassifiedType = {
  behaviour: BehaviourId | null;
  /** The normalised type where it is none of the product's own. */
  ownType: string | null;
};

const classify = (type: string): ClassifiedType => {
  if (type === "" || type === "_" || neutralTypes.has(type)) return { behaviour: null, ownType: null };
  const exact = behaviourByType.get(type);
  if (exact) return { behaviour: exact, ownType: null };
  const similar = behaviours.find(({ words }) => words.some((word) => `_${type}`.includes(`_${word}`)));
  const isProductType = similar?.id === "contacted" || timelineTypes.has(type);
  return {
    behaviour: similar?.id ?? "other",
    ownType: isProductType ? null : cutText(type, maxOwnTypeLength),
  };
};

const maxOwnTypeLength = 60;
const maxCachedTypes = 2000;
const cachedTypes = new Map<string | null, ClassifiedType>();

/** A workspace has few types, and every event asks for one. */
const classifyCached = (eventType: string | null): ClassifiedType => {
  const known = cachedTypes.get(eventType);
  if (known) return known;
  const classified = classify(normaliseType(eventType));
  if (cachedTypes.size >= maxCachedTypes) cachedTypes.clear();
  cachedTypes.set(eventType, classified);
  return classified;
};

/** The behaviour of an event type; null when it says nothing about the person. */
export const classifyBehaviour = (eventType: string | null): BehaviourId | null =>
  classifyCached(eventType).behaviour;

/** The name of an event type that the workspace's own systems send; null for the product's own types. */
export const ownTypeOf = (eventType: string | null): string | null => classifyCached(eventType).ownType;
