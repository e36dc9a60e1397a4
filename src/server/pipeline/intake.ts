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
/** From so many in one commit on, senders are queueing. */
const crowd = 20;

/**
 * Events that arrive while a commit is under way are committed together the moment it ends: no timer, so a lone
 * event waits for nobody, and a crowd shares one flush of the disk. What is kept is the queue of the next stage, so
 * one statement, committed by itself, is all there is to do; it has a connection of its own.
 */
export const createIntake = (
  connection: pg.ClientConfig,
  /** `crowded`: events come faster than they can be committed one by one. */
  onTaken: (crowded: boolean) => void,
): Intake => {
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

  const flush = async (batch: Waiting[], keep: Keep): Promise<void> => {
    if (batch.length === 0) return;
    try {
      const kept = await keep(
        await connected(),
        batch.map(({ arrival }) => arrival),
      );
      onTaken(batch.length >= crowd);
      batch.forEach(({ arrival, resolve }, at) => void resolve(kept[at] ?? { id: arrival.id, isNew: true }));
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
      const { plain = [], keyed = [] } = Object.groupBy(batch, ({ arrival }) =>
        isPlain(arrival) ? "plain" : "keyed",
      );
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
