import { randomBytes } from "node:crypto";
import type { EndpointInput } from "#domain/ingestion/endpoint.ts";
import { samplePayload } from "#domain/ingestion/sample-payload.ts";
import { parseEndpointSettings } from "#domain/ingestion/settings.ts";
import { readMailbox } from "#server/pipeline/ingest/mail/read-mailbox.ts";
import { pullEndpoint } from "#server/pipeline/ingest/pull/pull-endpoint.ts";
import { receiveWebhook } from "#server/pipeline/ingest/webhook/receive.ts";
import {
  type EndpointRow,
  findEndpoint,
  lockEndpoint,
  updateEndpoint,
} from "#server/store/ingestion/endpoints.ts";
import { findNewestPayload } from "#server/store/ingestion/events.ts";
import { publicOrigin, readEndpoint, refuseOwnedEndpoint } from "./endpoint-view.ts";
import type { Handlers } from "./handler.ts";
import { previewMapping } from "./mapping-preview.ts";
import { Problem } from "./problem.ts";

const hourMs = 3_600_000;

/** 192 random bits for a URL; mail addresses may lose their case, so they get 160 bits as hex. */
export const createHookToken = (type: EndpointInput["type"]): string | null => {
  if (type === "webhook") return randomBytes(24).toString("base64url");
  return type === "email" ? randomBytes(20).toString("hex") : null;
};

/** The job that reads an endpoint; undefined for one that only receives. */
const readingJobFor = (row: EndpointRow) => {
  if (row.type === "email") return parseEndpointSettings(row.settings).mailbox ? readMailbox : undefined;
  return row.type === "pull_api" || row.ingestionMode === "pull" ? pullEndpoint : undefined;
};

export const endpointOperations: Pick<
  Handlers["endpoints"],
  "rotateUrl" | "test" | "sample" | "pullNow" | "mapping"
> = {
  rotateUrl: async ({ input: { params, body }, actor, services, request }) => {
    await services.write(actor, async ({ tx, audit, touch }) => {
      const before = await lockEndpoint(tx, params.id);
      if (!before) throw new Problem("not_found");
      refuseOwnedEndpoint(before);
      const token = createHookToken(before.type as "webhook" | "email" | "pull_api");
      if (token === null) throw new Problem("not_configured");
      await updateEndpoint(tx, params.id, {
        hookToken: token,
        previousHookToken: before.hookToken,
        previousHookUntil: new Date(Date.now() + body.overlapHours * hourMs),
        ...(before.type === "webhook"
          ? { webhookUrl: `${publicOrigin(services, request)}/hooks/${token}` }
          : {}),
      });
      audit({
        eventType: "data_change",
        entityType: "endpoint",
        entityId: params.id,
        details: { kind: "endpoint_address_changed", name: before.name },
        metadata: { overlapHours: body.overlapHours },
      });
      touch("endpoints");
    });
    return readEndpoint(services, request, params.id);
  },

  sample: async ({ input: { params }, services: { database } }) => {
    const row = await findEndpoint(database.db, params.id);
    if (!row) throw new Problem("not_found");
    const last = await findNewestPayload(database.db, params.id);
    return {
      payload: samplePayload({
        template: row.mappingTemplate,
        lastPayload: last?.payload,
        seed: Date.now(),
      }),
    };
  },

  test: async ({ input: { params, body }, services: { database, groupCommit, mapping, write } }) => {
    const row = await findEndpoint(database.db, params.id);
    if (!row) throw new Problem("not_found");
    refuseOwnedEndpoint(row);
    if (row.status === "inactive") throw new Problem("conflict");
    const last = await findNewestPayload(database.db, params.id);
    const payload =
      body?.payload ??
      samplePayload({ template: row.mappingTemplate, lastPayload: last?.payload, seed: Date.now() });
    const endpoint = { id: row.id, settings: parseEndpointSettings(row.settings) };
    const requestBody = Buffer.from(JSON.stringify(payload));
    const delivery = { headers: { "content-type": "application/json" }, body: requestBody };
    const received = await receiveWebhook(endpoint, delivery, { groupCommit, mapping, write });
    if (!received.ok) {
      throw new Problem("unreadable", { issues: [{ path: "payload", message: received.problem.code }] });
    }
    return { eventId: received.id };
  },

  pullNow: async ({ input: { params }, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, enqueue, touch }) => {
      const row = await lockEndpoint(tx, params.id);
      if (!row) throw new Problem("not_found");
      const job = readingJobFor(row);
      if (!job) throw new Problem("not_configured");
      if (row.status === "inactive") throw new Problem("conflict");
      enqueue(job, { id: row.id });
      audit({
        eventType: "data_change",
        entityType: "endpoint",
        entityId: row.id,
        details: { kind: "pull_requested", name: row.name },
      });
      touch("endpoints");
    });
    return { ok: true };
  },

  mapping: async ({ input: { params, body }, services }) => {
    const { database, mapping, general, personFields } = services;
    const { defaultCountry } = await general();
    const row = await findEndpoint(database.db, params.id);
    if (!row) throw new Problem("not_found");
    const source =
      body.payload === undefined
        ? await findNewestPayload(database.db, params.id, body.eventId)
        : { payload: body.payload, id: null };
    return previewMapping({
      payload: source?.payload ?? null,
      eventId: source?.id ?? null,
      template: body.template,
      splits: row.type === "webhook",
      piiFlags: row.piiFlags ?? {},
      mapping,
      defaultCountry,
      personFields: await personFields(),
    });
  },
};
