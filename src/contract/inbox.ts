import * as z from "zod";
import { channels } from "#domain/channels/channel.ts";
import { consentPurposes } from "#domain/compliance/consent.ts";
import { assignmentModes } from "#domain/conversations/assignment.ts";
import { messageDirections } from "#domain/conversations/thread-state.ts";
import { apiRoute } from "./api-route.ts";
import { deliveryRecord } from "./deliveries.ts";
import { id, isoInstant, okResponse, teamRef, userRef } from "./fields.ts";
import {
  attachedFile,
  inboxSorts,
  inboxViews,
  threadChange,
  threadDetail,
  threadItem,
  threadListItem,
} from "./threads.ts";

const byPerson = { params: z.object({ id }) };

export const replyInput = z.strictObject({
  /** Chosen by the writer: a request that is repeated because its response was lost sends nothing twice. */
  id: id.optional(),
  channel: z.enum(channels),
  /** One of the person's addresses; their primary one where it is left out. */
  addressId: id.optional(),
  template: z.string().trim().max(200).optional(),
  text: z.string().trim().min(1).max(10_000).optional(),
  subject: z.string().trim().max(200).optional(),
  fileIds: z.array(id).max(10).default([]),
  purpose: z.enum(consentPurposes).default("service"),
  /** The newest item that the writer has seen; null for an empty thread. */
  seenUpTo: z.string().max(80).nullable(),
  /** Send although something came after `seenUpTo`. */
  anyway: z.boolean().default(false),
  sendAt: isoInstant.optional(),
  /** Drop it if the person answers before it is sent. */
  unlessAnswered: z.boolean().default(false),
  /** The suggestion that the text was made from. */
  suggestionId: id.optional(),
});

/** A strict object: it is the input, too. */
const assignmentSetting = z.strictObject({
  mode: z.enum(assignmentModes),
  /** Where new conversations go; with a mode, its members are chosen from. */
  teamId: id.nullable().default(null),
});

const countOf = z.object({ count: z.int(), isExact: z.boolean() });

/** A team as the inbox shows it. */
const inboxTeam = teamRef.extend({
  isMine: z.boolean(),
  /** Those who may answer, and how many of them are not away. */
  members: z.int(),
  here: z.int(),
  open: countOf,
});
export type InboxTeam = z.infer<typeof inboxTeam>;

/** Only conversations of one team, or of the caller's own teams. */
const teamFilter = z.union([z.literal("mine"), id]).optional();

