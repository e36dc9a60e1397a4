import type { TFunction } from "i18next";
import type { PersonDetail } from "#contract/people.ts";
import { type Channel, channels, conversationChannels } from "#domain/channels/channel.ts";
import { storedHandoffTitle } from "#domain/conversations/handoff-titles.ts";
import { eventName } from "#domain/ingestion/event-names.ts";
import { personStatuses } from "#domain/person.ts";
import { localSource, type ReadingSource, readingSourceKinds } from "#domain/reading/counted-reading.ts";
import { type ReadIntent, readIntents } from "#domain/reading/labels.ts";
import type { TimelineKind } from "#domain/timeline.ts";
import { type ReasonLike, textOfValue, type Wording } from "./reason-values.ts";

export type TimelineEvent = PersonDetail["timelineEvents"][number];
type Entry = Pick<TimelineEvent, "eventType" | "source" | "title" | "description" | "metadata">;
type Metadata = Record<string, unknown>;
type EntryText = { title: string; text: string | null };

/** A line, the text below it, and the reasons. */
export type TimelineText = EntryText & {
  reasons: ReasonLike[];
  /** It is about a message that only the simulator got. */
  isSimulated: boolean;
  /** What the message says, if it was read. */
  intent: ReadIntent | undefined;
  /** Whose reading that is. */
  readBy: ReadingSource;
  /** The call that it is about, and its outcome. */
  call: { id: string; outcome: string | null } | undefined;
};

type Context = { entry: Entry; metadata: Metadata; t: TFunction; wording: Wording };
/** Undefined where the metadata lacks what the text needs. */
type Describe = (context: Context) => EntryText | undefined;

const nonEmpty = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;

const isReason = (value: unknown): value is ReasonLike =>
  value !== null && typeof value === "object" && "code" in value && typeof value.code === "string";

/** Stored metadata is not validated. */
const readReasons = ({ reasons }: Metadata): ReasonLike[] =>
  Array.isArray(reasons) ? reasons.filter(isReason) : [];

/** Without a source it is the reading of this machine. */
const sourceOf = ({ readBy }: Metadata): ReadingSource => {
  if (readBy === null || typeof readBy !== "object" || !("kind" in readBy)) return localSource;
  const kind = readingSourceKinds.find((each) => each === readBy.kind);
  return kind ? { kind, name: "name" in readBy ? nonEmpty(readBy.name) : null } : localSource;
};

const channelOf = ({ entry, metadata }: Context): Channel | undefined =>
  channels.find((channel) => channel === (metadata.channel ?? entry.source));

const channelText = (context: Context): string | undefined => {
  const channel = channelOf(context);
  return channel && context.t(`reasons.channel.${channel}`);
};

/** A text that needs no values, with the description or the source below it. */
const fixed =
  (
    kind: Extract<
      TimelineKind,
      | `person_${string}`
      | `tag_${string}`
      | `opted_${string}`
      | `${string}_requested`
      | "request_cancelled"
      | "address_proposed"
      | "note_added"
      | "review_opened"
      | "handoff_asked"
      | `thread_${string}`
      | "people_merged"
      | `${string}_undone`
    >,
  ): Describe =>
  ({ entry, metadata, t, wording }) => ({
    title: t(`people.event.${kind}`),
    text:
      entry.description ?? (metadata.source ? textOfValue(wording, "reasons.source", metadata.source) : null),
  });

/** A task that the agent left has a title of the product's own. */
const taskLine =
  (kind: "task_added" | "task_done"): Describe =>
  ({ entry, t, wording: { i18n } }) => ({
    title: t(`people.event.${kind}`),
    text: entry.description && storedHandoffTitle(entry.description, i18n.language === "es" ? "es" : "en"),
  });

const statusChanged: Describe = ({ entry, t }) => ({
  title: t("people.event.status_changed"),
  text:
    entry.description
      ?.split(" → ")
      .map((name) => {
        const status = personStatuses.find((each) => each === name);
        return status ? t(`people.status.${status}`) : name;
      })
      .join(" → ") ?? null,
});

const eventReceived: Describe = ({ entry, metadata, t, wording }) => {
  const [endpoint, type] = [nonEmpty(metadata.endpoint), nonEmpty(metadata.type)];
  if (!type && !endpoint) return undefined;
  const channel =
    type === "email" ? "email" : conversationChannels.find((each) => type === `${each}_received`);
  if (channel)
    return {
      title: t("people.event.wrote", { channel: t(`reasons.channel.${channel}`) }),
      text: entry.description,
    };
  if (type === "call_completed") return { title: t("people.event.said_in_call"), text: entry.description };
  const source = endpoint && t("people.event.from", { endpoint });
  return {
    title: type
      ? t("people.event.event_received", {
          type: eventName(type, wording.i18n.language === "es" ? "es" : "en"),
        })
      : t("people.event.event_any"),
    text: [source, entry.description].filter(Boolean).join(" · ") || null,
  };
};

/** A broadcast goes through the steps of a rule of its own. */
export const firedTitle = (rule: string, reasons: unknown, t: TFunction): string =>
  t(isOfBroadcast(reasons) ? "people.event.broadcast_began" : "people.event.rule_fired", { rule });

const isOfBroadcast = (reasons: unknown): boolean =>
  Array.isArray(reasons) && reasons.some((reason) => reason?.code === "started_by_broadcast");

const ruleFired: Describe = ({ entry, metadata, t }) => {
  const rule = nonEmpty(metadata.rule);
  return rule ? { title: firedTitle(rule, metadata.reasons, t), text: entry.description } : undefined;
};

