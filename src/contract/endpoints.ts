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
import { piiFlags } from "#domain/pii/kinds.ts";
import { endpoint } from "./endpoint.ts";
import { eventProblem } from "./events.ts";
import { done, id, instant, version } from "./fields.ts";

export const ingestionEndpoint = z.object({
  id,
  name: z.string(),
  type: z.enum(endpointTypes),
  description: z.string().nullable(),
  authMethod: z.enum(authMethods),
  ingestionMode: z.enum(ingestionModes),
  status: z.enum(endpointStatuses),
  webhookUrl: z.string().nullable(),
  endpointUrl: z.string().nullable(),
  /** Masks; null where nothing is stored. */
  apiKey: z.string().nullable(),
  secretKey: z.string().nullable(),
  settings: endpointSettings,
  mappingTemplate: mappingTemplate.nullable(),
  piiFlags: piiFlags.nullable(),
  /** Where mail for it goes; null while no mail is listened for, or for other types. */
  mailAddress: z.string().nullable(),
  /** Until when the address or the secret before the present one is still let in. */
  previousUrlUntil: instant.nullable(),
  previousSecretUntil: instant.nullable(),
  lastError: z.string().nullable(),
  lastEventAt: instant.nullable(),
  nextPullAt: instant.nullable(),
  eventsToday: z.int(),
  /** How many of today's events carried personal data. */
  piiToday: z.int(),
  /** Events of the last 24 hours, hour by hour, the oldest first. */
  hourly: z.array(z.int()).length(24),
  /** Events that wait for somebody's eyes. */
  deadLetters: z.int(),
  createdAt: instant,
  updatedAt: instant,
});
export type IngestionEndpoint = z.infer<typeof ingestionEndpoint>;

const one = { params: z.object({ id }) };

export const endpoints = {
  list: endpoint({
    method: "GET",
    path: "/api/endpoints",
    access: "viewer",
    summary: "Ingestion endpoints with today's counts",
    input: {},
    output: z.array(ingestionEndpoint),
    topics: ["endpoints", "events"],
  }),
  get: endpoint({
    method: "GET",
    path: "/api/endpoints/{id}",
    access: "viewer",
    summary: "An endpoint with today's counts",
    input: one,
    output: ingestionEndpoint,
    topics: ["endpoints", "events"],
  }),
  create: endpoint({
    method: "POST",
    path: "/api/endpoints",
    access: "operator",
    summary: "Add an endpoint; a webhook gets a random address of its own",
    input: { body: endpointInput },
    output: ingestionEndpoint,
    topics: ["endpoints"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/endpoints/{id}",
    access: "operator",
    summary: "Change an endpoint",
    input: { ...one, body: endpointInput.extend({ updatedAt: version }) },
    output: ingestionEndpoint,
    topics: ["endpoints"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/endpoints/{id}",
    access: "operator",
    summary: "Delete an endpoint with the events it received",
    input: one,
    output: done,
    topics: ["endpoints", "events"],
  }),
  rotateUrl: endpoint({
    method: "POST",
    path: "/api/endpoints/{id}/rotate-url",
    access: "operator",
    summary: "Give it a new address; the old one is let in for as many hours more",
    input: { ...one, body: z.strictObject({ overlapHours: z.int().min(0).max(720).default(24) }) },
    output: ingestionEndpoint,
    topics: ["endpoints"],
  }),
  test: endpoint({
    method: "POST",
    path: "/api/endpoints/{id}/test",
    access: "operator",
    summary: "Send a test event through the endpoint's own door; without a payload, a sample is made",
    input: { ...one, body: z.strictObject({ payload: z.unknown().optional() }).optional() },
    output: z.object({ eventId: id }),
    topics: ["events", "people"],
  }),
  sample: endpoint({
    method: "GET",
    path: "/api/endpoints/{id}/sample",
    access: "operator",
    summary: "A made-up payload of the shape that this endpoint receives",
    input: one,
    output: z.object({ payload: z.unknown() }),
    topics: ["endpoints"],
  }),
  pullNow: endpoint({
    method: "POST",
    path: "/api/endpoints/{id}/pull",
    access: "operator",
    summary: "Read its API or mailbox now",
    input: one,
    output: done,
    topics: ["endpoints", "events"],
  }),
  mapping: endpoint({
    method: "POST",
    path: "/api/endpoints/{id}/mapping",
    access: "operator",
    summary: "Try a mapping on the newest payload, or on a given one; nothing is stored",
    input: {
      ...one,
      body: z.strictObject({
        /** Null: as guessed from the payload. */
        template: mappingTemplate.nullable(),
        eventId: id.optional(),
        payload: z.unknown().optional(),
      }),
    },
    output: z.object({
      /** What it was tried on, masked as the endpoint says; null when nothing came yet. */
      payload: z.unknown().nullable(),
      eventId: id.nullable(),
      /** The template that the guesser would make of it. */
      guessed: mappingTemplate,
      results: z.array(
        z.object({
          target: z.string(),
          value: z.unknown().nullable(),
          problem: eventProblem.nullable(),
        }),
      ),
    }),
    topics: [],
  }),
};
