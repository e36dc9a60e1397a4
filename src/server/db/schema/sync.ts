import { sql } from "drizzle-orm";
import {
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { ImportProof } from "#domain/import/import-options.ts";
import {
  type ConflictRule,
  conflictRules,
  type DeletionRule,
  deletionRules,
  type FieldLink,
  type RemoteField,
} from "#domain/sync/field-map.ts";
import type { DeletionTally } from "#domain/sync/mass-deletion.ts";
import type { PairProblem } from "#domain/sync/plan-pair.ts";
import type { SyncValue } from "#domain/sync/remote-value.ts";
import {
  type SyncChangeKind,
  type SyncChangeState,
  type SyncCounts,
  type SyncPhase,
  type SyncState,
  type SyncWay,
  syncChangeKinds,
  syncChangeStates,
  syncPhases,
  syncStates,
  syncWays,
} from "#domain/sync/sync-state.ts";
import { createdAt, oneOf, primaryId, timestampMs, updatedAt } from "./columns.ts";

/** Where a sync continues. */
export type SyncCursor = {
  /** Of a preview or load: the vendor's contacts first, then our people. */
  part?: "theirs" | "ours";
  /** The vendor's own cursor of the present listing; null at its start. */
  after?: string | null;
  /** The last person that was looked at. */
  afterPerson?: string | null;
  /** Changes from this instant on are asked for, in milliseconds. */
  since?: number;
  /** When the present listing of changes began: the next one starts there. */
  startedAt?: number;
  /** When linked contacts were last read again, where the vendor lists no deleted ones. */
  sweptAt?: number;
  /** The last contact that the present sweep has read; blank at its start. */
  sweep?: string;
};

/** The account and the container in it (a base, a sheet, an audience) whose contacts are linked. */
export type LinkedAccount = { id: string; name: string };

/** A vendor's reports of changes, which we ask for and renew. */
export type SyncSubscription = {
  /** Where it reports to. */
  url: string;
  /** The vendor's id of it; null before it was asked for. */
  id: string | null;
  /** When it is asked for, or renewed, and when it ends; in milliseconds. */
  renewAt: number;
  expiresAt: number | null;
  /** Where the vendor's list of reports continues. */
  cursor: string | null;
  /** The vendor said that its list has something new. */
  hasReports?: boolean;
};

/** The sync of people with one vendor. */
export const syncConnections = pgTable(
  "sync_connections",
  {
    service: text("service").primaryKey(),
    phase: text("phase").$type<SyncPhase>().notNull().default("setup"),
    state: text("state").$type<SyncState>().notNull().default("waiting"),
    map: jsonb("map").$type<FieldLink[]>().notNull().default([]),
    rule: text("rule").$type<ConflictRule>().notNull().default("newest"),
    createsHere: boolean("creates_here").notNull().default(true),
    createsThere: boolean("creates_there").notNull().default(true),
    /** What happens to the person when the contact is deleted, and the other way round. */
    onRemoteDelete: text("on_remote_delete").$type<DeletionRule>().notNull().default("keep"),
    onLocalDelete: text("on_local_delete").$type<DeletionRule>().notNull().default("keep"),
    /** The vendor's fields as they were last read. */
    remoteFields: jsonb("remote_fields").$type<RemoteField[]>().notNull().default([]),
    cursor: jsonb("cursor").$type<SyncCursor>().notNull().default({}),
    counts: jsonb("counts").$type<SyncCounts>().notNull().default({}),
    total: integer("total"),
    processed: integer("processed").notNull().default(0),
    problem: jsonb("problem").$type<{ kind: string; en: string; es: string }>(),
    /** Null until the first load begins. A run that finds another one pauses the sync. */
    account: jsonb("account").$type<LinkedAccount>(),
    deletions: jsonb("deletions").$type<DeletionTally>().notNull().default({}),
    /** Where agreements that come from the vendor were given; without it they count as unproven. */
    proof: jsonb("proof").$type<ImportProof>(),
    subscription: jsonb("subscription").$type<SyncSubscription>(),
    failures: integer("failures").notNull().default(0),
    nextAt: timestampMs("next_at"),
    /** The worker that runs it. A new claim has a new fence, so that one whose lease ran out changes nothing. */
    fence: text("fence"),
    lastSyncAt: timestampMs("last_sync_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    oneOf("sync_connections_phase_check", table.phase, syncPhases),
    oneOf("sync_connections_state_check", table.state, syncStates),
    oneOf("sync_connections_rule_check", table.rule, conflictRules),
    oneOf("sync_connections_remote_delete_check", table.onRemoteDelete, deletionRules),
    oneOf("sync_connections_local_delete_check", table.onLocalDelete, deletionRules),
  ],
);

/** A person and the contact they are linked with, and the values that both had after the last sync. */
export const syncLinks = pgTable(
  "sync_links",
  {
    id: primaryId(),
    service: text("service")
      .notNull()
      .references(() => syncConnections.service, { onDelete: "cascade" }),
    /** Null once the person was deleted here, so that the contact does not bring them back. A trigger empties it. */
    personId: uuid("person_id"),
    remoteId: text("remote_id").notNull(),
    values: jsonb("values").$type<Record<string, SyncValue>>().notNull().default({}),
    /** Values that could not be carried over, as they were last logged. */
    problems: jsonb("problems").$type<PairProblem[]>().notNull().default([]),
    /** When the vendor's version that was last seen was made. */
    remoteAt: timestampMs("remote_at"),
    /** When the vendor did not find it; once it counts as deleted, `goneAt` is set. */
    missingAt: timestampMs("missing_at"),
    /** When the vendor was found not to have it any more. */
    goneAt: timestampMs("gone_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex("sync_links_remote_index").on(table.service, table.remoteId),
    uniqueIndex("sync_links_person_index")
      .on(table.personId, table.service)
      .where(sql`person_id IS NOT NULL`),
    index("sync_links_missing_index")
      .on(table.service, table.remoteId)
      .where(sql`missing_at IS NOT NULL AND gone_at IS NULL`),
  ],
);

/** Every change that a sync made on either side, or could not make. */
export const syncChanges = pgTable(
  "sync_changes",
  {
    id: primaryId(),
    service: text("service")
      .notNull()
      .references(() => syncConnections.service, { onDelete: "cascade" }),
    /** No reference, because an undo deletes the person and keeps the row. An erasure deletes the row. */
    personId: uuid("person_id"),
    remoteId: text("remote_id"),
    way: text("way").$type<SyncWay>().notNull(),
    kind: text("kind").$type<SyncChangeKind>().notNull(),
    state: text("state").$type<SyncChangeState>().notNull().default("done"),
    before: jsonb("before").$type<Record<string, SyncValue>>().notNull().default({}),
    after: jsonb("after").$type<Record<string, SyncValue>>().notNull().default({}),
    /** Why each field was written. */
    reasons: jsonb("reasons").$type<Record<string, string>>().notNull().default({}),
    /** What lost where both sides had changed. */
    conflicts: jsonb("conflicts").$type<Record<string, SyncValue>>().notNull().default({}),
    problems: jsonb("problems").$type<PairProblem[]>().notNull().default([]),
    /** The vendor's words about a refusal. */
    message: text("message"),
    createdAt: createdAt(),
    undoneAt: timestampMs("undone_at"),
  },
  (table) => [
    index("sync_changes_created_index").on(table.service, table.createdAt.desc(), table.id.desc()),
    index("sync_changes_person_index").on(table.personId).where(sql`person_id IS NOT NULL`),
    index("sync_changes_pending_index").on(table.service, table.personId).where(sql`state = 'pending'`),
    oneOf("sync_changes_way_check", table.way, syncWays),
    oneOf("sync_changes_kind_check", table.kind, syncChangeKinds),
    oneOf("sync_changes_state_check", table.state, syncChangeStates),
  ],
);

/**
 * Pairs that must be compared again: people who changed here (triggers add them) and contacts that a webhook named. Rows
 * are only added and deleted, so that a change during a comparison leaves a row of its own.
 */
export const syncQueue = pgTable(
  "sync_queue",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    service: text("service")
      .notNull()
      .references(() => syncConnections.service, { onDelete: "cascade" }),
    personId: uuid("person_id"),
    remoteId: text("remote_id"),
    createdAt: createdAt(),
  },
  (table) => [index("sync_queue_service_index").on(table.service, table.id)],
);
