import * as z from "zod";
import { channels } from "#domain/channels/channel.ts";
import { episodeEnds, messageDirections, threadStates } from "#domain/conversations/thread-state.ts";
import { personAddressKinds, personAddressStates } from "#domain/people/person-address.ts";
import { deliveryRecord } from "./deliveries.ts";
import { id, isoInstant, teamRef, userRef } from "./fields.ts";
import { readingSource } from "./reading.ts";
import { task } from "./tasks.ts";

export const inboxViews = [
  "open",
  "mine",
  "unassigned",
  "waiting",
  "unread",
  "snoozed",
  "review",
  "not_sent",
  "closed",
] as const;
export type InboxView = (typeof inboxViews)[number];

export const inboxSorts = ["longest_wait", "newest", "oldest", "unread_first"] as const;
export type InboxSort = (typeof inboxSorts)[number];

/** A row of the inbox. */
export const threadListItem = z.object({
  personId: id,
  name: z.string().nullable(),
  /** An address, for a person without a name. */
  address: z.string().nullable(),
  state: z.enum(threadStates),
  owner: userRef.nullable(),
  /** Its members may take the conversation while it has no owner. */
  team: teamRef.nullable(),
  waitingSince: isoInstant.nullable(),
  snoozedUntil: isoInstant.nullable(),
  lastItemAt: isoInstant,
  lastText: z.string().nullable(),
  lastChannel: z.string().nullable(),
  lastDirection: z.enum(messageDirections).nullable(),
  isUnread: z.boolean(),
  underReview: z.boolean(),
  notSent: z.boolean(),
  optedOut: z.boolean(),
  hasDraft: z.boolean(),
  nextTaskAt: isoInstant.nullable(),
  intentScore: z.int().nullable(),
  takenUntil: isoInstant.nullable(),
});
export type ThreadListItem = z.infer<typeof threadListItem>;

const itemBase = { id: z.string(), at: isoInstant };

export const attachedFile = z.object({ id, filename: z.string(), contentType: z.string(), size: z.int() });

/** One entry of a thread, oldest of a page first. */
export const threadItem = z.discriminatedUnion("kind", [
  z.object({
    ...itemBase,
    kind: z.literal("inbound"),
    channel: z.string(),
    text: z.string(),
    subject: z.string().nullable(),
    /** The address that the person wrote from, and ours. */
    from: z.string().nullable(),
    to: z.string().nullable(),
    files: z.array(attachedFile),
    /** The reading that counts, and whose it is; null where the text was not read. */
    intent: z.string().nullable(),
    readBy: readingSource.nullable(),
    language: z.string().nullable(),
    isAutomatic: z.boolean(),
    simulated: z.boolean(),
    /** Other people who have the same address and see it too. */
    sharedWith: z.array(z.object({ personId: id, name: z.string().nullable() })),
  }),
  z.object({
    ...itemBase,
    kind: z.literal("outbound"),
    /** With its state, reasons, price and rule. `text` is null until it was composed. */
    delivery: deliveryRecord,
    subject: z.string().nullable(),
    to: z.string().nullable(),
    files: z.array(attachedFile),
    /** Who wrote it: a user, a rule, or the auto-reply. */
    sentBy: userRef.nullable(),
    isAiDraft: z.boolean(),
    /** Sent by the auto-reply, without a human. */
    isAutoReply: z.boolean(),
    /** While it can still be taken back. */
    undoUntil: isoInstant.nullable(),
    sendAt: isoInstant.nullable(),
    unlessAnswered: z.boolean(),
  }),
  z.object({
    ...itemBase,
    kind: z.literal("call"),
    callId: id,
    channel: z.string(),
    direction: z.enum(["in", "out"]),
    durationSeconds: z.int().nullable(),
    status: z.string(),
    outcome: z.string().nullable(),
    summary: z.string().nullable(),
    hasRecording: z.boolean(),
    /** The first lines of the transcript. */
    lines: z.array(z.object({ speaker: z.string(), text: z.string(), atMs: z.int() })),
  }),
  z.object({
    ...itemBase,
    kind: z.literal("form"),
    type: z.string().nullable(),
    endpoint: z.string().nullable(),
    text: z.string().nullable(),
    /** What the person answered, in the order of the form. */
    answers: z.array(z.object({ label: z.string(), value: z.string() })),
  }),
  z.object({
    ...itemBase,
    kind: z.literal("note"),
    user: userRef.nullable(),
    text: z.string(),
    mentions: z.array(userRef),
    updatedAt: isoInstant,
  }),
  z.object({
    ...itemBase,
    kind: z.literal("line"),
    /** An entry of the timeline that is no message: a state change, a task, an opt-out, a score. */
    eventType: z.string(),
    title: z.string(),
    source: z.string().nullable(),
    description: z.string().nullable(),
    metadata: z.record(z.string(), z.unknown()).nullable(),
  }),
]);
export type ThreadItem = z.infer<typeof threadItem>;

