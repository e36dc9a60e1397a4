import pg from "pg";
import { isConnectionLoss } from "#server/db/database.ts";
import { type Arrival, isPlain, type Kept, keepKeyed, keepPlain } from "#server/store/arrivals.ts";

export type Intake = {
  /** Resolves when the event is committed, and never before. */
  take: (arrival: Arrival) => Promise<Kept>;
  close: () => Promise<void>;
};

type Waiting = { arrival: Arrival; resolve: (kept: Kept) => void; reject: (error: unknown) => void };
type Keep = (db: pg.Client, arrivals: Arrival[]) => Promise<Kept[]>;

const mostRows = 500;
const mostBytes = 4_194_304;
/**
 * How hard the door is pressed. In a `flow` events come so fast that whoever reads them gains by reading many
 * together; in a `flood` senders are queueing for the next commit, and the door goes first.
 */
export type Press = "calm" | "flow" | "flood";

/** From so many a second on it is a flow, and with so many in a commit a flood; looked at so often. */
const flowPerSecond = 500;
const floodRows = 20;
const pressWindowMs = 100;

/** A statement at the door takes milliseconds. */
const longestMs = 15_000;

const hangUp = (client: pg.Client): void => {
  (client as pg.Client & { connection: pg.Connection }).connection.stream.destroy();
};

const createPressGauge = () => {
  let since = performance.now();
  let rows = 0;
  let commits = 0;
  let press: Press = "calm";
  return (more: number): Press => {
    rows += more;
    commits += 1;
    const elapsed = performance.now() - since;
    if (elapsed < pressWindowMs) return press;
    const flows = (rows * 1000) / elapsed >= flowPerSecond;
    press = !flows ? "calm" : rows / commits >= floodRows ? "flood" : "flow";
    since += elapsed;
    rows = 0;
    commits = 0;
    return press;
  };
};

/**
 * Events that arrive while a commit is under way are committed together the moment it ends: no timer, so a lone
 * event waits for nobody, and a crowd shares one flush of the disk. What is kept is the queue of the next stage, so
 * one statement, committed by itself, is all there is to do; it has a connection of its own.
 */
export const createIntake = (connection: pg.ClientConfig, onTaken: (press: Press) => void): Intake => {
  const gauge = createPressGauge();
  const waiting: Waiting[] = [];
  let client: Promise<pg.Client> | undefined;
  let ready: pg.Client | undefined;
  let running: Promise<void> | undefined;

  const connected = (): Promise<pg.Client> => {
    client ??= (async () => {
      const fresh = new pg.Client({ ...connection, query_timeout: 0 });
      const drop = (): void => {
        if (client === mine) client = ready = undefined;
      };
      fresh.on("error", drop);
      fresh.on("end", drop);
      await fresh.connect();
      ready = fresh;
      return fresh;
    })();
    const mine = client;
    mine.catch(() => {
      if (client === mine) client = undefined;
    });
    return mine;
  };

  const tellTaken = (rows: number): void => onTaken(gauge(rows));
  // Should the server not answer at all, we stop waiting. The driver would set a timer for each statement.
  const overdue = setTimeout(() => running && ready && hangUp(ready), longestMs).unref();

  const flush = async (batch: Waiting[], keep: Keep): Promise<void> => {
    if (batch.length === 0) return;
    try {
      const db = ready ?? (await connected());
      overdue.refresh();
      const kept = await keep(
        db,
        batch.map(({ arrival }) => arrival),
      );
      batch.forEach(({ arrival, resolve }, at) => void resolve(kept[at] ?? { id: arrival.id, isNew: true }));
      // They are answered first.
      setImmediate(tellTaken, batch.length);
    } catch (error) {
      // One that the database cannot take must not take its neighbours along.
      if (batch.length > 1 && !isConnectionLoss(error)) for (const one of batch) await flush([one], keep);
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
      const batch = waiting.splice(0, rows);
      const keyed = batch.filter(({ arrival }) => !isPlain(arrival));
      const plain = keyed.length === 0 ? batch : batch.filter(({ arrival }) => isPlain(arrival));
      await flush(plain, keepPlain);
      await flush(keyed, keepKeyed);
    }
    running = undefined;
  };

  return {
    take: (arrival) =>
      new Promise((resolve, reject) => {
        waiting.push({ arrival, resolve, reject });
        running ??= drain();
      }),
    close: async () => {
      await running;
      await (await client?.catch(() => undefined))?.end();
    },
  };
};
