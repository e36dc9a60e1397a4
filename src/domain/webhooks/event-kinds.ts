import * as z from "zod";
import { broadcastPurposes } from "#domain/broadcasts/broadcast.ts";
import { channels, consentChannels } from "#domain/channels/channel.ts";
import { consentMethods, consentPurposes, consentStates } from "#domain/compliance/consent.ts";
import { suppressionScopes, suppressionSources } from "#domain/compliance/suppression.ts";
import { simulations } from "#domain/messages/simulation.ts";
import {
  columnsFor,
  forPlainColumns,
  type PersonColumnName,
  personColumns,
} from "#domain/people/person-columns.ts";
import { personStatuses, personTypes } from "#domain/person.ts";
import { readChannels } from "#domain/reading/labels.ts";
import { runEntries } from "#domain/sequences/run-state.ts";
import { callOutcomes, callStatuses, callTypes } from "#domain/voice/call.ts";

/**
 * The events that subscriptions may ask for. Their data is written by the triggers in `server/db/functions/webhooks`; a
 * test holds both equal. Fields are added, never renamed or removed.
 */

const id = z.uuid();
const instant = z.iso.datetime();
const text = z.string();
const reasons = z.array(z.looseObject({ code: z.string() }));

const columnSchemas = {
  uuid: id,
  text,
  "text[]": z.array(text),
  jsonb: z.record(text, z.unknown()),
  smallint: z.int(),
  timestamptz: instant,
} as const;

const columnSchema = (name: PersonColumnName) => {
  const column = personColumns[name];
  const schema = columnSchemas[column.type];
  return "isRequired" in column ? schema : schema.nullable();
};

/** The consent flags are those shown on the person; the proofs come with consent.changed. */
const person = z.object({
  ...Object.fromEntries(columnsFor("webhook").map((name) => [name, columnSchema(name)])),
  type: z.enum(personTypes),
  status: z.enum(personStatuses),
});

const message = z.object({
  id,
  personId: id,
  channel: z.enum(channels),
  to: text.nullable(),
  subject: text.nullable(),
  text: text.nullable(),
  messenger: text.nullable(),
  /** The vendor's id. */
  providerId: text.nullable(),
  ruleId: id.nullable(),
  /** The user who wrote it; null for a machine's. */
  sentBy: id.nullable(),
  /** `demo` where a simulator handled it in the demo workspace. */
  simulation: z.enum(simulations).nullable(),
  createdAt: instant,
});

const call = z.object({
  id,
  /** Null for a caller who is not known. */
  personId: id.nullable(),
  type: z.enum(callTypes),
  phoneNumber: text,
  status: z.enum(callStatuses),
  language: text.nullable(),
  startedAt: instant,
});

const scores = z.object({ intent: z.int(), propensity: z.int(), churn: z.int() });

const sequence = z.object({
  id,
  /** Null where the rule was deleted. */
  ruleId: id.nullable(),
  ruleName: text.nullable(),
  personId: id,
  /** What set it off: a trigger, a user or program, or a broadcast, whose id the rule has. */
  entry: z.enum(runEntries),
  startedAt: instant,
});

/** Figures as of the last look, at most a few seconds before. */
const broadcast = z.object({
  id,
  name: text,
  purpose: z.enum(broadcastPurposes),
  /** Who are to get it, and who began. */
  people: z.int(),
  begun: z.int(),
  sent: z.int(),
  delivered: z.int(),
  failed: z.int(),
  notSent: z.int(),
  answered: z.int(),
  optedOut: z.int(),
  at: instant,
});

const exampleId = (n: number): string => `0199aaaa-0000-7000-8000-00000000000${n}`;
const exampleTime = "2026-11-15T14:30:00.000Z";

const examplePerson = {
  id: exampleId(1),
  type: "lead" as const,
  status: "new" as const,
  firstName: "Ana",
  lastName: "Rivera",
  email: "ana@example.com",
  phone: "+17875550123",
  tags: ["solar"],
  sources: ["Website"],
  language: "es",
  ...forPlainColumns((name) => personColumns[name].example),
  timezone: "America/Puerto_Rico",
  consents: { sms: true },
  fields: { roof: "flat" },
  assignedAgentId: null,
  createdAt: exampleTime,
};

