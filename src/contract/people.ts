import * as z from "zod";
import { bulkChange } from "#domain/bulk-change.ts";
import { languages } from "#domain/language.ts";
import { language } from "#domain/language-schema.ts";
import { forPlainColumns } from "#domain/people/person-columns.ts";
import { peopleSorts, sortDirections } from "#domain/people-sort.ts";
import { consentFlags, personInput, personStatuses, personTypes, tagSchema } from "#domain/person.ts";
import { duplicateDecisions, duplicateReasons } from "#domain/possible-duplicate.ts";
import { scoreNames } from "#domain/scoring/model.ts";
import { apiRoute } from "./api-route.ts";
import { deleteResponse } from "./deletions.ts";
import { filterChoice, id, isoInstant, okResponse, updateInput } from "./fields.ts";

export const person = z.object({
  id,
  type: z.enum(personTypes),
  status: z.enum(personStatuses).describe("The stage"),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Null while only the area code suggests one. */
  timezone: z.string().nullable(),
  language: language.nullable(),
  ...forPlainColumns(() => z.string().nullable()),
  consents: consentFlags,
  tags: z.array(z.string()),
  assignedAgentId: id.nullable(),
  fields: z.record(z.string(), z.unknown()).describe("Values of custom fields by key"),
  sources: z.array(z.string()),
  createdAt: isoInstant,
  updatedAt: isoInstant,
});
export type Person = z.infer<typeof person>;

/** The scores are null for a person of whom not enough is known. */
export const personListItem = person.extend({
  intentScore: z.int().nullable(),
  propensityToBuy: z.int().nullable(),
  churnRisk: z.int().nullable(),
  /** When the person last wrote or called. */
  lastInboundAt: isoInstant.nullable(),
});
export type PersonListItem = z.infer<typeof personListItem>;

export const aiProfile = z.object({
  intentScore: z
    .int()
    .nullable()
    .describe("Null where not enough is known of the person; then all three are"),
  propensityToBuy: z.int().nullable(),
  churnRisk: z.int().nullable(),
  preferredChannel: z.string().nullable(),
  bestTimeToContact: z.string().nullable(),
  nextBestAction: z.string().nullable(),
  aiSummary: z.string().nullable(),
  updatedAt: isoInstant,
});

export const timelineEvent = z.object({
  id,
  eventType: z.string(),
  source: z.string().nullable(),
  title: z.string(),
  description: z.string().nullable(),
  /** Parameters of the entry's text where the interface translates it. */
  metadata: z.record(z.string(), z.unknown()).nullable(),
  createdAt: isoInstant,
});

export const possibleDuplicate = z.object({
  id,
  reason: z.enum(duplicateReasons),
  /** Null until an operator has decided. */
  decision: z.enum(duplicateDecisions).nullable(),
  /** The other person. */
  personId: id,
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  createdAt: isoInstant,
});
export type PossibleDuplicate = z.infer<typeof possibleDuplicate>;

export const personDetail = person.extend({
  aiProfile: aiProfile.nullable(),
  /** Total cost of messages, calls and AI, in US dollars. */
  cost: z.number(),
  timelineEvents: z.array(timelineEvent),
  /** People who may be the same person. Undecided ones come first. */
  possibleDuplicates: z.array(possibleDuplicate),
});
export type PersonDetail = z.infer<typeof personDetail>;

/** A score with its contributing features. */
export const scoreBreakdown = z.object({
  name: z.enum(scoreNames),
  /** As last stored; the list and the rules use this value. */
  stored: z.int(),
  /** Computed now; scores decay between events. */
  value: z.int(),
  /** The score of a person without any features. */
  base: z.int(),
  parts: z.array(
    z.object({
      feature: z.string(),
      /** The current figure after decay: a count or a number of days. */
      value: z.number(),
      /** Points added to or taken from the score; all parts together lead from the base to the value. */
      points: z.number(),
      times: z.int().nullable(),
      lastAt: isoInstant.nullable(),
      halfLifeDays: z.number().nullable(),
    }),
  ),
  /** What became of people with a similar score, within the days of the outcome; null without enough of them. */
  chance: z
    .object({ from: z.int(), to: z.int(), cases: z.int(), share: z.number(), days: z.int() })
    .nullable(),
});
export type ScoreBreakdown = z.infer<typeof scoreBreakdown>;

const byId = { params: z.object({ id }) };

/** Which people: simple filters, a search, an audience and a view, all of which count. */
const peopleFilter = {
  search: z.string().trim().max(200).optional(),
  type: filterChoice(personTypes),
  status: filterChoice(personStatuses).describe("The stage"),
  tag: tagSchema.optional(),
  /** An audience as JSON. */
  where: z.string().max(8000).optional(),
  /** A view or segment whose audience also counts. */
  view: id.optional(),
};

