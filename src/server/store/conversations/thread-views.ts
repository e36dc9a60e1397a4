import { type SQL, sql } from "drizzle-orm";
import type { InboxSort, InboxView } from "#contract/threads.ts";

/** Whether the thread `t` has a message that the user has not read. */
export const isUnreadSql = (userId: string): SQL => sql`(t.last_inbound_at IS NOT NULL AND NOT EXISTS (
  SELECT FROM thread_reads r WHERE r.user_id = ${userId}::uuid AND r.person_id = t.person_id
     AND r.read_at >= t.last_inbound_at))`;

/** The conditions are those of the partial indexes of `threads`. */
export const viewCondition = (view: InboxView, userId: string): SQL => {
  const conditions: Record<InboxView, SQL> = {
    open: sql`t.state = 'open'`,
    mine: sql`t.owner_id = ${userId}::uuid AND t.state = 'open'`,
    unassigned: sql`t.owner_id IS NULL AND t.state = 'open'`,
    waiting: sql`t.waiting_since IS NOT NULL AND t.state = 'open'`,
    unread: sql`t.state = 'open' AND ${isUnreadSql(userId)}`,
    snoozed: sql`t.state = 'snoozed'`,
    review: sql`t.under_review`,
    not_sent: sql`t.not_sent`,
    closed: sql`t.state = 'closed'`,
  };
  return conditions[view];
};

/** The part of a list that one index gives in its order. Lists with several parts show one after the other. */
export type OrderPart = {
  where: SQL;
  /** A column of `threads`, in milliseconds for the cursor. */
  key: "last_item_at" | "waiting_since" | "snoozed_until";
  isDescending: boolean;
  /** The direction of the person's id, which breaks ties, as in the index. */
  isIdDescending: boolean;
};

const newest = (where: SQL): OrderPart => ({
  where,
  key: "last_item_at",
  isDescending: true,
  isIdDescending: false,
});

const isWaiting = sql`t.waiting_since IS NOT NULL AND t.state = 'open'`;

export const defaultSorts: Partial<Record<InboxView, InboxSort>> = { waiting: "longest_wait" };

/** `isUnreadHere` tells which threads a list that is sorted by them has first. */
export const orderParts = (view: InboxView, sort: InboxSort | undefined, isUnreadHere: SQL): OrderPart[] => {
  if (view === "snoozed" && sort === undefined)
    return [
      {
        where: sql`t.snoozed_until IS NOT NULL`,
        key: "snoozed_until",
        isDescending: false,
        isIdDescending: false,
      },
      newest(sql`t.snoozed_until IS NULL`),
    ];
  const orders: Record<InboxSort, OrderPart[]> = {
    newest: [newest(sql`true`)],
    // The same index, read backwards.
    oldest: [{ where: sql`true`, key: "last_item_at", isDescending: false, isIdDescending: true }],
    longest_wait: [
      { where: isWaiting, key: "waiting_since", isDescending: false, isIdDescending: false },
      ...(view === "waiting" ? [] : [newest(sql`NOT (${isWaiting})`)]),
    ],
    unread_first:
      view === "unread" ? [newest(sql`true`)] : [newest(isUnreadHere), newest(sql`NOT ${isUnreadHere}`)],
  };
  return orders[sort ?? defaultSorts[view] ?? "newest"];
};

/** Where a page begins: after this row of this part. */
export type ThreadCursor = { part: number; key: number; personId: string };

const cursorPattern = /^(\d)_(\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const writeCursor = ({ part, key, personId }: ThreadCursor): string => `${part}_${key}_${personId}`;

export const parseCursor = (text: string): ThreadCursor | undefined => {
  const [, part, key, personId] = cursorPattern.exec(text) ?? [];
  return personId === undefined ? undefined : { part: Number(part), key: Number(key), personId };
};

export const afterCursor = (
  { key, isDescending, isIdDescending }: OrderPart,
  cursor: Pick<ThreadCursor, "key" | "personId">,
): SQL => {
  const column = sql.raw(`t.${key}`);
  const at = sql`${new Date(cursor.key).toISOString()}::timestamptz`;
  const [beyond, orEqual] = isDescending ? ["<", "<="] : [">", ">="];
  return sql`${column} ${sql.raw(orEqual)} ${at} AND (${column} ${sql.raw(beyond)} ${at}
    OR t.person_id ${sql.raw(isIdDescending ? "<" : ">")} ${cursor.personId}::uuid)`;
};

/** The planner uses an index only for the very order that it was made with, or for its exact reverse. */
const keyOrder = ({ key, isDescending }: OrderPart): string => {
  if (key !== "last_item_at") return `t.${key}`;
  return isDescending ? `t.${key} DESC NULLS LAST` : `t.${key} ASC NULLS FIRST`;
};

export const orderBy = (part: OrderPart): SQL =>
  sql.raw(`ORDER BY ${keyOrder(part)}, t.person_id${part.isIdDescending ? " DESC" : ""}`);
