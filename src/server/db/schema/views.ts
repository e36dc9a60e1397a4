import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  type ViewKind,
  type ViewScreen,
  type ViewShape,
  viewKinds,
  viewScreens,
  viewShapes,
} from "#domain/audience/view.ts";
import { users } from "./access.ts";
import { createdAt, oneOf, primaryId, updatedAt } from "./columns.ts";

/** Saved views of lists, and segments: named audiences that rules and other audiences refer to by id. */
export const views = pgTable(
  "views",
  {
    id: primaryId(),
    kind: text("kind").$type<ViewKind>().notNull(),
    screen: text("screen").$type<ViewScreen>().notNull().default("people"),
    name: text("name").notNull(),
    /** Null for one that all users share. */
    ownerId: uuid("owner_id").references(() => users.id, { onDelete: "cascade" }),
    audience: jsonb("audience").$type<Record<string, unknown>>().notNull(),
    columns: text("columns").array().notNull().default(sql`'{}'::text[]`),
    sort: text("sort"),
    direction: text("direction"),
    shape: text("shape").$type<ViewShape>().notNull().default("list"),
    pinned: boolean("pinned").notNull().default(false),
    position: integer("position").notNull().default(0),
    createdBy: uuid("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex("views_segment_name_index").on(sql`lower(${table.name})`).where(sql`kind = 'segment'`),
    index("views_owner_index").on(table.ownerId),
    oneOf("views_kind_check", table.kind, viewKinds),
    oneOf("views_screen_check", table.screen, viewScreens),
    oneOf("views_shape_check", table.shape, viewShapes),
  ],
);

/** The order in which a user keeps the views; one without a position follows the others. */
export const viewPositions = pgTable(
  "view_positions",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    viewId: uuid("view_id")
      .notNull()
      .references(() => views.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.viewId] }),
    index("view_positions_view_index").on(table.viewId),
  ],
);
