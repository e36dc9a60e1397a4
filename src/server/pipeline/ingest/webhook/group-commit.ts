import pg from "pg";
import { isConnectionLoss } from "#server/db/database.ts";
import type { Told } from "#server/db/plain-statement.ts";
import {
  type Arrival,
  isPlain,
  type Kept,
  keepKeyed,
  keepPlain,
} from "#server/store/ingestion/unread-events.ts";
import { createPressGauge, type Press } from "./load-level.ts";

export type Intake = {
  /** Tells when the event is committed, and never before. Those who are told must not throw. */
  take: (arrival: Arrival, told: Told<Kept>) => void;
  close: () => Promise<void>;
};

type Waiting = { arrival: Arrival; told: Told<Kept> };
type Keep = (db: pg.Client, arrivals: Arrival[], told: Told<Kept[]>) => void;

const mostRows = 500;
const mostBytes = 4_194_304;
/** A statement at the door takes milliseconds. */
const longestMs = 15_000;

const hangUp = (client: pg.Client): void => {
  (client as pg.Client & { connection: pg.Connection }).connection.stream.destroy();
};

/**
 * Events that arrive while a commit is under way are committed together the moment it ends: no timer, so a lone
 * event waits for nobody, and a crowd shares one flush of the disk. What is kept is the queue of the next stage, so
 * one statement, committed by itself, is all there is to do; it has a connection of its own.
 */
export const createIntake = (connection: pg.ClientConfig, onTaken: (press: Press) => void): Intake => {
  const gauge = createPressGauge(() => performance.now());
  const waiting: Waiting[] = [];
  let client: Promise<pg.Client> | undefined;
  let ready: pg.Client | undefined;
  let busy = false;
  const awaitingRest: (() => void)[] = [];

  const connected = (): Promise<pg.Client> => {
    client ??= (async () => {
      const fresh = new pg.Client({ ...connection, query_timeout: 0 });
      let isLost = false;
      const drop = (): void => {
        isLost = true;
        if (client === mine) client = undefined;
        if (ready === fresh) ready = undefined;
      };
      fresh.on("error", drop);
      fresh.on("end", drop);
      await fresh.connect();
      // It may be lost already: the server can say hello and goodbye in one breath.
      if (!isLost) ready = fresh;
      return fresh;
    })();
    const mine = client;
    mine.catch(() => {
      if (client === mine) client = undefined;
    });
    return mine;
  };

  // Should the server not answer at all, we stop waiting. The driver would set a timer for each statement.
  const overdue = setTimeout(() => busy && ready && hangUp(ready), longestMs).unref();

  /** What comes next goes out before these are answered. */
  const flush = (batch: Waiting[], keep: Keep, then: () => void): void => {
    if (batch.length === 0) {
      then();
      return;
    }
    const done = (kept: Kept[]): void => {
      then();
      batch.forEach(({ arrival, told }, at) => void told.done(kept[at] ?? { id: arrival.id, isNew: true }));
      onTaken(gauge.committed(batch.length));
    };
    const allFailed = (error: unknown): void => {
      then();
      for (const { told } of batch) told.failed(error);
    };
    const failed = (error: unknown): void => {
      // One that the database cannot take must not take its neighbours along.
      const isRefused = error instanceof pg.DatabaseError && !isConnectionLoss(error);
      if (isRefused && batch.length > 1) oneByOne(batch, keep, then);
      else allFailed(error);
    };
    const start = (db: pg.Client): void => {
      overdue.refresh();
      const arrivals = batch.map(({ arrival }) => arrival);
      try {
        keep(db, arrivals, { done, failed });
      } catch (error) {
        allFailed(error);
      }
    };
    if (ready) start(ready);
    else connected().then(start, allFailed);
  };

  const oneByOne = ([one, ...others]: Waiting[], keep: Keep, then: () => void): void =>
    one ? flush([one], keep, () => oneByOne(others, keep, then)) : then();

  const drain = (): void => {
    if (waiting.length === 0) {
      rest();
      return;
    }
    let bytes = 0;
    let rows = 0;
    while (rows < waiting.length && rows < mostRows && (rows === 0 || bytes < mostBytes)) {
      bytes += waiting[rows]?.arrival.raw.length ?? 0;
      rows++;
    }
    const batch = waiting.splice(0, rows);
    const keyed = batch.filter(({ arrival }) => !isPlain(arrival));
    const plain = keyed.length === 0 ? batch : batch.filter(({ arrival }) => isPlain(arrival));
    flush(plain, keepPlain, () => flush(keyed, keepKeyed, drain));
  };
  const rest = (): void => {
    busy = false;
    for (const idle of awaitingRest.splice(0)) idle();
  };

  return {
    take: (arrival, told) => {
      waiting.push({ arrival, told });
      if (busy) gauge.met();
      else {
        busy = true;
        drain();
      }
    },
    close: async () => {
      if (busy) await new Promise<void>((resolve) => awaitingRest.push(resolve));
      await (await client?.catch(() => undefined))?.end();
    },
  };
};
