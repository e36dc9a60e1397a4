import * as z from "zod";
import {
  authMethods,
  endpointInput,
  endpointStatuses,
  endpointTypes,
  ingestionModes,
} from "#domain/ingestion.ts";
import { endpoint } from "./endpoint.ts";
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
  lastError: z.string().nullable(),
  eventsToday: z.int(),
  /** How many of today's events carried personal data. */
  piiToday: z.int(),
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
  test: endpoint({
    method: "POST",
    path: "/api/endpoints/{id}/test",
    access: "operator",
    summary: "Send a test event through the endpoint's own door",
    input: one,
    output: z.object({ eventId: id }),
    topics: ["events"],
  }),
};
