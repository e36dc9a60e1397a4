import * as z from "zod";
import { audience } from "#domain/audience/audience.ts";
import {
  broadcastInput,
  broadcastLeaveOuts,
  broadcastListStates,
  broadcastPurposes,
  broadcastRulings,
  broadcastStates,
  broadcastWhen,
  messageFates,
} from "#domain/broadcasts/broadcast.ts";
import { personOutcomes } from "#domain/broadcasts/broadcast-parts.ts";
import { ruleAction } from "#domain/rules/rule.ts";
import { apiRoute } from "./api-route.ts";
import { comparedGroup, messageFigures } from "./broadcast-figures.ts";
import { reasonSchema } from "./deliveries.ts";
import { exportNames } from "./export-names.ts";
import { expectedVersion, filterChoice, id, isoInstant, okResponse, teamRef, updateInput } from "./fields.ts";

/** What would happen to each of its people, as of the check. */
export const broadcastCheck = z.object({
  /** When it began. */
  at: isoInstant,
  isComplete: z.boolean(),
  /** It is older than a day, so that it must be repeated. */
  isStale: z.boolean(),
  /** People looked at so far, and all of them. */
  looked: z.int(),
  people: z.int(),
  send: z.int(),
  wait: z.int(),
  stop: z.int(),
  /** Of those that are stopped, people kept aside for comparison. */
  heldOut: z.int(),
  /** The largest first. */
  groups: z.array(
    z.object({
      ruling: z.enum(broadcastRulings),
      /** The first reason; null for people who can go. */
      code: z.string().nullable(),
      channel: z.string().nullable(),
      count: z.int(),
      /** When the first and the last of them leave, where that is known. */
      from: isoInstant.nullable(),
      to: isoInstant.nullable(),
    }),
  ),
  /** Variables that are empty for people, whose message is therefore stopped. */
  missing: z.array(z.object({ name: z.string(), people: z.int() })),
  languages: z.array(z.object({ language: z.string(), people: z.int() })),
  /** Parts of text messages, each of which is charged. */
  segments: z.int(),
  /** US dollars, by the last known prices; null where none is known. */
  cost: z.number().nullable(),
  /** Among those who would get it. */
  inSequence: z.int(),
  writtenToday: z.int(),
  openConversation: z.int(),
  /** How many could leave at each hour of the next two days, estimated from a part of the people. */
  hours: z.array(z.object({ at: isoInstant, send: z.int(), wait: z.int(), stop: z.int() })),
  /** How many people the hours were estimated from. */
  sampled: z.int(),
});
export type BroadcastCheck = z.infer<typeof broadcastCheck>;

export const broadcastActual = z.object({
  /** Who were to get it, and who began. */
  people: z.int(),
  begun: z.int(),
  /** By what became of their last message. */
  delivered: z.int(),
  sent: z.int(),
  onTheWay: z.int(),
  waiting: z.int(),
  failed: z.int(),
  unknown: z.int(),
  /** Begun, and ended without a message. */
  notSent: z.int(),
  answered: z.int(),
  /** Opened a short link. */
  clicked: z.int().default(0),
  optedOut: z.int(),
  complained: z.int(),
  bounced: z.int(),
  cost: z.number().nullable(),
  /** Why people who were to get it did not, or later than planned. */
  differences: z.array(z.object({ code: z.string(), count: z.int() })),
  /** Who got it beside who was kept aside; null where no person was. */
  compared: z.object({ got: comparedGroup, keptAside: comparedGroup }).nullable(),
  /** What the guard judges where the steps have several messages; empty otherwise. */
  byMessage: z.array(messageFigures),
  /** People whose message left, by minute. */
  perMinute: z.array(z.object({ at: isoInstant, count: z.int() })),
});
export type BroadcastActual = z.infer<typeof broadcastActual>;

/** A request to start it that waits for another user, or for an operator where a program asked. */
const broadcastApproval = z.object({
  id,
  /** Who asked, or for whom the program acts; they do not approve their own. */
  userId: id.nullable(),
  /** Of the user, or of the program's token. */
  name: z.string(),
  askedBy: z.enum(["user", "program"]),
  askedAt: isoInstant,
  expiresAt: isoInstant,
});

