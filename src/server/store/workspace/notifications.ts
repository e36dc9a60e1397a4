import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { NotificationKind } from "#domain/notification.ts";
import type { Db, Tx } from "#server/db/database.ts";
import { notificationReads, notifications } from "#server/db/schema/notifications.ts";

const pageSize = 50;

export type NewNotification = {
  kind: NotificationKind;
  params: Record<string, string | number>;
  link?: string;
};

export const addNotifications = async (tx: Tx, rows: NewNotification[]): Promise<void> => {
  if (rows.length > 0) await tx.insert(notifications).values(rows);
};

const readBy = (userId: string) =>
  and(eq(notificationReads.notificationId, notifications.id), eq(notificationReads.userId, userId));

export const listNotifications = (db: Db, userId: string) =>
  db
    .select({
      id: notifications.id,
      kind: notifications.kind,
      params: notifications.params,
      link: notifications.link,
      createdAt: notifications.createdAt,
      readAt: notificationReads.readAt,
    })
    .from(notifications)
    .leftJoin(notificationReads, readBy(userId))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(pageSize);

export const countUnread = async (db: Db, userId: string): Promise<number> => {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(notifications)
    .leftJoin(notificationReads, readBy(userId))
    .where(isNull(notificationReads.notificationId));
  return row?.count ?? 0;
};

/** Marks the named notifications as read, or all of them. */
export const markRead = (tx: Tx, userId: string, ids: string[] | undefined) =>
  tx.execute(sql`
    INSERT INTO notification_reads (notification_id, user_id)
    SELECT id, ${userId}::uuid FROM notifications
     WHERE ${ids === undefined ? sql`true` : sql`id = ANY(${sql.param(ids)}::uuid[])`}
    ON CONFLICT DO NOTHING`);
