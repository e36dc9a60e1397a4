import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { EventProblem } from "#domain/ingestion/event.ts";
import { guessEventType } from "#domain/ingestion/event-type.ts";
import { system } from "#server/audit/entry.ts";
import type { MappingEngine } from "#server/mapping/engine.ts";
import { evaluateDeduplicationKey, toDeduplicationKey } from "#server/pipeline/ingest/deduplication.ts";
import {
  insertEvents,
  insertFiles,
  type NewEvent,
  newEvent,
  type StoredEvent,
} from "#server/store/ingestion/events.ts";
import type { WebhookEndpoint } from "#server/store/ingestion/webhook-endpoints.ts";
import type { Write } from "#server/store/write.ts";
import type { GroupCommit } from "./group-commit.ts";
import { type ParsedBody, parseBody } from "./parse-body.ts";

export type WebhookDelivery = {
  headers: IncomingHttpHeaders;
  /** The body after its content encoding was removed. */
  body: Buffer;
  /** Identifies the delivery; the signature covers it. */
  replayKey?: string | undefined;
};

export type ReceiveResult = ({ ok: true } & StoredEvent) | { ok: false; problem: EventProblem };

type ReceiveContext = { groupCommit: GroupCommit; mapping: MappingEngine; write: Write };
type Receiver = Pick<WebhookEndpoint, "id" | "settings">;
type Files = (ParsedBody & { ok: true })["files"];

const maxUnreadableBytes = 100_000;

/** Stores what a verified sender sent. The caller answers 202 only after this resolves. */
export const receiveWebhook = async (
  endpoint: Receiver,
  delivery: WebhookDelivery,
  context: ReceiveContext,
): Promise<ReceiveResult> => {
  const parsed = await parseBody(delivery.headers["content-type"] ?? "", delivery.body);
  if (!parsed.ok) return storeUnreadable(endpoint, delivery, { code: parsed.code }, context);
  const { payload, files, json } = parsed;
  const event = newEvent({
    endpointId: endpoint.id,
    raw: json ?? JSON.stringify(payload),
    eventType: guessEventType(payload),
    deduplicationKey: await deduplicationKey(endpoint, delivery, payload, context.mapping),
    replayKey: toDeduplicationKey(delivery.replayKey),
  });
  const stored =
    files.length > 0
      ? await storeWithFiles(context.write, event, files)
      : await context.groupCommit.store(event);
  return { ok: true, ...stored };
};

/** A body that cannot be parsed becomes a dead letter, so that the operator sees what the sender really sends. */
const storeUnreadable = async (
  endpoint: Receiver,
  { headers, body }: WebhookDelivery,
  problem: EventProblem,
  { groupCommit }: ReceiveContext,
): Promise<ReceiveResult> => {
  const text = body.subarray(0, maxUnreadableBytes).toString("utf8").replaceAll("\u0000", "�").toWellFormed();
  await groupCommit.store(
    newEvent({
      endpointId: endpoint.id,
      raw: JSON.stringify({ text, contentType: headers["content-type"] ?? null }),
      // The same bytes sent again and again are stored once.
      deduplicationKey: `dead:${createHash("sha256").update(body).digest("hex")}`,
      status: "dead",
      problems: [problem],
    }),
  );
  return { ok: false, problem };
};

const storeWithFiles = (write: Write, event: NewEvent, files: Files): Promise<StoredEvent> =>
  write(system, async ({ tx, touch }) => {
    const [stored] = await insertEvents(tx, [event]);
    if (!stored) throw new Error("The event was not stored");
    if (stored.isNew) {
      await insertFiles(
        tx,
        files.map((file) => ({ ...file, eventId: stored.id })),
      );
      touch("events");
    }
    return stored;
  });

const deduplicationKey = async (
  { settings: { deduplication } }: Receiver,
  { headers }: WebhookDelivery,
  payload: unknown,
  mapping: MappingEngine,
): Promise<string | null> => {
  if (deduplication.by === "header") return toDeduplicationKey(headers[deduplication.header]);
  // The items of a list have keys of their own, which the recorder evaluates.
  if (deduplication.by === "expression" && !Array.isArray(payload))
    return evaluateDeduplicationKey(mapping, deduplication.expression, payload);
  return null;
};