export const broadcast = z.object({
  id,
  name: z.string(),
  audience,
  except: audience.nullable(),
  purpose: z.enum(broadcastPurposes),
  actions: z.array(ruleAction),
  when: broadcastWhen,
  perMinute: z.int().nullable(),
  /** The pace follows from the number of people at the start. */
  spreadHours: z.int().nullable(),
  holdoutPercent: z.int(),
  leaveOut: z.array(z.enum(broadcastLeaveOuts)),
  guard: z.boolean(),
  state: z.enum(broadcastStates),
  /** Of one that is paused, ended early, or waits for the look at the first part. */
  why: z.array(reasonSchema),
  check: broadcastCheck.nullable(),
  approval: broadcastApproval.nullable(),
  createdBy: teamRef.nullable(),
  startedAt: isoInstant.nullable(),
  doneAt: isoInstant.nullable(),
  createdAt: isoInstant,
  updatedAt: isoInstant,
});
export type Broadcast = z.infer<typeof broadcast>;

export const broadcastDetail = broadcast.extend({
  /** Null before it began. */
  actual: broadcastActual.nullable(),
});
export type BroadcastDetail = z.infer<typeof broadcastDetail>;

/** As in the list: without its steps and the details of its check. */
export const broadcastItem = broadcast
  .pick({ id: true, name: true, purpose: true, when: true, state: true, why: true, approval: true })
  .extend({
    /** Who would get it, or were to get it; null before the check. */
    people: z.int().nullable(),
    delivered: z.int(),
    answered: z.int(),
    failed: z.int(),
    begun: z.int(),
    startedAt: isoInstant.nullable(),
    doneAt: isoInstant.nullable(),
    updatedAt: isoInstant,
  });
export type BroadcastItem = z.infer<typeof broadcastItem>;

export const broadcastPerson = z.object({
  person: z.object({ id, name: z.string().nullable() }),
  ruling: z.enum(broadcastRulings),
  until: isoInstant.nullable(),
  reasons: z.array(reasonSchema),
  channel: z.string().nullable(),
  /** Their run of the steps, once it began. */
  runId: id.nullable(),
  /** What became of their last message. */
  message: z
    .object({ id, channel: z.string(), status: z.string(), reasons: z.array(reasonSchema) })
    .nullable(),
});
export type BroadcastPerson = z.infer<typeof broadcastPerson>;

/** Which of its people. */
const peopleFilter = {
  /** `planned`: send or wait. */
  ruling: filterChoice([...broadcastRulings, "planned"]),
  /** The first reason; `none` for people who can go. */
  code: z.string().max(60).optional(),
  channel: z.string().max(20).optional(),
  /** What became of their last message, of those who began. */
  fate: filterChoice(messageFates),
  /** Why they did not get it as planned, of those who began. */
  difference: z.string().max(60).optional(),
  /** What they did, or what became of any of their messages. */
  outcome: filterChoice(personOutcomes),
  /** Of those who would get it, who could be left out, as of now. */
  leaveOut: filterChoice(broadcastLeaveOuts),
  search: z.string().trim().max(200).optional(),
};

const byId = { params: z.object({ id }) };
const topics = ["broadcasts"] as const;

