import { sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import {
  type LocationPrecision,
  type LocationProvider,
  locationPrecisions,
  locationProviders,
} from "#domain/places/location.ts";
import { oneOf, timestampMs } from "./columns.ts";
import { people } from "./people.ts";

/** Where a person's postal address is. */
export const personLocations = pgTable(
  "person_locations",
  {
    personId: uuid("person_id")
      .primaryKey()
      .references(() => people.id, { onDelete: "cascade" }),
    /** Null where only the area is known. */
    latitude: doublePrecision("latitude"),
    longitude: doublePrecision("longitude"),
    /** The point on a sphere of radius 1, computed where it was written, so that every reader compares the same. */
    x: doublePrecision("x"),
    y: doublePrecision("y"),
    z: doublePrecision("z"),
    /** Null where the address could not be located. */
    precision: text("precision").$type<LocationPrecision>(),
    /** FIPS code of the county or municipality, or of the state. */
    areaCode: text("area_code"),
    provider: text("provider").$type<LocationProvider>().notNull(),
    /** Hash of who was asked and of the address as it was asked for; null forces another look-up. */
    lookupHash: text("lookup_hash"),
    geocodedAt: timestampMs("geocoded_at").notNull().defaultNow(),
  },
  (table) => [
    index("person_locations_point_index")
      .using("gist", sql`point(longitude, latitude)`)
      .where(sql`latitude IS NOT NULL`),
    index("person_locations_area_index").on(sql`${table.areaCode} COLLATE "C"`, table.personId),
    index("person_locations_lookup_index").on(table.lookupHash),
    index("person_locations_expiry_index").on(table.geocodedAt).where(sql`provider = 'google'`),
    oneOf("person_locations_precision_check", table.precision, locationPrecisions),
    oneOf("person_locations_provider_check", table.provider, locationProviders),
  ],
);

/** People whose address is to be located; filled by triggers on people. */
export const locationQueue = pgTable(
  "location_queue",
  {
    personId: uuid("person_id")
      .primaryKey()
      .references(() => people.id, { onDelete: "cascade" }),
    /** Counts changes, so that a look-up of the former address does not end the row. */
    version: integer("version").notNull().default(1),
    /** Located by what the product ships; a vendor is still to be asked. */
    needsVendor: boolean("needs_vendor").notNull().default(false),
    attempts: smallint("attempts").notNull().default(0),
    dueAt: timestampMs("due_at").notNull().defaultNow(),
  },
  (table) => [index("location_queue_due_index").on(table.needsVendor, table.dueAt)],
);

/** One row: what the stored locations were made with, and which process works on them. */
export const locationState = pgTable("location_state", {
  id: smallint("id").primaryKey().default(1),
  /** Vendor, custom field of the street, and version of the shipped places. Another one queues everybody again. */
  signature: text("signature"),
  /** How far everybody has been queued again; null when it is done. */
  queuedUpTo: uuid("queued_up_to"),
  leasedUntil: timestampMs("leased_until"),
  /** No vendor is asked before. */
  pausedUntil: timestampMs("paused_until"),
  /** What the vendor last refused. */
  lastError: jsonb("last_error").$type<{ en: string; es: string }>(),
  lastErrorAt: timestampMs("last_error_at"),
});
