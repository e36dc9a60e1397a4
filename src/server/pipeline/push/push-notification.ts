import { defaultLanguage } from "#domain/language.ts";
import { visibleNotifications } from "#domain/notification.ts";
import { decidePush, maxPushAgeMs } from "#domain/push/decide-push.ts";
import { pushGroupOf } from "#domain/push/push-group.ts";
import { toPushMessage } from "#domain/push/push-message.ts";
import { mayRetry, retryDelayMs, retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { defineJob, type JobContext } from "#server/jobs/job.ts";
import { readNotificationSettings } from "#server/store/workspace/notification-settings.ts";
import { findPushedNotification, type PushedNotification } from "#server/store/workspace/notifications.ts";
import { type PushWork, pushJob } from "#server/store/workspace/push-job.ts";
import { findDevicesFor, findPushReader, type PushReader } from "#server/store/workspace/push-readers.ts";
import { endDevice, noteFailure, noteSuccess } from "#server/store/workspace/push-subscriptions.ts";

type ForDevice = PushWork & { deviceId: string };

const workspaceLanguage = async ({ general }: JobContext) =>
  (await general()).locale.startsWith("es") ? "es" : defaultLanguage;

/** A job for each device, so that one whose push service fails is repeated alone. */
const findDevices = async ({ database, write }: JobContext, { notificationId }: PushWork): Promise<void> => {
  const devices = await findDevicesFor(database.db, notificationId);
  if (devices.length === 0) return;
  await write(system, async ({ enqueue }) => {
    for (const deviceId of devices) enqueue(pushJob, { notificationId, deviceId, failures: 0 });
  });
};

/** What the device shows now; undefined where its user may not see it, has seen it, or does not want it. */
const findDue = async (
  { database: { db }, general }: JobContext,
  { notificationId }: ForDevice,
  reader: PushReader,
): Promise<PushedNotification | undefined> => {
  const { userId, permissions, reach } = reader;
  const kinds = visibleNotifications(permissions);
  const notification = await findPushedNotification(db, notificationId, userId, kinds, reach);
  if (!notification) return undefined;
  const facts = {
    ...notification,
    createdAt: notification.createdAt.getTime(),
    settings: await readNotificationSettings(db, userId),
    workspaceTimezone: (await general()).timezone,
  };
  return decidePush(facts, Date.now()).send ? notification : undefined;
};

/** Tries later what may work then. A push service that stays away is no failure of a job, which operators are told of. */
const tryLater = async (
  { database, write }: JobContext,
  work: ForDevice,
  retryAfterMs: number | null,
): Promise<void> => {
  const failures = work.failures + 1;
  if (!mayRetry(retryPolicies.push, failures)) return noteFailure(database.db, work.deviceId);
  const delayMs = Math.max(retryAfterMs ?? 0, retryDelayMs(retryPolicies.push, failures));
  await write(system, async ({ enqueue }) =>
    enqueue(pushJob, { ...work, failures }, { startAfter: new Date(Date.now() + delayMs) }),
  );
};

const sendToDevice = async (context: JobContext, work: ForDevice): Promise<void> => {
  const { db } = context.database;
  const reader = await findPushReader(db, work.deviceId);
  const notification = reader && (await findDue(context, work, reader));
  if (!notification) return;
  const message = toPushMessage(notification, reader.language ?? (await workspaceLanguage(context)));
  const isUrgent = ["safety", "handoffs"].includes(pushGroupOf(notification.kind));
  const leftMs = notification.createdAt.getTime() + maxPushAgeMs - Date.now();
  const outcome = await context.push.send(reader.target, message, {
    urgency: isUrgent ? "high" : "normal",
    ttlSeconds: Math.max(1, Math.floor(leftMs / 1000)),
  });
  if (outcome.kind === "sent") await noteSuccess(db, work.deviceId);
  else if (outcome.kind === "gone") await endDevice(db, work.deviceId);
  else {
    context.log.info({ deviceId: work.deviceId, why: outcome.why }, "a push service did not take a message");
    if (outcome.kind === "refused") await noteFailure(db, work.deviceId);
    else await tryLater(context, work, outcome.retryAfterMs);
  }
};

/** Shows notifications on the devices of those whom they are for. */
export const pushNotification = defineJob({
  ...pushJob,
  retry: retryPolicies.job,
  batchSize: 20,
  concurrency: 4,
  run: async (batch, context) => {
    // At once, because each waits for a push service of its own.
    await Promise.all(
      batch.map((work) => {
        const { deviceId } = work;
        return deviceId === undefined
          ? findDevices(context, work)
          : sendToDevice(context, { ...work, deviceId });
      }),
    );
  },
});
