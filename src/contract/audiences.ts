import * as z from "zod";
import { audience, audienceFieldKinds, audienceRow } from "#domain/audience/audience.ts";
import { audienceFieldGroups } from "#domain/audience/field.ts";
import { viewKinds, viewScreens, viewShapes } from "#domain/audience/view.ts";
import { peopleSorts, sortDirections } from "#domain/people-sort.ts";
import { apiRoute } from "./api-route.ts";
import { id, isoInstant, okResponse, shortText, updateInput } from "./fields.ts";
import { personListItem } from "./people.ts";

/** A field that audiences may name. Built-in ones have their label in the interface, others bring it. */
export const audienceField = z.object({
  id: z.string(),
  group: z.enum(audienceFieldGroups),
  kind: z.enum(audienceFieldKinds),
  /** Of custom fields, event types, rules, segments and imports. */
  label: z.object({ en: z.string(), es: z.string() }).nullable(),
  /** Of the kinds choice, user, team, set and reference; null where any text is allowed. */
  choices: z.array(z.object({ value: z.string(), label: z.string().nullable() })).nullable(),
});
export type AudienceField = z.infer<typeof audienceField>;

/** A row of an audience as it is for one person. */
export const explainedRow = z.object({
  row: audienceRow,
  /** Where the row stands in the tree, such as `all.0.not`. */
  path: z.string(),
  isMet: z.boolean(),
  /** What was seen: a value, a list, or null where nothing is known. */
  seen: z.unknown(),
});

export const view = z.object({
  id,
  kind: z.enum(viewKinds),
  screen: z.enum(viewScreens),
  name: z.string(),
  /** Null for one that all users share. */
  ownerId: id.nullable(),
  audience,
  /** False if a row names what no longer exists; the audience then matches nobody. */
  isReadable: z.boolean(),
  columns: z.array(z.string()),
  sort: z.string().nullable(),
  direction: z.enum(sortDirections).nullable(),
  shape: z.enum(viewShapes),
  pinned: z.boolean(),
  /** In the order of the caller, smallest first. */
  position: z.int(),
  createdAt: isoInstant,
  updatedAt: isoInstant,
});
export type View = z.infer<typeof view>;

export const viewInput = z.strictObject({
  kind: z.enum(viewKinds).default("view"),
  screen: z.enum(viewScreens).default("people"),
  name: shortText.min(1),
  /** Segments are always shared. */
  shared: z.boolean().default(false),
  audience,
  columns: z.array(z.string().max(120)).max(60).default([]),
  sort: z.string().max(120).nullable().default(null),
  direction: z.enum(sortDirections).nullable().default(null),
  shape: z.enum(viewShapes).default("list"),
  pinned: z.boolean().default(false),
});
export type ViewInput = z.infer<typeof viewInput>;

const byId = { params: z.object({ id }) };
const audienceBody = z.strictObject({ audience });

export const audiencesApi = {
  fields: apiRoute({
    method: "GET",
    path: "/api/audiences/fields",
    access: "viewer",
    area: ["people", "rules", "endpoints", "integrations"],
    scope: "people:read",
    summary: "The fields that a filter may name",
    input: {},
    output: z.object({ fields: z.array(audienceField) }),
    topics: ["person-fields", "views", "rules", "users", "batches"],
  }),
  count: apiRoute({
    method: "POST",
    path: "/api/audiences/count",
    access: "viewer",
    area: ["people", "rules"],
    scope: "people:read",
    summary:
      "How many people a filter matches; counting stops at 10,000 unless all are asked for. Who may not view people gets tens, and may not ask for names, addresses and custom fields",
    input: { body: audienceBody.extend({ exact: z.boolean().default(false) }) },
    output: z.object({
      total: z.int(),
      /** `rounded`: down to tens, for those who may not view people. */
      totalIs: z.enum(["exact", "at_least", "rounded"]),
      isReadable: z.boolean(),
    }),
    problems: ["forbidden"],
    topics: ["people"],
  }),
  people: apiRoute({
    method: "POST",
    path: "/api/audiences/people",
    access: "viewer",
    area: "people",
    scope: "people:read",
    list: true,
    summary: "People that a filter matches, by pages",
    input: {
      body: audienceBody.extend({
        search: z.string().trim().max(200).optional(),
        sort: z.enum(peopleSorts).default("updated"),
        direction: z.enum(sortDirections).optional(),
        cursor: z.string().max(1000).optional(),
        limit: z.int().min(1).max(200).default(50),
      }),
    },
    output: z.object({
      people: z.array(personListItem),
      total: z.int(),
      totalIs: z.enum(["exact", "at_least"]),
      nextCursor: z.string().nullable(),
      isReadable: z.boolean(),
    }),
    topics: ["people"],
  }),
  why: apiRoute({
    method: "POST",
    path: "/api/audiences/why/{id}",
    access: "viewer",
    area: "people",
    scope: "people:read",
    summary: "Why a person matches a filter or not, row by row",
    input: { ...byId, body: audienceBody },
    output: z.object({ matches: z.boolean(), isReadable: z.boolean(), rows: z.array(explainedRow) }),
    topics: ["people"],
  }),
};

export const viewsApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/views",
    access: "viewer",
    area: ["people", "rules"],
    scope: "people:read",
    list: true,
    summary: "One's own and shared views, and all segments",
    input: {},
    output: z.object({ views: z.array(view) }),
    topics: ["views"],
  }),
  create: apiRoute({
    method: "POST",
    path: "/api/views",
    access: "viewer",
    area: "people",
    summary: "Save a view or a segment; shared ones need an operator",
    input: { body: viewInput },
    output: view,
    problems: ["already_exists"],
    topics: ["views"],
  }),
  order: apiRoute({
    method: "PUT",
    path: "/api/views/order",
    access: "viewer",
    area: "people",
    summary: "Keep the order of views for the caller; views left out follow the others",
    input: { body: z.strictObject({ ids: z.array(id).max(1000) }) },
    output: okResponse,
    topics: ["views"],
  }),
  update: apiRoute({
    method: "PUT",
    path: "/api/views/{id}",
    access: "viewer",
    area: "people",
    summary: "Change a view or a segment; fields left out stay as they are",
    input: { ...byId, body: updateInput(viewInput) },
    output: view,
    problems: ["already_exists", "in_use"],
    topics: ["views"],
  }),
  remove: apiRoute({
    method: "DELETE",
    path: "/api/views/{id}",
    access: "viewer",
    area: "people",
    summary: "Delete a view, or a segment that nothing uses",
    input: byId,
    output: okResponse,
    problems: ["in_use"],
    topics: ["views"],
  }),
};
