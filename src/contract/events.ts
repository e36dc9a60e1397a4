import * as z from "zod";
import { validationStatuses } from "#domain/ingestion/event.ts";
import { piiKinds } from "#domain/pii/kinds.ts";
import { apiRoute } from "./api-route.ts";
import { filterChoice, id, isoInstant } from "./fields.ts";

/** Why an event or a part of it could not be used; the interface translates the code. */
export const eventProblem = z.object({
  code: z.string(),
  target: z.string().optional(),
  detail: z.string().optional(),
  eventId: z.string().optional(),
});

export const ingestedEvent = z.object({
  id,
  endpointId: id,
  eventType: z.string().nullable(),
  status: z.enum(validationStatuses),
  problems: z.array(eventProblem),
  personId: id.nullable(),
  personName: z.string().nullable(),
  piiDetected: z.boolean(),
  createdAt: isoInstant,
});
export type IngestedEvent = z.infer<typeof ingestedEvent>;

export const ingestedEventDetail = ingestedEvent.extend({
  /** As received and as processed, masked by the endpoint's flags. */
  raw: z.unknown(),
  processed: z.unknown().nullable(),
  pii: z.array(z.object({ path: z.string(), kind: z.enum(piiKinds) })),
  deduplicationKey: z.string().nullable(),
  files: z.array(
    z.object({
      id,
      filename: z.string().nullable(),
      contentType: z.string(),
      size: z.int(),
      sha256: z.string(),
    }),
  ),
  /** Timeline entries it caused, oldest first. */
  caused: z.array(
    z.object({
      id,
      kind: z.string(),
      title: z.string(),
      description: z.string().nullable(),
      createdAt: isoInstant,
    }),
  ),
});
export type IngestedEventDetail = z.infer<typeof ingestedEventDetail>;

/** Events by id, or all of an endpoint that match. */
const eventSelection = z.strictObject({
  ids: z.array(id).min(1).max(1000).optional(),
  status: z.enum(validationStatuses).optional(),
  from: isoInstant.optional(),
  to: isoInstant.optional(),
});
export type EventSelection = z.infer<typeof eventSelection>;

const byId = { params: z.object({ id }) };

export const eventsApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/endpoints/{id}/events",
    access: "viewer",
    area: "endpoints",
    scope: "events:read",
    list: true,
    summary: "The events of an endpoint, newest first",
    input: {
      ...byId,
      query: z.strictObject({
        status: filterChoice(validationStatuses),
        from: isoInstant.optional(),
        to: isoInstant.optional(),
        /** Only events older than this one. */
        before: id.optional(),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
    },
    output: z.object({ events: z.array(ingestedEvent), nextBefore: id.nullable() }),
    topics: ["events"],
  }),
  get: apiRoute({
    method: "GET",
    path: "/api/events/{id}",
    access: "viewer",
    area: "endpoints",
    scope: "events:read",
    summary: "An event as received and as processed, with its person and effects",
    input: byId,
    output: ingestedEventDetail,
    topics: ["events"],
  }),
  file: apiRoute({
    method: "GET",
    path: "/api/events/{id}/files/{file}",
    access: "operator",
    area: "endpoints",
    summary: "An attachment of an event, as a download",
    input: { params: z.object({ id, file: id }) },
    output: z.string(),
    topics: ["events"],
    media: "application/octet-stream",
  }),
  countReplay: apiRoute({
    method: "POST",
    path: "/api/endpoints/{id}/replay/count",
    access: "operator",
    area: "endpoints",
    summary: "Number of events that a replay would process again",
    input: { ...byId, body: eventSelection },
    output: z.object({ count: z.int() }),
    topics: [],
  }),
  replay: apiRoute({
    method: "POST",
    path: "/api/endpoints/{id}/replay",
    access: "operator",
    area: "endpoints",
    summary:
      "Process events again with the current mapping; rejected when their number differs from the confirmed count",
    input: { ...byId, body: eventSelection.extend({ count: z.int().min(1) }) },
    output: z.object({ count: z.int() }),
    topics: ["events"],
  }),
};