export const inboxApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/inbox",
    access: "viewer",
    area: "inbox",
    scope: "conversations:read",
    list: true,
    summary: "Threads of a view, by pages",
    input: {
      query: z.strictObject({
        view: z.enum(inboxViews).default("open"),
        sort: z.enum(inboxSorts).optional(),
        team: teamFilter,
        /** An audience as JSON. */
        where: z.string().max(8000).optional(),
        search: z.string().trim().max(200).optional(),
        cursor: z.string().max(200).optional(),
        limit: z.coerce.number().int().min(1).max(100).default(50),
      }),
    },
    output: z.object({ threads: z.array(threadListItem), nextCursor: z.string().nullable() }),
    topics: ["threads"],
  }),
  counts: apiRoute({
    method: "GET",
    path: "/api/inbox/counts",
    access: "viewer",
    area: "inbox",
    summary: "The number of threads of each view; counting stops at 1,000",
    input: { query: z.strictObject({ team: teamFilter }) },
    output: z.object({ counts: z.record(z.enum(inboxViews), countOf) }),
    topics: ["threads"],
  }),
  search: apiRoute({
    method: "GET",
    path: "/api/inbox/search",
    access: "viewer",
    area: "inbox",
    scope: "conversations:read",
    list: true,
    summary: "Messages, calls and notes that contain all words, newest first",
    input: {
      query: z.strictObject({
        q: z.string().trim().min(2).max(200),
        cursor: z.string().max(200).optional(),
        limit: z.coerce.number().int().min(1).max(100).default(30),
      }),
    },
    output: z.object({
      hits: z.array(
        z.object({
          id,
          personId: id,
          personName: z.string().nullable(),
          at: isoInstant,
          direction: z.enum(messageDirections),
          channel: z.string(),
          /** The part of the text around the first match. */
          snippet: z.string(),
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
    topics: ["threads"],
  }),
  get: apiRoute({
    method: "GET",
    path: "/api/inbox/{id}",
    access: "viewer",
    area: "inbox",
    scope: "conversations:read",
    summary: "The thread of a person: state, addresses, tasks, own draft",
    input: byPerson,
    output: threadDetail,
    topics: ["threads", "people", "actions"],
  }),
  items: apiRoute({
    method: "GET",
    path: "/api/inbox/{id}/items",
    access: "viewer",
    area: "inbox",
    scope: "conversations:read",
    summary: "Messages, calls, forms, notes and lines of a thread; a cursor leads to older ones",
    input: {
      ...byPerson,
      query: z.strictObject({
        before: z.string().max(80).optional(),
        /** Opens the page that ends with this item, such as a search hit. */
        around: id.optional(),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
    },
    output: z.object({ items: z.array(threadItem), nextBefore: z.string().nullable() }),
    topics: ["threads", "actions", "calls"],
  }),
  change: apiRoute({
    method: "POST",
    path: "/api/inbox/{id}/change",
    access: "operator",
    area: "inbox",
    summary: "Open, close, snooze, assign, take over, hand back, mute, or mark as read or unread",
    input: { ...byPerson, body: threadChange },
    output: threadDetail,
    topics: ["threads", "people", "actions"],
  }),
  bulk: apiRoute({
    method: "POST",
    path: "/api/inbox/bulk",
    access: "operator",
    area: "inbox",
    summary: "The same change of many threads",
    input: { body: z.strictObject({ ids: z.array(id).min(1).max(500), change: threadChange }) },
    output: z.object({ changed: z.int() }),
    topics: ["threads", "people", "actions"],
  }),
  send: apiRoute({
    method: "POST",
    path: "/api/inbox/{id}/messages",
    access: "operator",
    area: "inbox",
    summary: "Write to a person. It leaves after 8 s, or at its time, and can be cancelled until then",
    input: { ...byPerson, body: replyInput },
    output: deliveryRecord.extend({ undoUntil: isoInstant }),
    problems: ["answered_meanwhile"],
    topics: ["threads", "actions"],
  }),
  addFile: apiRoute({
    method: "POST",
    path: "/api/inbox/{id}/files",
    access: "operator",
    area: "inbox",
    summary: "Upload a file that will go out with a message",
    input: {
      ...byPerson,
      body: z.strictObject({
        filename: z.string().trim().min(1).max(200),
        contentType: z.string().max(120),
        /** At most 5 MB. */
        contentBase64: z.base64().max(7_000_000),
      }),
    },
    output: attachedFile,
    topics: [],
    maxBodyBytes: 7_340_032,
  }),
  getFile: apiRoute({
    method: "GET",
    path: "/api/inbox/files/{id}",
    access: "viewer",
    area: ["inbox", "people"],
    summary: "A file of an inbound or outgoing message",
    input: byPerson,
    output: z.string(),
    topics: [],
    media: "application/octet-stream",
  }),
  saveDraft: apiRoute({
    method: "PUT",
    path: "/api/inbox/{id}/draft",
    access: "operator",
    area: "inbox",
    summary: "Keep what one has begun to write; an empty text deletes it",
    input: {
      ...byPerson,
      body: z.strictObject({
        channel: z.enum(channels).nullable().default(null),
        subject: z.string().max(200).nullable().default(null),
        text: z.string().max(10_000),
        fileIds: z.array(id).max(10).default([]),
      }),
    },
    output: okResponse,
    topics: [],
  }),
  beat: apiRoute({
    method: "POST",
    path: "/api/inbox/{id}/presence",
    access: "viewer",
    area: "inbox",
    summary: "Say that one looks at a thread or writes in it, every 10 s; returns who else does",
    input: { ...byPerson, body: z.strictObject({ doing: z.enum(["looking", "typing", "left"]) }) },
    output: z.object({ others: z.array(userRef.extend({ doing: z.enum(["looking", "typing"]) })) }),
    topics: [],
  }),
  addNote: apiRoute({
    method: "POST",
    path: "/api/inbox/{id}/notes",
    access: "operator",
    area: ["inbox", "people"],
    scope: "people:write",
    summary: "Write a note that only colleagues see; those mentioned are notified",
    input: {
      ...byPerson,
      body: z.strictObject({
        text: z.string().trim().min(1).max(10_000),
        mentions: z.array(id).max(50).default([]),
      }),
    },
    output: z.object({ id }),
    topics: ["threads", "people"],
  }),
  changeNote: apiRoute({
    method: "PUT",
    path: "/api/inbox/notes/{id}",
    access: "operator",
    area: "inbox",
    summary: "Change one's own note",
    input: { ...byPerson, body: z.strictObject({ text: z.string().trim().min(1).max(10_000) }) },
    output: okResponse,
    topics: ["threads", "people"],
  }),
  removeNote: apiRoute({
    method: "DELETE",
    path: "/api/inbox/notes/{id}",
    access: "operator",
    area: "inbox",
    summary: "Delete one's own note",
    input: byPerson,
    output: okResponse,
    topics: ["threads", "people"],
  }),
  availability: apiRoute({
    method: "PUT",
    path: "/api/inbox/availability",
    access: "operator",
    area: "inbox",
    summary: "Say that one is away: new messages of one's threads go to all",
    input: { body: z.strictObject({ away: z.boolean() }) },
    output: z.object({ away: z.boolean() }),
    topics: ["users", "account"],
  }),
  assignment: apiRoute({
    method: "GET",
    path: "/api/inbox/assignment",
    access: "viewer",
    area: ["inbox", "settings"],
    summary: "Who gets a conversation without an owner when the person writes",
    input: {},
    output: assignmentSetting,
    topics: ["settings"],
  }),
  setAssignment: apiRoute({
    method: "PUT",
    path: "/api/inbox/assignment",
    access: "admin",
    area: "inbox",
    summary: "Choose who gets new conversations",
    input: { body: assignmentSetting },
    output: assignmentSetting,
    topics: ["settings"],
  }),
  teams: apiRoute({
    method: "GET",
    path: "/api/inbox/teams",
    access: "viewer",
    area: ["inbox", "people", "settings"],
    scope: "conversations:read",
    summary: "Teams, for assignment and filters, with the number of their open threads",
    input: {},
    output: z.object({ teams: z.array(inboxTeam) }),
    topics: ["users", "threads"],
  }),
  colleagues: apiRoute({
    method: "GET",
    path: "/api/inbox/colleagues",
    access: "viewer",
    area: ["inbox", "people", "rules", "settings"],
    summary: "Active users, for assignment and mentions",
    input: {},
    output: z.object({
      users: z.array(userRef.extend({ isAway: z.boolean(), mayAnswer: z.boolean(), email: z.string() })),
    }),
    topics: ["users"],
  }),
};

/** The text of the newest items that the writer had not seen; in the details of the problem `answered_meanwhile`. */
export const missedItems = z.array(
  z.object({
    id: z.string(),
    at: isoInstant,
    by: z.string().nullable(),
    direction: z.enum(messageDirections),
    text: z.string(),
  }),
);
