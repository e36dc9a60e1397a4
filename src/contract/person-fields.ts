import * as z from "zod";
import { personFieldKinds } from "#domain/people/person-field.ts";
import { apiRoute } from "./api-route.ts";
import { id, isoInstant, okResponse, shortText, updateInput } from "./fields.ts";
import { personAddress } from "./threads.ts";

export const personField = z.object({
  key: z.string(),
  label: z.object({ en: z.string(), es: z.string() }),
  kind: z.enum(personFieldKinds),
  choices: z.array(z.string()),
  position: z.int(),
  pii: z.boolean(),
  archivedAt: isoInstant.nullable(),
  updatedAt: isoInstant,
});
export type PersonField = z.infer<typeof personField>;

export const personFieldInput = z.strictObject({
  label: z.strictObject({ en: shortText.min(1), es: shortText.min(1) }),
  kind: z.enum(personFieldKinds),
  choices: z.array(shortText.min(1)).max(200).default([]),
  pii: z.boolean().default(false),
});

const byKey = { params: z.object({ key: z.string().max(60) }) };

export const personFieldsApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/person-fields",
    access: "viewer",
    area: ["people", "inbox", "endpoints", "rules", "integrations", "settings"],
    scope: "people:read",
    list: true,
    summary: "Custom fields of people, in their order",
    input: {},
    output: z.object({ fields: z.array(personField) }),
    topics: ["person-fields"],
  }),
  create: apiRoute({
    method: "POST",
    path: "/api/person-fields",
    access: "admin",
    area: "people",
    summary: "Add a custom field; its key is made from the English label and never changes",
    input: { body: personFieldInput },
    output: personField,
    problems: ["already_exists", "conflict"],
    topics: ["person-fields"],
  }),
  update: apiRoute({
    method: "PUT",
    path: "/api/person-fields/{key}",
    access: "admin",
    area: "people",
    summary: "Change labels, choices, kind, order, or archive a field; values that do not read stay stored",
    input: {
      ...byKey,
      body: updateInput(personFieldInput).extend({
        archived: z.boolean().optional(),
        position: z.int().min(0).max(1000).optional(),
      }),
    },
    output: personField.extend({ unreadable: z.int() }),
    topics: ["person-fields", "people"],
  }),
  usage: apiRoute({
    method: "GET",
    path: "/api/person-fields/{key}/usage",
    access: "viewer",
    area: "people",
    summary: "How many people have a value, how many would not read as another kind, and where it is used",
    input: { ...byKey, query: z.strictObject({ kind: z.enum(personFieldKinds).optional() }) },
    output: z.object({ people: z.int(), unreadable: z.int(), usedIn: z.array(z.string()) }),
    topics: ["person-fields", "people"],
  }),
};

const byId = { params: z.object({ id }) };

export const addressesApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/people/{id}/addresses",
    access: "viewer",
    area: ["people", "inbox"],
    scope: "people:read",
    list: true,
    summary: "Every phone number and e-mail address of a person, with its state",
    input: byId,
    output: z.object({ addresses: z.array(personAddress) }),
    topics: ["people"],
  }),
  add: apiRoute({
    method: "POST",
    path: "/api/people/{id}/addresses",
    access: "operator",
    area: "people",
    scope: "people:write",
    summary: "Add an address",
    input: {
      ...byId,
      body: z.strictObject({
        value: z.string().trim().min(3).max(254),
        label: shortText.nullable().default(null),
      }),
    },
    output: personAddress,
    problems: ["already_exists"],
    topics: ["people"],
  }),
  makePrimary: apiRoute({
    method: "POST",
    path: "/api/addresses/{id}/primary",
    access: "operator",
    area: "people",
    summary: "Make an address the one that messages go to",
    input: byId,
    output: okResponse,
    topics: ["people"],
  }),
  remove: apiRoute({
    method: "DELETE",
    path: "/api/addresses/{id}",
    access: "operator",
    area: "people",
    summary: "Remove an address; an opt-out of it stays",
    input: byId,
    output: okResponse,
    topics: ["people"],
  }),
};