export const personAddress = z.object({
  id,
  kind: z.enum(personAddressKinds),
  value: z.string(),
  isPrimary: z.boolean(),
  state: z.enum(personAddressStates),
  label: z.string().nullable(),
  isOptedOut: z.boolean(),
  lastInboundAt: isoInstant.nullable(),
});
export type PersonAddress = z.infer<typeof personAddress>;

const draft = z.object({
  channel: z.enum(channels).nullable(),
  subject: z.string().nullable(),
  text: z.string(),
  fileIds: z.array(id),
  /** Those of the files that are still stored and not sent. */
  files: z.array(z.object({ id, filename: z.string(), contentType: z.string(), size: z.int() })),
  updatedAt: isoInstant,
});

export const threadDetail = z.object({
  /** With the values of the list's row. A person without a thread has one that is closed. */
  thread: threadListItem.extend({
    wakesOnReply: z.boolean(),
    snoozedBy: userRef.nullable(),
    takenBy: userRef.nullable(),
    muted: z.boolean(),
    lastInboundChannel: z.string().nullable(),
    /** When WhatsApp's window for free text closes; null while it is closed. */
    whatsappUntil: isoInstant.nullable(),
  }),
  addresses: z.array(personAddress),
  tasks: z.array(task),
  draft: draft.nullable(),
  episodes: z.array(
    z.object({
      id,
      openedAt: isoInstant,
      firstAnswerAt: isoInstant.nullable(),
      closedAt: isoInstant.nullable(),
      how: z.enum(episodeEnds).nullable(),
    }),
  ),
  /** The newest item, which a reply must name. */
  newestItem: z.string().nullable(),
});
export type ThreadDetail = z.infer<typeof threadDetail>;

/** A change of the state of a thread. Snoozed ones come back at the time, or at an answer, whichever is first. */
export const threadChange = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("open") }),
  z.strictObject({ kind: z.literal("close"), how: z.enum(["answered", "no_need"]).default("answered") }),
  z.strictObject({
    kind: z.literal("snooze"),
    /** Null: until the person answers. */
    until: isoInstant.nullable(),
    wakesOnReply: z.boolean().default(true),
  }),
  /** To a user, a team, or both. What is left out stays; a new team takes off an owner who is not one of its members. */
  z
    .strictObject({
      kind: z.literal("assign"),
      ownerId: id.nullable().optional(),
      teamId: id.nullable().optional(),
    })
    .refine(({ ownerId, teamId }) => ownerId !== undefined || teamId !== undefined),
  /** Automation waits for so many hours, or goes on at once. */
  z.strictObject({ kind: z.literal("take"), hours: z.int().min(1).max(720).default(24) }),
  z.strictObject({ kind: z.literal("hand_back") }),
  z.strictObject({ kind: z.literal("mute"), muted: z.boolean() }),
  z.strictObject({ kind: z.literal("read"), read: z.boolean() }),
]);
export type ThreadChange = z.infer<typeof threadChange>;