const exampleMessage: z.input<typeof message> = {
  id: exampleId(2),
  personId: exampleId(1),
  channel: "sms",
  to: "+17875550123",
  subject: null,
  text: "Hello Ana",
  messenger: "twilio-sms",
  providerId: "SM0123456789",
  ruleId: exampleId(6),
  sentBy: null,
  simulation: null,
  createdAt: exampleTime,
};

const exampleCall: z.input<typeof call> = {
  id: exampleId(3),
  personId: exampleId(1),
  type: "inbound",
  phoneNumber: "+17875550123",
  status: "ringing",
  language: "es",
  startedAt: exampleTime,
};

const exampleSequence: z.input<typeof sequence> = {
  id: exampleId(8),
  ruleId: exampleId(6),
  ruleName: "Follow up quotes",
  personId: exampleId(1),
  entry: "trigger",
  startedAt: exampleTime,
};

const exampleBroadcast: z.input<typeof broadcast> = {
  id: exampleId(9),
  name: "Office closed on Friday",
  purpose: "service",
  people: 1400,
  begun: 842,
  sent: 94,
  delivered: 651,
  failed: 39,
  notSent: 0,
  answered: 43,
  optedOut: 11,
  at: exampleTime,
};

const defineEvent = <const Type extends string, Data extends z.ZodObject>(
  type: Type,
  data: Data,
  example: z.input<Data>,
) => ({ type, data, example: example as Record<string, unknown> });

