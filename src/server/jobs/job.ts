import type * as z from "zod";
import type { Database, Tx } from "#server/db/database.ts";
import type { Egress } from "#server/egress/egress.ts";
import type { AddressGuard } from "#server/egress/guarded-agent.ts";
import type { Log } from "#server/log.ts";
import type { MappingEngine } from "#server/mapping/engine.ts";
import type { Write } from "#server/store/write.ts";
import type { Keyring } from "#server/vault/keyring.ts";

/** What a job may use. */
export type JobContext = {
  database: Database;
  write: Write;
  keyring: Keyring;
  dataDir: string;
  log: Log;
  egress: Egress;
  mapping: MappingEngine;
  /** Which private hosts a mailbox may be on; absent, none. */
  mayConnect?: AddressGuard;
};

export type JobOptions = { startAfter?: Date };

/**
 * Work that must happen, once its transaction committed. `run` gets a batch; should it throw for a batch of
 * several, each is tried alone, so that one poisoned payload never blocks its neighbours. A job may run
 * twice (a process can die after its work and before its mark), so `run` must bear that.
 */
export type Job<Name extends string = string, P extends z.ZodType = z.ZodType> = {
  name: Name;
  payload: P;
  /** Tries after the first one; the wait doubles from `delaySeconds` up to `maxDelaySeconds`. */
  retry: { limit: number; delaySeconds: number; maxDelaySeconds: number };
  batchSize: number;
  /** Cron in UTC, with an empty payload. */
  schedule?: string;
  run: (batch: z.infer<P>[], context: JobContext) => Promise<void>;
};

export const defineJob = <Name extends string, P extends z.ZodType>(job: Job<Name, P>): Job<Name, P> => job;

export type JobQueue = {
  insert: (tx: Tx, job: Job, rows: { payload: object; options: JobOptions }[]) => Promise<void>;
};