export const broadcastsApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/broadcasts",
    access: "viewer",
    area: "rules",
    scope: "rules:read",
    list: true,
    summary: "Broadcasts, the newest first",
    input: {
      query: z.strictObject({
        /** `open`: neither done nor cancelled. */
        state: filterChoice(broadcastListStates),
        search: z.string().trim().max(200).optional(),
        cursor: id.optional(),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
    },
    output: z.object({ broadcasts: z.array(broadcastItem), nextCursor: id.nullable() }),
    topics,
  }),
  create: apiRoute({
    method: "POST",
    path: "/api/broadcasts",
    access: "operator",
    area: "rules",
    scope: "rules:write",
    summary: "Write a broadcast; nothing is sent before it is checked and started",
    input: { body: broadcastInput },
    output: broadcast,
    topics,
  }),
  get: apiRoute({
    method: "GET",
    path: "/api/broadcasts/{id}",
    access: "viewer",
    area: "rules",
    scope: "rules:read",
    summary: "A broadcast with its check and what became of it",
    input: byId,
    output: broadcastDetail,
    topics: ["broadcasts", "actions"],
  }),
  update: apiRoute({
    method: "PUT",
    path: "/api/broadcasts/{id}",
    access: "operator",
    area: "rules",
    scope: "rules:write",
    summary: "Change a broadcast that has not begun; its check must then be repeated",
    input: { ...byId, body: updateInput(broadcastInput) },
    output: broadcast,
    topics,
  }),
  remove: apiRoute({
    method: "DELETE",
    path: "/api/broadcasts/{id}",
    access: "operator",
    area: "rules",
    scope: "rules:write",
    summary: "Delete a broadcast that has not begun",
    input: byId,
    output: okResponse,
    topics,
  }),
  check: apiRoute({
    method: "POST",
    path: "/api/broadcasts/{id}/check",
    access: "operator",
    area: "rules",
    scope: "rules:write",
    summary: "Ask the gate for every person: send, wait or stop; nothing is sent",
    input: byId,
    output: broadcast,
    topics,
  }),
  people: apiRoute({
    method: "GET",
    path: "/api/broadcasts/{id}/people",
    access: "viewer",
    area: "rules",
    scope: "rules:read",
    list: true,
    summary: "What the check says of each person, and what became of them",
    input: {
      ...byId,
      query: z.strictObject({
        ...peopleFilter,
        cursor: z.coerce.number().int().min(0).max(2_147_483_647).optional(),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
    },
    output: z.object({ people: z.array(broadcastPerson), nextCursor: z.int().nullable() }),
    topics: ["broadcasts", "actions"],
  }),
  exportPeople: apiRoute({
    method: "GET",
    path: "/api/broadcasts/{id}/people/export",
    access: "operator",
    area: "people",
    summary: "What the check says of each person, and what became of them, as a file",
    input: {
      ...byId,
      query: z.strictObject({
        format: z.enum(["csv", "xlsx"]).default("csv"),
        ...peopleFilter,
        ...exportNames,
      }),
    },
    output: z.string(),
    topics: [],
    media: "application/octet-stream",
  }),
  start: apiRoute({
    method: "POST",
    path: "/api/broadcasts/{id}/start",
    access: "operator",
    area: "rules",
    scope: "rules:start",
    summary:
      "Send a checked broadcast, now or at its time. Above the number of people that the settings name, a second user is asked to approve it, and `approval` says so",
    input: {
      ...byId,
      body: z.strictObject({
        /** The number of people who send or wait, as the check counted them. */
        confirm: z.int().min(0),
        /** As last read: refused if somebody has changed or checked it since. */
        updatedAt: expectedVersion,
      }),
    },
    output: broadcast,
    problems: [
      "broadcast_state",
      "conflict",
      "broadcast_check_old",
      "broadcast_nobody",
      "broadcast_number_differs",
      "broadcast_asked",
      "no_second_user",
    ],
    topics: ["broadcasts", "approvals"],
  }),
  move: apiRoute({
    method: "POST",
    path: "/api/broadcasts/{id}/move",
    access: "operator",
    area: "rules",
    scope: "rules:start",
    summary: "Let a scheduled broadcast begin at another time; the gate decides again for everybody then",
    input: { ...byId, body: z.strictObject({ at: isoInstant }) },
    output: broadcast,
    topics,
  }),
  unschedule: apiRoute({
    method: "POST",
    path: "/api/broadcasts/{id}/unschedule",
    access: "operator",
    area: "rules",
    scope: "rules:write",
    summary: "Take back the start of a broadcast that has not begun, to change it; nothing has left yet",
    input: byId,
    output: broadcast,
    topics,
  }),
  pause: apiRoute({
    method: "POST",
    path: "/api/broadcasts/{id}/pause",
    access: "operator",
    area: "rules",
    scope: "rules:write",
    summary: "Hold everything of a broadcast that has not left",
    input: byId,
    output: broadcast,
    topics,
  }),
  resume: apiRoute({
    method: "POST",
    path: "/api/broadcasts/{id}/resume",
    access: "operator",
    area: "rules",
    scope: "rules:start",
    summary: "Let a paused broadcast go on; nobody gets anything twice",
    input: byId,
    output: broadcast,
    topics,
  }),
  cancel: apiRoute({
    method: "POST",
    path: "/api/broadcasts/{id}/cancel",
    access: "operator",
    area: "rules",
    scope: "rules:write",
    summary: "End a broadcast for good, and take back what has not left",
    input: byId,
    output: broadcast,
    topics,
  }),
};