/** Every event. To add one: a line here, its trigger in `server/db/functions/webhooks`, and its text in both locales. */
export const webhookEventKinds = [
  defineEvent("person.created", person, examplePerson),
  defineEvent("person.updated", person.extend({ changed: z.array(text) }), {
    ...examplePerson,
    status: "qualified",
    changed: ["status"],
  }),
  defineEvent("person.deleted", z.object({ id }), { id: exampleId(1) }),
  /** `mergedId` no longer exists; what belonged to it belongs to `id`. */
  defineEvent("person.merged", z.object({ id, mergedId: id }), { id: exampleId(1), mergedId: exampleId(5) }),
  defineEvent(
    "message.received",
    z.object({ id, personId: id, channel: z.enum([...channels, "web_form"]), text, receivedAt: instant }),
    {
      id: exampleId(4),
      personId: exampleId(1),
      channel: "sms",
      text: "How much is it?",
      receivedAt: exampleTime,
    },
  ),
  defineEvent("message.sent", message, exampleMessage),
  defineEvent("message.delivered", message, exampleMessage),
  defineEvent("message.read", message, exampleMessage),
  /** The person opened a short link of it; `link` is where it leads. Programs that only look at links do not count. */
  defineEvent("message.clicked", message.extend({ link: text, clickedAt: instant }), {
    ...exampleMessage,
    link: "https://example.com/quote",
    clickedAt: exampleTime,
  }),
  /** `error` is what the vendor said. */
  defineEvent("message.failed", message.extend({ reasons, error: text.nullable() }), {
    ...exampleMessage,
    reasons: [{ code: "unreachable" }],
    error: "Unreachable destination handset",
  }),
  /** The gate stopped it; the reasons say why. */
  defineEvent("message.refused", message.extend({ reasons }), {
    ...exampleMessage,
    messenger: null,
    providerId: null,
    reasons: [{ code: "no_consent" }],
  }),
  defineEvent("call.started", call, exampleCall),
  defineEvent(
    "call.ended",
    call.extend({
      durationSeconds: z.int().nullable(),
      outcome: z.enum(callOutcomes).nullable(),
      answeredAt: instant.nullable(),
      endedAt: instant,
    }),
    {
      ...exampleCall,
      status: "completed",
      durationSeconds: 95,
      outcome: "interested",
      answeredAt: exampleTime,
      endedAt: "2026-11-15T14:31:35.000Z",
    },
  ),
  /** A consent with its proof, or an opt-out or opt-in of an address, which is of all channels or of one. */
  defineEvent(
    "consent.changed",
    z.object({
      id,
      personId: id,
      channel: z.enum([...consentChannels, ...suppressionScopes]),
      purpose: z.enum([...consentPurposes, "all"]),
      state: z.enum([...consentStates, "opted_out", "opted_in"]),
      /** How it came to be recorded. */
      method: z.enum([...consentMethods, ...suppressionSources]),
      changedAt: instant,
    }),
    {
      id: exampleId(7),
      personId: exampleId(1),
      channel: "all",
      purpose: "all",
      state: "opted_out",
      method: "reply",
      changedAt: exampleTime,
    },
  ),
  defineEvent("score.changed", scores.extend({ personId: id, previous: scores.nullable() }), {
    personId: exampleId(1),
    intent: 82,
    propensity: 64,
    churn: 12,
    previous: { intent: 55, propensity: 60, churn: 14 },
  }),
  /** What a message says, as far as it was read. */
  defineEvent(
    "signal.detected",
    z.object({
      messageId: id,
      personId: id,
      channel: z.enum(readChannels),
      intent: text,
      also: z.array(text),
      asks: z.array(text),
      objection: text.nullable(),
      /** -1 negative, 0 neutral, 1 positive. */
      sentiment: z.int(),
      /** 0 low, 1 soon, 2 now. */
      urgency: z.int(),
      language: text,
    }),
    {
      messageId: exampleId(4),
      personId: exampleId(1),
      channel: "sms",
      intent: "question",
      also: [],
      asks: ["price"],
      objection: null,
      sentiment: 0,
      urgency: 1,
      language: "en",
    },
  ),
  defineEvent(
    "rule.fired",
    z.object({
      id,
      ruleId: id.nullable(),
      ruleName: text.nullable(),
      version: z.int(),
      personId: id,
      reasons,
    }),
    {
      id: exampleId(8),
      ruleId: exampleId(6),
      ruleName: "Greet interested leads",
      version: 3,
      personId: exampleId(1),
      reasons: [{ code: "score_reached" }],
    },
  ),
  defineEvent("sequence.started", sequence, exampleSequence),
  /** A webhook step of a sequence; `note` is what its author wrote there. */
  defineEvent("sequence.step", sequence.extend({ stepId: text, note: text, at: instant }), {
    ...exampleSequence,
    stepId: "a1b2c3d4e5",
    note: "Create the contract",
    at: exampleTime,
  }),
  /** `reason` is the first of the reasons; `run_finished` after the last step. */
  defineEvent("sequence.ended", sequence.extend({ endedAt: instant, reason: text, reasons }), {
    ...exampleSequence,
    endedAt: exampleTime,
    reason: "run_answered",
    reasons: [{ code: "run_answered" }],
  }),
  /** When the first people may begin, not when it was scheduled. */
  defineEvent("broadcast.started", broadcast, {
    ...exampleBroadcast,
    ...{ begun: 0, sent: 0, delivered: 0, failed: 0, answered: 0, optedOut: 0 },
  }),
  /** By a user, or by the guard; the reasons say which. */
  defineEvent("broadcast.paused", broadcast.extend({ reasons }), {
    ...exampleBroadcast,
    reasons: [{ code: "guard_opted_out", count: 9, percent: 2.2, limit: 2 }],
  }),
  defineEvent("broadcast.resumed", broadcast, exampleBroadcast),
  defineEvent("broadcast.done", broadcast, { ...exampleBroadcast, begun: 1400 }),
  defineEvent("broadcast.cancelled", broadcast, exampleBroadcast),
] as const;

export type WebhookEventType = (typeof webhookEventKinds)[number]["type"];
export const webhookEventTypes = webhookEventKinds.map(({ type }) => type) as [
  WebhookEventType,
  ...WebhookEventType[],
];

export const webhookEventGroups = [
  "person",
  "message",
  "call",
  "consent",
  "score",
  "signal",
  "rule",
  "sequence",
  "broadcast",
] as const;
export type WebhookEventGroup = (typeof webhookEventGroups)[number];

export const webhookEventsOf = (group: WebhookEventGroup): WebhookEventType[] =>
  webhookEventTypes.filter((type) => type.startsWith(`${group}.`));

/** Events of people who no longer exist, and of no single person: no filter can be asked about them. */
export const unfilteredWebhookEvents: readonly string[] = [
  "person.deleted",
  "person.merged",
  ...webhookEventsOf("broadcast"),
];

/** The data of an event as an example, for tests of a receiver. */
export const webhookExample = (type: WebhookEventType): Record<string, unknown> =>
  webhookEventKinds.find((kind) => kind.type === type)?.example ?? {};
