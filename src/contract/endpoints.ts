import * as z from "zod";
import {
  authMethods,
  endpointInput,
  endpointStatuses,
  endpointTypes,
  ingestionModes,
} from "#domain/ingestion/endpoint.ts";
import { mappingTemplate } from "#domain/ingestion/mapping.ts";
import { endpointSettings } from "#domain/ingestion/settings.ts";
import { endpointSettingsUpdate } from "#domain/ingestion/settings-update.ts";
import { piiFlags } from "#domain/pii/kinds.ts";
import { apiRoute } from "./api-route.ts";
import { deleteResponse } from "./deletions.ts";
import { eventProblem } from "./events.ts";
import { id, isoInstant, okResponse, updateInput } from "./fields.ts";

export const ingestionEndpoint = z.object({
  id,
  name: z.string(),
  type: z.enum(endpointTypes),
  description: z.string().nullable(),
  authMethod: z.enum(authMethods),
  ingestionMode: z.enum(ingestionModes),
  status: z.enum(endpointStatuses),
  /** Null for other types, and for a viewer when the URL is the endpoint's only secret. */
  webhookUrl: z.string().nullable(),
  endpointUrl: z.string().nullable(),
  /** Masked; null where nothing is stored. */
  apiKey: z.string().nullable(),
  secretKey: z.string().nullable(),
  settings: endpointSettings,
  mappingTemplate: mappingTemplate.nullable(),
  piiFlags: piiFlags.nullable(),
  /** Null for other types, for a viewer, and while no SMTP listener runs. */
  mailAddress: z.string().nullable(),
  /** Until when the previous URL or secret is still accepted. */
  previousUrlUntil: isoInstant.nullable(),
  previousSecretUntil: isoInstant.nullable(),
  lastError: z.string().nullable(),
  lastEventAt: isoInstant.nullable(),
  nextPullAt: isoInstant.nullable(),
  eventsToday: z.int(),
  /** Today's events with personal data. */
  piiToday: z.int(),
  /** Events of the last 24 hours per hour, oldest first. */
  hourly: z.array(z.int()).length(24),
  /** Events that could not be processed. */
  deadLetters: z.int(),
  /** Events of which parts could not be used. */
  invalidEvents: z.int(),
  createdAt: isoInstant,
  updatedAt: isoInstant,
});
export type IngestionEndpoint = z.infer<typeof ingestionEndpoint>;

/** What a mapping makes of a payload, or of one item of a list. */
const triedPayload = z.object({
  /** Masked by the endpoint's flags; null before the first event. */
  payload: z.unknown().nullable(),
  guessed: mappingTemplate,
  results: z.array(
    z.object({
      target: z.string(),
      value: z.unknown().nullable(),
      problem: eventProblem.nullable(),
    }),
  ),
  /** Problems of the whole, such as contact data without a person. */
  problems: z.array(eventProblem),
});

const byId = { params: z.object({ id }) };

export const endpointsApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/endpoints",
    access: "viewer",
    area: "endpoints",
    summary: "Ingestion endpoints with today's counts",
    input: {},
    output: z.array(ingestionEndpoint),
    topics: ["endpoints", "events"],
  }),
  get: apiRoute({
    method: "GET",
    path: "/api/endpoints/{id}",
    access: "viewer",
    area: "endpoints",
    summary: "An endpoint with today's counts",
    input: byId,
    output: ingestionEndpoint,
    topics: ["endpoints", "events"],
  }),
  create: apiRoute({
    method: "POST",
    path: "/api/endpoints",
    access: "operator",
    area: "endpoints",
    summary: "Add an endpoint; a webhook gets a random URL",
    input: { body: endpointInput },
    output: ingestionEndpoint,
    topics: ["endpoints"],
  }),
  update: apiRoute({
    method: "PUT",
    path: "/api/endpoints/{id}",
    access: "operator",
    area: "endpoints",
    summary: "Change the named fields of an endpoint",
    input: {
      ...byId,
      body: updateInput(endpointInput).extend({ settings: z.exactOptional(endpointSettingsUpdate) }),
    },
    output: ingestionEndpoint,
    topics: ["endpoints"],
  }),
  remove: apiRoute({
    method: "DELETE",
    path: "/api/endpoints/{id}",
    access: "operator",
    area: "endpoints",
    summary: "Delete an endpoint with the events it received",
    input: byId,
    output: deleteResponse,
    topics: ["endpoints", "events"],
  }),
  rotateUrl: apiRoute({
    method: "POST",
    path: "/api/endpoints/{id}/rotate-url",
    access: "operator",
    area: "endpoints",
    summary: "Replace the webhook URL; the old one stays valid for the overlap",
    input: { ...byId, body: z.strictObject({ overlapHours: z.int().min(0).max(720).default(24) }) },
    output: ingestionEndpoint,
    topics: ["endpoints"],
  }),
  test: apiRoute({
    method: "POST",
    path: "/api/endpoints/{id}/test",
    access: "operator",
    area: "endpoints",
    summary: "Send a test event to the endpoint; without a payload, a sample is generated",
    input: { ...byId, body: z.strictObject({ payload: z.unknown().optional() }).optional() },
    output: z.object({ eventId: id }),
    topics: ["events", "people"],
  }),
  sample: apiRoute({
    method: "GET",
    path: "/api/endpoints/{id}/sample",
    access: "operator",
    area: "endpoints",
    summary: "A sample payload in the shape that the endpoint receives",
    input: byId,
    output: z.object({ payload: z.unknown() }),
    topics: ["endpoints"],
  }),
  pullNow: apiRoute({
    method: "POST",
    path: "/api/endpoints/{id}/pull",
    access: "operator",
    area: "endpoints",
    summary: "Read its API or mailbox now",
    input: byId,
    output: okResponse,
    topics: ["endpoints", "events"],
  }),
  mapping: apiRoute({
    method: "POST",
    path: "/api/endpoints/{id}/mapping",
    access: "operator",
    area: "endpoints",
    summary: "Try a mapping on the newest payload, or on a given one; nothing is stored",
    input: {
      ...byId,
      body: z.strictObject({
        /** Null: guessed from the payload. */
        template: mappingTemplate.nullable(),
        eventId: id.optional(),
        payload: z.unknown().optional(),
      }),
    },
    output: triedPayload.extend({
      eventId: id.nullable(),
      /** Items of a list; 0 for a payload that is one event. */
      itemCount: z.int(),
      /** The first hundred of them. The fields above are those of the first one. */
      items: z.array(triedPayload),
    }),
    topics: [],
  }),
};
