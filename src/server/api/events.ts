import type { IngestedEvent } from "#contract/events.ts";
import type { ValidationStatus } from "#domain/ingestion/event.ts";
import { findPii } from "#domain/pii/find-pii.ts";
import { maskPii } from "#domain/pii/mask.ts";
import { findEndpoint } from "#server/store/ingestion/endpoints.ts";
import {
  countEvents,
  type EventRow,
  findEvent,
  findFile,
  listEvents,
  markUnread,
} from "#server/store/ingestion/events.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";

const toIngestedEvent = (row: EventRow): IngestedEvent => ({
  id: row.id,
  endpointId: row.endpointId,
  eventType: row.eventType,
  status: row.status as ValidationStatus,
  problems: row.problems ?? [],
  personId: row.personId,
  personName: row.personName,
  piiDetected: row.piiDetected,
  createdAt: new Date(row.createdAt).toISOString(),
});

export const eventHandlers: Handlers["events"] = {
  list: async ({ input: { params, query }, services: { database } }) => {
    if (!(await findEndpoint(database.db, params.id))) throw new Problem("not_found");
    const { limit, ...selection } = query;
    const rows = await listEvents(database.db, params.id, selection, limit + 1);
    const page = rows.slice(0, limit);
    return {
      events: page.map(toIngestedEvent),
      nextBefore: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    };
  },

  get: async ({ input: { params }, services: { database } }) => {
    const event = await findEvent(database.db, params.id);
    if (!event) throw new Problem("not_found");
    const flags = event.piiFlags ?? {};
    const pii = findPii(event.raw);
    const processed = event.processed ?? null;
    return {
      ...toIngestedEvent(event),
      raw: maskPii(event.raw, pii, flags),
      processed: processed === null ? null : maskPii(processed, findPii(processed), flags),
      pii,
      deduplicationKey: event.deduplicationKey,
      files: event.files,
      caused: event.caused,
    };
  },

  file: async ({ input: { params }, services: { database }, reply }) => {
    const file = await findFile(database.db, params.id, params.file);
    if (!file) throw new Problem("not_found");
    // The file comes from an external sender: the browser must save it and never render it.
    reply.headers({
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(file.filename ?? "attachment")}`,
      "content-security-policy": "sandbox; default-src 'none'",
    });
    return reply.send(file.content) as never;
  },

  countReplay: async ({ input: { params, body }, services: { database } }) => {
    if (!(await findEndpoint(database.db, params.id))) throw new Problem("not_found");
    return { count: await countEvents(database.db, params.id, body) };
  },

  replay: async ({ input: { params, body }, actor, services: { database, write } }) => {
    const endpoint = await findEndpoint(database.db, params.id);
    if (!endpoint) throw new Problem("not_found");
    const { count, ...selection } = body;
    await write(actor, async ({ tx, audit, touch }) => {
      const matched = await markUnread(tx, params.id, selection);
      if (matched !== count) throw new Problem("changed_count");
      audit({
        eventType: "data_change",
        entityType: "endpoint",
        entityId: params.id,
        details: { kind: "events_replayed", name: endpoint.name, count },
        metadata: { ...selection, count },
      });
      touch("events");
    });
    return { count };
  },
};
