import { and, desc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { NotificationKind } from "#domain/notification.ts";
import { isPushed, type PushedKind } from "#domain/push/push-group.ts";
import type { Db, Reader, Tx } from "#server/db/database.ts";
import { notificationReads, notifications } from "#server/db/schema/notifications.ts";
import { postNotices } from "#server/store/integrations/chats.ts";
import { type RecordReach, visibleIds } from "#server/store/people/visible-people.ts";
import type { WriteContext } from "#server/store/write.ts";
import { pushJob } from "./push-job.ts";

const pageSize = 50;

export type NewNotification<Kind extends NotificationKind = NotificationKind> = {
  kind: Kind;
  params: Record<string, string | number>;
  link?: string;
  /** All users where it is left out. */
  userId?: string | null;
  /** The members of a team. */
  teamId?: string | null;
  /** Whom it is about, where its link does not lead to them. */
  personId?: string | null;
};

const insertNotifications = async (tx: Tx, rows: NewNotification[]) => {
  if (rows.length === 0) return [];
  const added = await tx
    .insert(notifications)
    .values(rows.map(({ personId: _about, ...row }) => row))
    .returning({ id: notifications.id, hasDevices: sql<boolean>`EXISTS (SELECT FROM push_subscriptions)` });
  await postNotices(tx, rows);
  return added;
};

/** Notifications that users see in the app only. */
export const addNotifications = async (
  tx: Tx,
  rows: NewNotification<Exclude<NotificationKind, PushedKind>>[],
): Promise<void> => {
  await insertNotifications(tx, rows);
};

/** Notifications that go to the devices of their readers, too. */
export const addPushedNotifications = async (
  { tx, enqueue }: Pick<WriteContext, "tx" | "enqueue">,
  rows: NewNotification<PushedKind>[],
): Promise<void> => {
  for (const { id, hasDevices } of await insertNotifications(tx, rows))
    if (hasDevices) enqueue(pushJob, { notificationId: id, failures: 0 });
};

/** Whether there was a notification of this kind within the last milliseconds. */
export const hasRecentNotification = async (tx: Tx, kind: NotificationKind, ms: number): Promise<boolean> => {
  const { rows } = await tx.execute(sql`
    SELECT FROM notifications WHERE created_at > now() - make_interval(secs => ${ms / 1000}) AND kind = ${kind} LIMIT 1`);
  return rows.length > 0;
};

/** Of what names a person, only what leads to one of the user's part; otherwise what is for the user alone. */
const isWithin = (userId: string, reach: RecordReach) => {
  const person = sql`substring(${notifications.link} FROM '^/(?:inbox|people)/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})')`;
  return sql`CASE WHEN ${person} IS NULL THEN ${notifications.userId} = ${userId}::uuid AND ${notifications.link} IS NULL
    ELSE ${person}::uuid = ANY(${visibleIds(reach)}) END`;
};

/** A user sees what is for all, for them, and for their teams, of the kinds that their role opens. */
const isFor = (userId: string, kinds: NotificationKind[], reach: RecordReach | undefined) =>
  and(
    reach === undefined ? undefined : isWithin(userId, reach),
    or(
      and(isNull(notifications.userId), isNull(notifications.teamId)),
      eq(notifications.userId, userId),
      sql`${notifications.teamId} IN (SELECT m.team_id FROM team_members m WHERE m.user_id = ${userId}::uuid)`,
    ),
    inArray(notifications.kind, kinds),
  );

const readBy = (userId: string) =>
  and(eq(notificationReads.notificationId, notifications.id), eq(notificationReads.userId, userId));

export const listNotifications = (
  db: Db,
  userId: string,
  kinds: NotificationKind[],
  reach: RecordReach | undefined,
) =>
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
    .where(isFor(userId, kinds, reach))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(pageSize);

export type PushedNotification = {
  id: string;
  kind: PushedKind;
  params: Record<string, string | number>;
  link: string | null;
  createdAt: Date;
  isRead: boolean;
};

/** A notification for the devices of a user; undefined where the user may not see it. */
export const findPushedNotification = async (
  db: Reader,
  id: string,
  userId: string,
  kinds: NotificationKind[],
  reach: RecordReach | undefined,
): Promise<PushedNotification | undefined> => {
  const [row] = await db
    .select({
      id: notifications.id,
      kind: notifications.kind,
      params: notifications.params,
      link: notifications.link,
      createdAt: notifications.createdAt,
      isRead: sql<boolean>`${notificationReads.readAt} IS NOT NULL`,
    })
    .from(notifications)
    .leftJoin(notificationReads, readBy(userId))
    .where(and(eq(notifications.id, id), isFor(userId, kinds, reach)));
  if (!row) return undefined;
  const { kind } = row;
  return isPushed(kind) ? { ...row, kind } : undefined;
};

export const countUnread = async (
  db: Db,
  userId: string,
  kinds: NotificationKind[],
  reach: RecordReach | undefined,
): Promise<number> => {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(notifications)
    .leftJoin(notificationReads, readBy(userId))
    .where(and(isNull(notificationReads.notificationId), isFor(userId, kinds, reach)));
  return row?.count ?? 0;
};

/** Marks the named notifications as read, or all of them. */
export const markRead = (tx: Tx, userId: string, ids: string[] | undefined) =>
  tx.execute(sql`
    INSERT INTO notification_reads (notification_id, user_id)
    SELECT id, ${userId}::uuid FROM notifications
     WHERE (user_id = ${userId}::uuid OR user_id IS NULL AND team_id IS NULL
            OR team_id IN (SELECT m.team_id FROM team_members m WHERE m.user_id = ${userId}::uuid))
       AND ${ids === undefined ? sql`true` : sql`id = ANY(${sql.param(ids)}::uuid[])`}
    ON CONFLICT DO NOTHING`);
