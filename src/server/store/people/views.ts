import { and, asc, eq, getTableColumns, isNull, or, sql } from "drizzle-orm";
import type { View, ViewInput } from "#contract/audiences.ts";
import { type AudienceNode, audience as audienceSchema } from "#domain/audience/audience.ts";
import { compileAudience } from "#domain/audience/compile.ts";
import type { AudienceContext } from "#domain/audience/context.ts";
import type { SortDirection } from "#domain/people-sort.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { viewPositions, views } from "#server/db/schema/views.ts";

export type ViewRow = typeof views.$inferSelect;

/** Stands for an audience that this version cannot parse: it matches nobody. */
const nobody: AudienceNode = { not: { everybody: true } };

export const presentView = (row: ViewRow, context: AudienceContext): View => ({
  id: row.id,
  kind: row.kind,
  screen: row.screen,
  name: row.name,
  ownerId: row.ownerId,
  audience: audienceSchema.safeParse(row.audience).data ?? nobody,
  isReadable: compileAudience(row.audience, context).ok,
  columns: row.columns,
  sort: row.sort,
  direction: row.direction as SortDirection | null,
  shape: row.shape,
  pinned: row.pinned,
  position: row.position,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

const isVisibleTo = (userId: string) => or(isNull(views.ownerId), eq(views.ownerId, userId));

/** The position of views that the user has not placed: after all that the user has. */
const unplaced = 1_000_000;

/** The user's own views and all shared ones, in the user's order. */
export const listViews = (db: Reader, userId: string): Promise<ViewRow[]> => {
  const position = sql<number>`coalesce(${viewPositions.position}, ${unplaced} + ${views.position})`;
  return db
    .select({ ...getTableColumns(views), position })
    .from(views)
    .leftJoin(viewPositions, and(eq(viewPositions.viewId, views.id), eq(viewPositions.userId, userId)))
    .where(isVisibleTo(userId))
    .orderBy(asc(position), sql`lower(${views.name})`, asc(views.id));
};

/** Replaces the user's order. Views that the user cannot see, or that are gone meanwhile, are left out. */
export const saveViewOrder = async (tx: Tx, userId: string, ids: readonly string[]): Promise<void> => {
  await tx.delete(viewPositions).where(eq(viewPositions.userId, userId));
  await tx.execute(sql`
    INSERT INTO view_positions (user_id, view_id, position)
    SELECT ${userId}, v.id, min(placed.position) FROM unnest(${sql.param(ids)}::uuid[]) WITH ORDINALITY AS placed (id, position)
      JOIN views v ON v.id = placed.id AND (v.owner_id IS NULL OR v.owner_id = ${userId})
     GROUP BY v.id`);
};

/** Undefined for one that does not exist and for another user's own view. */
export const findView = async (db: Reader, id: string, userId: string): Promise<ViewRow | undefined> => {
  const [row] = await db
    .select()
    .from(views)
    .where(and(eq(views.id, id), isVisibleTo(userId)));
  return row;
};

export const lockView = async (tx: Tx, id: string, userId: string): Promise<ViewRow | undefined> => {
  const [row] = await tx
    .select()
    .from(views)
    .where(and(eq(views.id, id), isVisibleTo(userId)))
    .for("update");
  return row;
};

type StoredInput = Omit<ViewInput, "shared"> & { ownerId: string | null };

const toColumns = ({ audience, ...input }: Partial<StoredInput>) => ({
  ...input,
  ...(audience ? { audience: audience as Record<string, unknown> } : {}),
});

/** Undefined if a segment of this name exists. */
export const insertView = async (
  tx: Tx,
  input: StoredInput,
  createdBy: string | null,
): Promise<ViewRow | undefined> => {
  const [row] = await tx
    .insert(views)
    .values({ ...input, audience: input.audience as Record<string, unknown>, createdBy })
    .onConflictDoNothing()
    .returning();
  return row;
};

export const isSegmentNameUsed = async (tx: Tx, name: string, exceptId: string): Promise<boolean> => {
  const { rows } = await tx.execute(sql`
    SELECT FROM views WHERE kind = 'segment' AND lower(name) = lower(${name}) AND id <> ${exceptId}`);
  return rows.length > 0;
};

export const updateView = async (tx: Tx, id: string, change: Partial<StoredInput>): Promise<ViewRow> => {
  const [row] = await tx
    .update(views)
    .set({ ...toColumns(change), updatedAt: sql`now()` })
    .where(eq(views.id, id))
    .returning();
  if (!row) throw new Error("The view was locked, but is gone");
  return row;
};

export const deleteView = async (tx: Tx, id: string): Promise<void> => {
  await tx.delete(views).where(eq(views.id, id));
};

export type SegmentUse = { place: "rules" | "views" | "broadcasts" | "webhooks"; id: string; name: string };

/** The rules, views and other segments that refer to a segment; own views of other users without their name. */
export const findSegmentUses = async (tx: Tx, id: string, userId: string | null): Promise<SegmentUse[]> => {
  const { rows } = await tx.execute<SegmentUse>(sql`
    SELECT 'rules' AS place, id, name FROM rules
     WHERE position(${id} IN concat(triggers, conditions, actions, options)) > 0
    UNION ALL
    SELECT 'views', id, CASE WHEN owner_id IS NULL OR owner_id = ${userId}::uuid THEN name ELSE '' END FROM views
     WHERE id <> ${id} AND position(${`"segment.${id}"`} IN audience::text) > 0
    UNION ALL
    SELECT 'broadcasts', id, definition ->> 'name' FROM broadcasts
     WHERE state IN ('draft', 'checking', 'checked') AND position(${`"segment.${id}"`} IN definition::text) > 0
    UNION ALL
    SELECT 'webhooks', id, name FROM webhook_subscriptions
     WHERE deleted_at IS NULL AND position(${`"segment.${id}"`} IN audience::text) > 0
     ORDER BY 1, 3 LIMIT 20`);
  return rows;
};
