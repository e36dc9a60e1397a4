import { sql } from "drizzle-orm";
import { type AnyPgColumn, check, customType, timestamp, uuid } from "drizzle-orm/pg-core";

/** UUIDv7 made by an SQL function, because PostgreSQL has its own only from 18 on. */
export const primaryId = () => uuid("id").primaryKey().default(sql`uuid_v7()`);
export const timestampMs = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3, mode: "date" });
export const createdAt = () => timestampMs("created_at").notNull().defaultNow();
export const updatedAt = () => timestampMs("updated_at").notNull().defaultNow();
export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** A CHECK that a column holds one of the values that the domain lists. */
export const oneOf = (name: string, column: AnyPgColumn, values: readonly string[]) =>
  check(name, sql`${column} IN (${sql.raw(values.map((value) => `'${value}'`).join(", "))})`);