/** Its reasons stand below it. */
const sequenceEnded: Describe = ({ metadata, t }) => {
  const rule = nonEmpty(metadata.rule);
  const key = metadata.isBroadcast === true ? "broadcast_ended" : "sequence_ended";
  return rule ? { title: t(`people.event.${key}`, { rule }), text: null } : undefined;
};

const message =
  (kind: Extract<TimelineKind, `message_${string}`>): Describe =>
  (context) => {
    const channel = channelText(context);
    if (!channel) return undefined;
    const { entry, metadata, t } = context;
    return {
      title: t(`people.event.${kind}`, { channel }),
      text: nonEmpty(metadata.text) ?? entry.description,
    };
  };

const reply: Describe = (context) => {
  const channel = channelText(context);
  const { entry, metadata, t } = context;
  return {
    title: channel ? t("people.event.reply", { channel }) : t("people.event.replied"),
    text: nonEmpty(metadata.text) ?? entry.description,
  };
};

const callCompleted: Describe = (context) => {
  const channel = channelText(context);
  if (!channel) return undefined;
  const { entry, metadata, t } = context;
  return {
    title: t("people.event.call_completed", { channel, length: nonEmpty(metadata.length) ?? "" }),
    text: entry.description,
  };
};

const scores = ["intent", "propensity", "churn"] as const;

/** A score, or a change of it. */
const scoreText = (value: unknown): string | null => {
  if (typeof value === "number") return String(value);
  if (value === null || typeof value !== "object") return null;
  const { before, after } = value as Metadata;
  if (typeof after !== "number") return null;
  return typeof before === "number" ? `${before} → ${after}` : String(after);
};

const scoresChanged: Describe = ({ entry, metadata, t }) => {
  const changes = scores.flatMap((score) => {
    const text = scoreText(metadata[score]);
    return text ? [`${t(`people.event.score.${score}`)} ${text}`] : [];
  });
  return { title: t("people.event.scores_changed"), text: changes.join(" · ") || entry.description };
};

const externalTask =
  (kind: "external_task_added" | "external_task_done"): Describe =>
  ({ entry, metadata, t }) => {
    const service = nonEmpty(metadata.service);
    return service ? { title: t(`people.event.${kind}`, { service }), text: entry.description } : undefined;
  };

/** The team where it changed; otherwise only that the conversation was assigned. */
const threadAssigned: Describe = ({ metadata, t }) => {
  if (!("toTeam" in metadata)) return { title: t("people.event.thread_assigned"), text: null };
  const team = nonEmpty(metadata.team);
  return team === null
    ? { title: t("people.event.thread_team_removed"), text: null }
    : { title: t("people.event.thread_team_assigned", { team }), text: null };
};

const describers: Record<TimelineKind, Describe> = {
  person_created: fixed("person_created"),
  person_updated: fixed("person_updated"),
  status_changed: statusChanged,
  tag_added: fixed("tag_added"),
  tag_removed: fixed("tag_removed"),
  event_received: eventReceived,
  rule_fired: ruleFired,
  sequence_ended: sequenceEnded,
  scores_changed: scoresChanged,
  message_held: message("message_held"),
  message_blocked: message("message_blocked"),
  message_cancelled: message("message_cancelled"),
  message_sent: message("message_sent"),
  message_simulated: message("message_simulated"),
  message_delivered: message("message_delivered"),
  message_read: message("message_read"),
  message_delayed: message("message_delayed"),
  message_failed: message("message_failed"),
  message_unknown: message("message_unknown"),
  reply,
  call_completed: callCompleted,
  handoff_asked: fixed("handoff_asked"),
  appointment_requested: fixed("appointment_requested"),
  callback_requested: fixed("callback_requested"),
  data_requested: fixed("data_requested"),
  request_cancelled: fixed("request_cancelled"),
  address_proposed: fixed("address_proposed"),
  note_added: fixed("note_added"),
  opted_out: fixed("opted_out"),
  opted_in: fixed("opted_in"),
  review_opened: fixed("review_opened"),
  thread_opened: fixed("thread_opened"),
  thread_closed: fixed("thread_closed"),
  thread_snoozed: fixed("thread_snoozed"),
  thread_woken: fixed("thread_woken"),
  thread_assigned: threadAssigned,
  thread_taken: fixed("thread_taken"),
  task_added: taskLine("task_added"),
  task_done: taskLine("task_done"),
  external_task_added: externalTask("external_task_added"),
  external_task_done: externalTask("external_task_done"),
  person_imported: fixed("person_imported"),
  people_merged: fixed("people_merged"),
  merge_undone: fixed("merge_undone"),
  change_undone: fixed("change_undone"),
};

const isTimelineKind = (kind: string): kind is TimelineKind => Object.hasOwn(describers, kind);

/** An entry in the language of the interface; one of an unknown kind, or incomplete, as it is stored. */
export const describeEntry = (entry: Entry, t: TFunction, wording: Wording): TimelineText => {
  const metadata = entry.metadata ?? {};
  const described = isTimelineKind(entry.eventType)
    ? describers[entry.eventType]({ entry, metadata, t, wording })
    : undefined;
  const { title, text } = described ?? { title: entry.title, text: entry.description };
  const isSimulated = entry.eventType === "message_simulated" || metadata.simulated === true;
  const intent = readIntents.find((each) => each === metadata.intent);
  const callId = entry.eventType === "call_completed" ? nonEmpty(metadata.callId) : null;
  const call = callId === null ? undefined : { id: callId, outcome: nonEmpty(metadata.outcome) };
  const readBy = sourceOf(metadata);
  return { title, text, reasons: readReasons(metadata), isSimulated, intent, readBy, call };
};
