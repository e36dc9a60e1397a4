import { and, eq, lt, ne, sql } from "drizzle-orm";
import type { Reader, Tx } from "#server/db/database.ts";
import { pushSubscriptions } from "#server/db/schema/push.ts";
import type { PushTarget } from "#server/egress/web-push.ts";

/** How many devices of a user get notifications. */
export const maxDevices = 10;
/** A device that has not opened the app for so long gets no more. */
const unseenMs = 30 * 86_400_000;
/** A device ends after so many messages in a row that could not be sent. */
const maxFailures = 20;

export type StoredPushDevice = typeof pushSubscriptions.$inferSelect;

export const listDevices = (db: Reader, userId: string): Promise<StoredPushDevice[]> =>
  db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(pushSubscriptions.createdAt);

/** The device of a session: each session is of one browser. */
export const findDeviceOfSession = async (
  db: Reader,
  userId: string,
  sessionId: string,
): Promise<StoredPushDevice | undefined> => {
  const [device] = await db
    .select()
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.sessionId, sessionId)));
  return device;
};

export type NewDevice = PushTarget & { userId: string; sessionId: string; userAgent: string };

/**
 * Adds the device of a session, or renews it. An endpoint belongs to one browser, whose newest user it then notifies.
 * Returns undefined where the user has too many devices. The caller has locked the user.
 */
export const addDevice = async (
  tx: Tx,
  { endpoint, ...device }: NewDevice,
): Promise<{ id: string; isNew: boolean } | undefined> => {
  const { userId, sessionId } = device;
  await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.sessionId, sessionId), ne(pushSubscriptions.endpoint, endpoint)));
  const others = await tx.$count(
    pushSubscriptions,
    and(eq(pushSubscriptions.userId, userId), ne(pushSubscriptions.endpoint, endpoint)),
  );
  if (others >= maxDevices) return undefined;
  const [stored] = await tx
    .insert(pushSubscriptions)
    .values({ endpoint, ...device })
    .onConflictDoUpdate({
      target: pushSubscriptions.endpoint,
      set: { ...device, seenAt: sql`now()`, failures: 0 },
    })
    // Only a row that the statement inserted has no `xmax`.
    .returning({ id: pushSubscriptions.id, isNew: sql<boolean>`xmax = 0` });
  if (!stored) throw new Error("The device was not stored");
  return stored;
};

/** Notes that the browser opened the app, with which session. Returns whether the device is known. */
export const renewDevice = async (
  tx: Tx,
  device: { userId: string; sessionId: string; endpoint: string },
): Promise<boolean> => {
  const { userId, sessionId, endpoint } = device;
  const renewed = await tx
    .update(pushSubscriptions)
    .set({ sessionId, seenAt: sql`now()` })
    .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.userId, userId)))
    .returning({ id: pushSubscriptions.id });
  return renewed.length > 0;
};

/** Returns the device that ended, if the user had it. */
export const removeDevice = async (
  tx: Tx,
  userId: string,
  id: string,
): Promise<StoredPushDevice | undefined> => {
  const [removed] = await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.userId, userId)))
    .returning();
  return removed;
};

/** The devices of sessions that were ended; those of sessions that expired stay. */
export const endDevicesOfSessions = async (tx: Tx, sessionIds: readonly string[]): Promise<void> => {
  if (sessionIds.length === 0) return;
  await tx
    .delete(pushSubscriptions)
    .where(sql`${pushSubscriptions.sessionId} = ANY(${sql.param([...sessionIds])}::text[])`);
};

/** All devices of a user, except that of a session. */
export const endDevicesOfUser = (tx: Tx, userId: string, exceptSessionId = "") =>
  tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), ne(pushSubscriptions.sessionId, exceptSessionId)));

export const endUnseenDevices = (db: Reader, now: number) =>
  db.delete(pushSubscriptions).where(lt(pushSubscriptions.seenAt, new Date(now - unseenMs)));

export const noteSuccess = (db: Reader, id: string) =>
  db
    .update(pushSubscriptions)
    .set({ lastSuccessAt: sql`now()`, failures: 0 })
    .where(eq(pushSubscriptions.id, id));

/** A device that fails for good ends. */
export const noteFailure = async (db: Reader, id: string): Promise<void> => {
  await db
    .update(pushSubscriptions)
    .set({ failures: sql`${pushSubscriptions.failures} + 1` })
    .where(eq(pushSubscriptions.id, id));
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), sql`${pushSubscriptions.failures} >= ${maxFailures}`));
};

export const endDevice = (db: Reader, id: string) =>
  db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id));
