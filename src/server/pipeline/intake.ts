import pg from "pg";
import type { EventProblem, ValidationStatus } from "#domain/ingestion/event.ts";
import { isConnectionLoss } from "#server/db/database.ts";

/** An event at the door. `raw` is JSON text, checked already. */
export type Arrival = {
  id: string;
  endpointId: string;
  raw: string;
  eventType: string | null;
  deduplicationKey: string | null;
  status: ValidationStatus;
  problems: EventProblem[] | null;
};

export type Kept = { id: string; isNew: boolean };

export type Intake = {
  /** Resolves when the event is committed, and never before. */
  take: (arrival: Arrival) => Promise<Kept>;
  /** Do events come faster than one by one? */
  isBusy: () => boolean;
  close: () => Promise<void>;
};

type Waiting = { arrival: Arrival; resolve: (kept: Kept) => void; reject: (error: unknown) => void };

const mostRows = 500;
const mostBytes = 4_194_304;
/** From so many in one commit on, senders are queueing. */
const crowd = 20;

const insertText = `
  INSERT INTO events (id, endpoint_id, raw_data, event_type, deduplication_key, validation_status, problems)
  SELECT id, endpoint_id, raw, type, key, status, problems
    FROM jsonb_to_recordset($1::jsonb) AS row (
      id uuid, endpoint_id uuid, raw jsonb, type text, key text, status text, problems jsonb)
  ON CONFLICT (endpoint_id, deduplication_key) WHERE deduplication_key IS NOT NULL DO NOTHING RETURNING id`;

const firstText = `
  SELECT e.id, e.endpoint_id || ':' || e.deduplication_key AS key FROM events e
    JOIN jsonb_to_recordset($1::jsonb) AS row (endpoint_id uuid, key text)
      ON e.endpoint_id = row.endpoint_id AND e.deduplication_key = row.key`;

const rowText = ({ id, endpointId, raw, eventType, deduplicationKey, status, problems }: Arrival): string =>
  `{"id":"${id}","endpoint_id":"${endpointId}","raw":${raw},"type":${JSON.stringify(eventType)},"key":${JSON.stringify(deduplicationKey)},"status":"${status}"${problems ? `,"problems":${JSON.stringify(problems)}` : ""}}`;

/**
 * Events that arrive while a commit is under way are committed together the moment it ends: no timer, so a lone
 * event waits for nobody, and a crowd shares one flush of the disk. The events are the queue of the next stage, so
 * one statement, committed by itself, is all there is to do; it has a connection of its own.
 */
export const createIntake = (connection: pg.ClientConfig, onTaken: () => void): Intake => {
  const waiting: Waiting[] = [];
  let client: Promise<pg.Client> | undefined;
  let running: Promise<void> | undefined;

  const connected = (): Promise<pg.Client> => {
    client ??= (async () => {
      const fresh = new pg.Client({ ...connection });
      const drop = (): void => {
        if (client === mine) client = undefined;
      };
      fresh.on("error", drop);
      fresh.on("end", drop);
      await fresh.connect();
      return fresh;
    })();
    const mine = client;
    mine.catch(() => {
      if (client === mine) client = undefined;
    });
    return mine;
  };

  const commit = async (arrivals: Arrival[]): Promise<Set<string>> => {
    const db = await connected();
    const values = [`[${arrivals.map(rowText).join(",")}]`];
    const { rows } = await db.query<{ id: string }>({ name: "intake-events", text: insertText, values });
    return new Set(rows.map(({ id }) => id));
  };

  const firstOf = async (repeats: Arrival[]): Promise<Map<string, string>> => {
    const db = await connected();
    const values = [
      JSON.stringify(repeats.map((one) => ({ endpoint_id: one.endpointId, key: one.deduplicationKey }))),
    ];
    const { rows } = await db.query<{ id: string; key: string }>({
      name: "intake-firsts",
      text: firstText,
      values,
    });
    return new Map(rows.map(({ id, key }) => [key, id]));
  };

  let lastBatch = 0;
  let lastAt = 0;
  const settle = async (batch: Waiting[]): Promise<void> => {
    lastBatch = batch.length;
    lastAt = performance.now();
    const fresh = await commit(batch.map(({ arrival }) => arrival));
    onTaken();
    const repeats = batch.filter(({ arrival }) => !fresh.has(arrival.id)).map(({ arrival }) => arrival);
    const firsts = repeats.length === 0 ? undefined : await firstOf(repeats);
    for (const { arrival, resolve } of batch) {
      if (fresh.has(arrival.id)) resolve({ id: arrival.id, isNew: true });
      else {
        const first = firsts?.get(`${arrival.endpointId}:${arrival.deduplicationKey}`);
        resolve({ id: first ?? arrival.id, isNew: false });
      }
    }
  };

  const flush = async (batch: Waiting[]): Promise<void> => {
    try {
      await settle(batch);
    } catch (error) {
      // One that the database cannot take must not take its neighbours along.
      if (batch.length > 1 && !isConnectionLoss(error)) for (const one of batch) await flush([one]);
      else for (const { reject } of batch) reject(error);
    }
  };

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      let bytes = 0;
      let rows = 0;
      while (rows < waiting.length && rows < mostRows && (rows === 0 || bytes < mostBytes)) {
        bytes += waiting[rows]?.arrival.raw.length ?? 0;
        rows++;
      }
      await flush(waiting.splice(0, rows));
    }
    running = undefined;
  };

  return {
    take: (arrival) =>
      new Promise((resolve, reject) => {
        waiting.push({ arrival, resolve, reject });
        running ??= drain();
      }),
    isBusy: () => lastBatch >= crowd && performance.now() - lastAt < 50,
    close: async () => {
      await running;
      await (await client?.catch(() => undefined))?.end();
    },
  };
};
