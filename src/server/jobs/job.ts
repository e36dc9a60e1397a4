import type pg from "pg";
import type * as z from "zod";
import type { GeneralSettings } from "#domain/general-settings.ts";
import type { SimulationPolicy } from "#domain/messages/simulation.ts";
import type { RetryPolicy } from "#domain/retry.ts";
import type { AiClient } from "#server/ai/ai-client.ts";
import type { StaffMailer } from "#server/connectors/messaging/staff-mail.ts";
import type { Database } from "#server/db/database.ts";
import type { Egress } from "#server/egress/egress.ts";
import type { AddressGuard } from "#server/egress/guarded-agent.ts";
import type { Log } from "#server/log.ts";
import type { MappingEngine } from "#server/mapping/engine.ts";
import type { KnowledgeVectors } from "#server/store/ai/knowledge-vectors.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import type { PushSender } from "#server/store/connections/push-sender.ts";
import type { Vendors } from "#server/store/connections/vendors.ts";
import type { Write, WriteContext } from "#server/store/write.ts";
import type { Keyring } from "#server/vault/keyring.ts";

export type JobContext = {
  database: Database;
  write: Write;
  keyring: Keyring;
  dataDir: string;
  log: Log;
  egress: Egress;
  ai: AiClient;
  general: () => Promise<GeneralSettings>;
  /** Template values of the business, and the default language of messages. */
  business: () => Promise<{ values: Record<string, string>; language: "en" | "es" }>;
  knowledgeVectors: () => Promise<KnowledgeVectors | undefined>;
  addressHash: AddressHash;
  mapping: MappingEngine;
  vendors: Vendors;
  simulation: () => Promise<SimulationPolicy>;
  push: PushSender;
  mailStaff: StaffMailer;
  backups: {
    /** Where backups are kept that do not go to a store. */
    folder: string;
    /** The database is on the disk of the data directory. */
    isEmbedded: boolean;
    /** Prepares an empty database for the pending jobs of a backup. */
    createJobTables: (connection: pg.ClientConfig) => Promise<void>;
  };
  /** Which private hosts a mailbox may be on; none when absent. */
  mayConnect?: AddressGuard;
};

/**
 * Background work. `run` gets a batch; when it throws, the batch is halved until the failing payload is alone. A
 * process can die between the work and its mark, so `run` must tolerate a second run of the same payload.
 */
export type Job<Name extends string = string, P extends z.ZodType = z.ZodType> = {
  name: Name;
  payload: P;
  retry: RetryPolicy;
  batchSize: number;
  /** How many batches a process works on at once; one where it is absent. */
  concurrency?: number;
  /** Of payloads of one group, a process works on one at a time. */
  groupOf?(payload: z.infer<P>): string;
  /** Cron in UTC, with an empty payload. */
  schedule?: string;
  run: (batch: z.infer<P>[], context: JobContext) => Promise<void>;
  /** Records that a payload is not tried again: its last attempt failed, or the process died during it. */
  onDeadLetter?: (payload: z.infer<P>, context: WriteContext) => Promise<void>;
};

export const defineJob = <Name extends string, P extends z.ZodType>(job: Job<Name, P>): Job<Name, P> => job;
