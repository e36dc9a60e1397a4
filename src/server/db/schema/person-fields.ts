import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import {
  type PersonAddressKind,
  type PersonAddressState,
  personAddressKinds,
  personAddressStates,
} from "#domain/people/person-address.ts";
import { type PersonFieldKind, personFieldKinds } from "#domain/people/person-field.ts";
import { bytes, createdAt, oneOf, primaryId, timestampMs, updatedAt } from "./columns.ts";
import { people } from "./people.ts";

/** Custom fields of people. Their values are in `people.fields`, by key; a key never changes. */
export const personFields = pgTable(
  "person_fields",
  {
    key: text("key").primaryKey(),
    labelEn: text("label_en").notNull(),
    labelEs: text("label_es").notNull(),
    kind: text("kind").$type<PersonFieldKind>().notNull(),
    /** Of the kinds choice and choices. */
    choices: text("choices").array().notNull().default(sql`'{}'::text[]`),
    position: integer("position").notNull().default(0),
    /** Personal data beyond name and address, such as a birthday. */
    pii: boolean("pii").notNull().default(false),
    archivedAt: timestampMs("archived_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [oneOf("person_fields_kind_check", table.kind, personFieldKinds)],
);

/**
 * Every address of a person. A trigger keeps the primary ones equal to `people.email` and `people.phone`; the others
 * came from a merge, a form or an operator.
 */
export const personAddresses = pgTable(
  "person_addresses",
  {
    id: primaryId(),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    kind: text("kind").$type<PersonAddressKind>().notNull(),
    /** In lower case, or in E.164. */
    value: text("value").notNull(),
    isPrimary: boolean("is_primary").notNull().default(false),
    state: text("state").$type<PersonAddressState>().notNull().default("active"),
    label: text("label"),
    /** The keyed hash by which opt-outs are stored; null until a job has computed it. */
    hash: bytes("hash"),
    /** When the person last wrote from it. */
    lastInboundAt: timestampMs("last_inbound_at"),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("person_addresses_once_index").on(table.personId, table.kind, table.value),
    uniqueIndex("person_addresses_primary_index").on(table.personId, table.kind).where(sql`is_primary`),
    index("person_addresses_value_index").on(table.value),
    index("person_addresses_hash_index").on(table.hash).where(sql`hash IS NOT NULL`),
    index("person_addresses_unhashed_index").on(table.id).where(sql`hash IS NULL`),
    oneOf("person_addresses_kind_check", table.kind, personAddressKinds),
    oneOf("person_addresses_state_check", table.state, personAddressStates),
  ],
);

/** People who were merged into others: their former id leads to the survivor, and an undo restores the row. */
export const mergedPeople = pgTable(
  "merged_people",
  {
    /** The former id. */
    id: uuid("id").primaryKey(),
    survivorId: uuid("survivor_id")
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    batchId: uuid("batch_id").notNull(),
    mergedAt: timestampMs("merged_at").notNull().defaultNow(),
    /** The row as it was, its addresses, and the ids of what moved, by table. */
    row: jsonb("row").$type<Record<string, unknown>>().notNull(),
    addresses: jsonb("addresses").$type<Record<string, unknown>[]>().notNull(),
    moved: jsonb("moved").$type<Record<string, string[]>>().notNull(),
  },
  (table) => [
    index("merged_people_survivor_index").on(table.survivorId),
    index("merged_people_batch_index").on(table.batchId),
  ],
);
