import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { FileFacts } from "#domain/import/import-state.ts";
import {
  type BatchKind,
  type BatchState,
  batchKinds,
  batchStates,
  type RowVerdict,
  rowVerdicts,
  type UndoResult,
  undoResults,
} from "#domain/people/batch.ts";
import { users } from "./access.ts";
import { bytes, createdAt, oneOf, primaryId, timestampMs, updatedAt } from "./columns.ts";

/** Imports, bulk changes, merges and deletions: previewed, run page by page by a job, reported, and undone. */
export const batches = pgTable(
  "batches",
  {
    id: primaryId(),
    kind: text("kind").$type<BatchKind>().notNull(),
    state: text("state").$type<BatchState>().notNull(),
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    /** The name of the file, or null. */
    name: text("name"),
    /** What the kind needs: mapping and answers of an import, selection and change of a bulk change, pairs of a merge. */
    options: jsonb("options").$type<Record<string, unknown>>().notNull().default({}),
    /** What was found out about a file: encoding, separator, headers, sizes. */
    facts: jsonb("facts").$type<Partial<FileFacts>>().notNull().default({}),
    /** Rows by verdict and problems by kind, after the check or the run. */
    counts: jsonb("counts").$type<Record<string, unknown>>().notNull().default({}),
    /** The number of rows; null until they are counted. */
    total: integer("total"),
    /** How many were looked at in the present state. */
    processed: integer("processed").notNull().default(0),
    /** Where the next page starts. */
    afterLine: integer("after_line").notNull().default(0),
    afterId: uuid("after_id"),
    problem: jsonb("problem").$type<Record<string, unknown>>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    startedAt: timestampMs("started_at"),
    finishedAt: timestampMs("finished_at"),
    undoneAt: timestampMs("undone_at"),
    /** When its rows were deleted, after which it cannot be undone. */
    sweptAt: timestampMs("swept_at"),
  },
  (table) => [
    index("batches_created_index").on(table.createdAt.desc()),
    oneOf("batches_kind_check", table.kind, batchKinds),
    oneOf("batches_state_check", table.state, batchStates),
  ],
);

export const batchRows = pgTable(
  "batch_rows",
  {
    batchId: uuid("batch_id")
      .notNull()
      .references(() => batches.id, { onDelete: "cascade" }),
    /** The line of the file, or the position in the selection. */
    line: integer("line").notNull(),
    /** The cells of the file. */
    raw: text("raw").array(),
    verdict: text("verdict").$type<RowVerdict>(),
    /** No reference, because an undo deletes the person and keeps the row. An erasure deletes the row. */
    personId: uuid("person_id"),
    /** The fields that it changed, as they were and as it wrote them. */
    before: jsonb("before").$type<Record<string, unknown>>(),
    after: jsonb("after").$type<Record<string, unknown>>(),
    problems: jsonb("problems").$type<Record<string, unknown>[]>(),
    undo: text("undo").$type<UndoResult>(),
    /** Why it was kept or could not be undone. */
    undoReason: jsonb("undo_reason").$type<Record<string, unknown>>(),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.line] }),
    index("batch_rows_person_index").on(table.personId).where(sql`person_id IS NOT NULL`),
    oneOf("batch_rows_verdict_check", table.verdict, rowVerdicts),
    oneOf("batch_rows_undo_check", table.undo, undoResults),
  ],
);

/** An uploaded file in pieces, until it is read. */
export const batchFiles = pgTable(
  "batch_files",
  {
    batchId: uuid("batch_id")
      .notNull()
      .references(() => batches.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    content: bytes("content").notNull(),
  },
  (table) => [primaryKey({ columns: [table.batchId, table.position] })],
);

/** How the columns of a file were matched, remembered for files with the same headers. */
export const importMappings = pgTable(
  "import_mappings",
  {
    id: primaryId(),
    /** The name of the file, or the one that the operator gave. */
    name: text("name").notNull(),
    /** The folded headers in their order. */
    headers: text("headers").array().notNull(),
    mapping: jsonb("mapping").$type<Record<string, unknown>>().notNull(),
    usedAt: timestampMs("used_at").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("import_mappings_headers_index").on(table.headers)],
);
