import * as z from "zod";
import { peopleSorts, sortDirections } from "#domain/people-sort.ts";
import { personStatuses, personTypes, tagSchema } from "#domain/person.ts";
import { locationPrecisions } from "#domain/places/location.ts";
import { signalEffects } from "#domain/profile/profile-signals.ts";
import { correctableSignals } from "#domain/reading/corrected-reading.ts";
import { scoreNames } from "#domain/scoring/model.ts";
import { timelineGroups } from "#domain/timeline-groups.ts";
import { apiRoute } from "./api-route.ts";
import { reasonSchema } from "./deliveries.ts";
import { filterChoice, id, isoInstant } from "./fields.ts";
import { timelineEvent } from "./people.ts";
import { ruleRun } from "./rules.ts";

const scoreValues = z.object({ intent: z.int(), propensity: z.int(), churn: z.int() });
const scorePoint = scoreValues.extend({ at: isoInstant });

/** Something that happened and moved the scores. */
const scoreStep = z.object({
  /** As in the plot, the oldest first. */
  number: z.int(),
  at: isoInstant,
  after: scoreValues,
  effect: scoreValues.describe("What it added to each score at that moment"),
  event: timelineEvent,
});
export type ScoreStepView = z.infer<typeof scoreStep>;

export const scoreHistory = z.object({
  /** False where the scores came with the data; the history then is what the model in use makes of the past. */
  isComputed: z.boolean(),
  stored: scoreValues,
  start: scorePoint,
  end: scorePoint,
  points: z.array(scorePoint).describe("The line of the plot, oldest first"),
  steps: z
    .array(scoreStep)
    .describe("Numbered steps, newest first: the ten largest, or all where there are no more"),
  unnumbered: z.object({ count: z.int(), effect: scoreValues }).describe("Further steps together"),
  timeEffect: scoreValues.describe("What the passage of time did"),
  /** Scores at which a switched-on rule fires. */
  thresholds: z.array(z.object({ rule: z.string(), score: z.enum(scoreNames), value: z.number() })),
  version: z.string(),
});
export type ScoreHistoryView = z.infer<typeof scoreHistory>;

/** What a message said, and the words it rests on. */
export const personSignal = z.object({
  id: z.string(),
  eventId: id,
  at: isoInstant,
  channel: z.string(),
  signal: z.string(),
  effect: z.enum(signalEffects),
  /** The message around the quote, and where the quote stands in it; null where the words are not stored. */
  text: z.string().nullable(),
  start: z.int(),
  end: z.int(),
  confidence: z.number(),
  /** The model that read it; null for the reader of this machine. */
  readBy: z.string().nullable(),
  halfLifeDays: z.number().nullable(),
  isCorrected: z.boolean().describe("Whether an operator said what the message means"),
  correctedBy: z.string().nullable(),
  ofMessage: z.array(z.string()).describe("Everything that the message says"),
});
export type PersonSignalView = z.infer<typeof personSignal>;

const costKind = z.object({ kind: z.string(), count: z.int(), cost: z.number() });

export const personOverview = z.object({
  stageSince: isoInstant,
  /** Numbers of the tabs; counting stops at 1,000. */
  counts: z.object({
    messages: z.int(),
    calls: z.int(),
    ruleRuns: z.int(),
    files: z.int(),
    timeline: z.int(),
  }),
  cost: z.object({
    total: z.number(),
    kinds: z.array(costKind).describe("The dearest first"),
    /** Of the 200 people at this stage who changed last; null where there are no others. */
    stageAverage: z.number().nullable(),
  }),
  signals: z.array(personSignal).describe("Newest first"),
  /** Where the address is, as precisely as it is known; null until it was located, and where it was not found. */
  location: z
    .object({
      label: z.string(),
      precision: z.enum(locationPrecisions),
      /** Null where only the state is known. */
      point: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
      /** Whether the terms of the vendor that found the point allow a mark on the background map. */
      mayBeMapped: z.boolean(),
    })
    .nullable(),
});
export type PersonOverview = z.infer<typeof personOverview>;

export const personCall = z.object({
  id,
  type: z.string(),
  status: z.string(),
  outcome: z.string().nullable(),
  durationSeconds: z.int().nullable(),
  summary: z.string().nullable(),
  hasRecording: z.boolean(),
  script: z.string().nullable(),
  at: isoInstant,
});
export type PersonCall = z.infer<typeof personCall>;

