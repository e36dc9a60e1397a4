import { sql } from "drizzle-orm";
import { customType, timestamp, uuid } from "drizzle-orm/pg-core";

/** UUIDv7 made by the database (a function of our first migration: PostgreSQL 15 to 17 have none). */
export const primaryId = () => uuid("id").primaryKey().default(sql`uuid_v7()`);
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });
export const createdAt = () => moment("created_at").notNull().defaultNow();
export const updatedAt = () => moment("updated_at").notNull().defaultNow();
export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });
