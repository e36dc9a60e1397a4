import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { EventProblem } from "#domain/ingestion/event.ts";
import { system } from "#server/audit/entry.ts";
import { newId } from "#server/db/id.ts";
import type { Told } from "#server/db/plain-statement.ts";
import type { MappingEngine } from "#server/mapping/engine.ts";
import { keyFrom, keyOf } from "#server/pipeline/ingest/deduplication.ts";
import { insertEvents, insertFiles, type NewEvent } from "#server/store/ingestion/events.ts";
import type { Arrival, Kept } from "#server/store/ingestion/unread-events.ts";
import type { HookTarget } from "#server/store/ingestion/webhook-endpoints.ts";
import type { Write } from "#server/store/write.ts";
import { goOn } from "./go-on.ts";
import type { Intake } from "./group-commit.ts";
import { type ParsedBody, parseBody } from "./parse-body.ts";

export type Delivery = {
  headers: IncomingHttpHeaders;
  /** The body as it was meant, unpacked. */
  body: Buffer;
  /** A key that the sender signed along. */
  signedKey?: string | undefined;
};

export type Received = ({ ok: true } & Kept) | { ok: false; problem: EventProblem };

type Tools = { intake: Intake; mapping: MappingEngine; write: Write };
type Receiver = Pick<HookTarget, "id" | "settings">;
type Files = (ParsedBody & { ok: true })["files"];

const typeFields = ["type", "event", "event_type", "eventType", "object"];

/** What the sender calls it, until the mapping says better. */
const eventTypeOf = (payload: unknown): string | null => {
  if (payload === null || typeof payload !== "object") return null;
  for (const field of typeFields) {
    const value: unknown = Object.hasOwn(payload, field) ? Reflect.get(payload, field) : undefined;
    if (typeof value === "string" && value !== "") return value.slice(0, 200).toWellFormed();
  }
  return null;
};

const keptOfUnreadable = 100_000;

/** The first stage: keep what an admitted sender sent, and only then say that it was accepted. */
export const receive = (hook: Receiver, delivery: Delivery, tools: Tools, told: Told<Received>): void =>
  goOn(
    parseBody(delivery.headers["content-type"] ?? "", delivery.body),
    (parsed) =>
      parsed.ok
        ? keep(hook, delivery, parsed, tools, told)
        : keepUnreadable(hook, delivery, { code: parsed.code }, tools, told),
    told.failed,
  );

const keep = (
  hook: Receiver,
  delivery: Delivery,
  { payload, files, json }: ParsedBody & { ok: true },
  { intake, mapping, write }: Tools,
  { done, failed }: Told<Received>,
): void => {
  const eventType = eventTypeOf(payload);
  const kept = ({ id, isNew }: Kept): void => done({ ok: true, id, isNew });
  goOn(
    deduplicationKeyOf(hook, delivery, payload, mapping),
    (deduplicationKey) => {
      if (files.length > 0) {
        const event = { endpointId: hook.id, rawData: payload, eventType, deduplicationKey };
        takeWithFiles(write, event, files).then(kept).catch(failed);
        return;
      }
      const arrival: Arrival = {
        id: newId(),
        endpointId: hook.id,
        raw: json ?? JSON.stringify(payload),
        eventType,
        deduplicationKey,
        status: "received",
        problems: null,
      };
      intake.take(arrival, { done: kept, failed });
    },
    failed,
  );
};

/** Kept all the same, for somebody to look at what their sender really sends. */
const keepUnreadable = (
  hook: Receiver,
  { headers, body }: Delivery,
  problem: EventProblem,
  { intake }: Tools,
  { done, failed }: Told<Received>,
): void => {
  const text = body.subarray(0, keptOfUnreadable).toString("utf8").replaceAll("\u0000", "�").toWellFormed();
  const arrival: Arrival = {
    id: newId(),
    endpointId: hook.id,
    raw: JSON.stringify({ text, contentType: headers["content-type"] ?? null }),
    eventType: null,
    // The same rubbish again and again is kept once.
    deduplicationKey: `dead:${createHash("sha256").update(body).digest("hex")}`,
    status: "dead",
    problems: [problem],
  };
  intake.take(arrival, { done: () => done({ ok: false, problem }), failed });
};

/** An event and what came along with it are kept together, or not at all. */
const takeWithFiles = (write: Write, event: NewEvent, files: Files): Promise<Kept> =>
  write(system, async ({ tx, touch }) => {
    const [kept] = await insertEvents(tx, [event]);
    if (!kept) throw new Error("The event was not kept");
    if (kept.isNew) {
      await insertFiles(
        tx,
        files.map((file) => ({ ...file, eventId: kept.id })),
      );
      touch("events");
    }
    return kept;
  });

const deduplicationKeyOf = (
  { settings: { deduplication } }: Receiver,
  { headers, signedKey }: Delivery,
  payload: unknown,
  mapping: MappingEngine,
): string | null | Promise<string | null> => {
  if (deduplication.by === "header") return keyFrom(headers[deduplication.header]);
  if (deduplication.by === "expression") return keyOf(mapping, deduplication.expression, payload);
  return keyFrom(signedKey);
};