export const personRuleRun = ruleRun.extend({
  ruleId: id.nullable(),
  ruleName: z.string().nullable(),
  version: z.int(),
  why: z.array(reasonSchema),
});
export type PersonRuleRun = z.infer<typeof personRuleRun>;

export const personFile = z.object({
  id,
  filename: z.string(),
  contentType: z.string(),
  size: z.int(),
  direction: z.enum(["in", "out"]),
  at: isoInstant,
});
export type PersonFile = z.infer<typeof personFile>;

const byId = { params: z.object({ id }) };

const correctionInput = z.strictObject({
  signals: z
    .array(z.enum(correctableSignals))
    .max(20)
    .nullable()
    .describe("Everything that the message says; null takes a correction back"),
});

export const personPageApi = {
  overview: apiRoute({
    method: "GET",
    path: "/api/people/{id}/overview",
    access: "viewer",
    area: ["people", "inbox"],
    scope: "people:read",
    summary: "Counts, cost by kind, and what the person's messages said with the words it rests on",
    input: byId,
    output: personOverview,
    topics: ["people", "actions", "calls", "threads"],
  }),
  correctSignals: apiRoute({
    method: "PUT",
    path: "/api/people/{id}/signals/{eventId}",
    access: "operator",
    area: "people",
    summary:
      "Say what a message means, where it was read wrongly; the scores are computed anew, and no rule fires",
    input: { params: z.object({ id, eventId: id }), body: correctionInput },
    output: z.object({
      /** Null where the person had no scores. */
      before: scoreValues.nullable(),
      after: scoreValues,
    }),
    topics: ["people", "threads"],
  }),
  scoreHistory: apiRoute({
    method: "GET",
    path: "/api/people/{id}/score-history",
    access: "viewer",
    area: "people",
    scope: "people:read",
    summary: "The scores over time and what moved them, by the model in use; null without scores",
    input: byId,
    output: scoreHistory.nullable(),
    topics: ["people", "rules"],
  }),
  timeline: apiRoute({
    method: "GET",
    path: "/api/people/{id}/timeline",
    access: "viewer",
    area: "people",
    scope: "people:read",
    list: true,
    summary: "The timeline of a person, newest first; a cursor leads to older entries",
    input: {
      ...byId,
      query: z.strictObject({
        group: filterChoice(timelineGroups),
        before: z.string().max(80).optional(),
        limit: z.coerce.number().int().min(1).max(100).default(30),
      }),
    },
    output: z.object({ events: z.array(timelineEvent), nextBefore: z.string().nullable() }),
    topics: ["people"],
  }),
  calls: apiRoute({
    method: "GET",
    path: "/api/people/{id}/calls",
    access: "viewer",
    area: "people",
    summary: "The newest 100 calls of a person",
    input: byId,
    output: z.object({ calls: z.array(personCall) }),
    topics: ["calls"],
  }),
  ruleRuns: apiRoute({
    method: "GET",
    path: "/api/people/{id}/rule-runs",
    access: "viewer",
    area: "people",
    summary: "The newest 100 runs of rules for a person, with their reasons and actions",
    input: byId,
    output: z.object({ runs: z.array(personRuleRun) }),
    topics: ["rule-runs", "actions"],
  }),
  files: apiRoute({
    method: "GET",
    path: "/api/people/{id}/files",
    access: "viewer",
    area: "people",
    summary: "The newest 200 files that a person sent or was sent",
    input: byId,
    output: z.object({ files: z.array(personFile) }),
    topics: ["threads", "actions"],
  }),
  neighbours: apiRoute({
    method: "GET",
    path: "/api/people/{id}/neighbours",
    access: "viewer",
    area: "people",
    summary: "The people before and after a person in a list, and the person's place in it",
    input: {
      ...byId,
      query: z.strictObject({
        search: z.string().trim().max(200).optional(),
        type: filterChoice(personTypes),
        status: filterChoice(personStatuses),
        tag: tagSchema.optional(),
        /** An audience as JSON. */
        where: z.string().max(8000).optional(),
        view: id.optional(),
        sort: z.enum(peopleSorts).default("updated"),
        direction: z.enum(sortDirections).optional(),
      }),
    },
    output: z.object({
      previousId: id.nullable(),
      nextId: id.nullable(),
      /** From 1 on; null beyond the first 1,000. */
      position: z.int().nullable(),
      total: z.int(),
      totalIs: z.enum(["exact", "at_least"]),
    }),
    topics: ["people", "views"],
  }),
};