const areaCount = z.object({ code: z.string(), label: z.string(), count: z.int() });

export const peopleApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/people",
    access: "viewer",
    area: ["people", "inbox"],
    scope: "people:read",
    list: true,
    summary: "People, newest change first unless sorted otherwise; a cursor leads to the next page",
    input: {
      query: z.strictObject({
        ...peopleFilter,
        sort: z.enum(peopleSorts).default("updated"),
        direction: z.enum(sortDirections).optional(),
        cursor: z.string().max(1000).optional(),
        /** `exact` counts all matches of a search, which takes time where there are many. */
        total: z.enum(["bounded", "exact"]).default("bounded"),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
    },
    output: z.object({
      people: z.array(personListItem),
      total: z.int(),
      /** `at_least`: counting stopped at a limit. */
      totalIs: z.enum(["exact", "at_least"]),
      nextCursor: z.string().nullable(),
      /** False if `where` or `view` names what does not exist; they then match nobody. */
      isReadable: z.boolean(),
    }),
    topics: ["people", "views", "person-fields"],
  }),
  map: apiRoute({
    method: "GET",
    path: "/api/people-map",
    access: "viewer",
    area: "people",
    scope: "people:read",
    summary: "How many people live in each county, municipality or state",
    input: { query: z.strictObject(peopleFilter) },
    output: z.object({
      /** By FIPS code: five digits for a county or municipality, two where only the state is known. */
      areas: z.array(areaCount),
      states: z.array(areaCount),
      /** People whose address is not known, or not found, or outside the United States. */
      elsewhere: z.int(),
      total: z.int(),
      isReadable: z.boolean(),
    }),
    topics: ["people", "views", "person-fields"],
  }),
  get: apiRoute({
    method: "GET",
    path: "/api/people/{id}",
    access: "viewer",
    area: ["people", "inbox"],
    scope: "people:read",
    summary: "A person with AI profile and the newest 100 timeline events",
    input: byId,
    output: personDetail,
    topics: ["people"],
  }),
  scores: apiRoute({
    method: "GET",
    path: "/api/people/{id}/scores",
    access: "viewer",
    area: ["people", "inbox"],
    scope: "people:read",
    summary: "How a person's scores are made up; empty without scores",
    input: byId,
    output: z.object({
      scores: z.array(scoreBreakdown),
      /** Version of the current model, and of the one that stored the scores; null where no model did. */
      version: z.string(),
      storedVersion: z.string().nullable(),
      scoredAt: isoInstant.nullable(),
    }),
    topics: ["people"],
  }),
  create: apiRoute({
    method: "POST",
    path: "/api/people",
    access: "operator",
    area: "people",
    scope: "people:write",
    summary: "Add a person",
    input: {
      body: personInput.extend({
        isSeparatePerson: z
          .boolean()
          .default(false)
          .describe("Add the person although another one has the same phone number or e-mail address"),
      }),
    },
    output: person,
    topics: ["people"],
  }),
  update: apiRoute({
    method: "PUT",
    path: "/api/people/{id}",
    access: "operator",
    area: "people",
    scope: "people:write",
    summary: "Change a person; fields left out stay as they are",
    input: { ...byId, body: updateInput(personInput) },
    output: person,
    topics: ["people"],
  }),
  remove: apiRoute({
    method: "DELETE",
    path: "/api/people/{id}",
    access: "operator",
    area: "people",
    summary: "Erase a person with everything stored about them; opt-outs stay as keyed hashes",
    input: byId,
    output: deleteResponse,
    topics: ["people"],
  }),
  decideDuplicate: apiRoute({
    method: "POST",
    path: "/api/people/duplicates/{id}",
    access: "operator",
    area: "people",
    summary: "Say whether two people who share an address are the same person",
    input: { ...byId, body: z.strictObject({ decision: z.enum(duplicateDecisions) }) },
    output: okResponse,
    topics: ["people"],
  }),
  export: apiRoute({
    method: "GET",
    path: "/api/people/{id}/export",
    access: "operator",
    area: "people",
    summary: "Everything stored about a person as a ZIP: JSON, a page to read, files and recordings",
    input: { ...byId, query: z.strictObject({ language: z.enum(languages).optional() }) },
    output: z.string(),
    topics: [],
    media: "application/zip",
  }),
  bulk: apiRoute({
    method: "POST",
    path: "/api/people/bulk",
    access: "operator",
    area: "people",
    summary: "Change or delete many people at once",
    input: {
      body: z.strictObject({
        ids: z.array(id).min(1).max(1000),
        change: bulkChange,
      }),
    },
    output: z.object({ changed: z.int() }),
    topics: ["people"],
  }),
};
