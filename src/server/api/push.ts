import type { PushDevice } from "#contract/push.ts";
import { parseLanguage } from "#domain/language.ts";
import { testPushMessage } from "#domain/push/push-message.ts";
import { readUserAgent } from "#domain/user-agent.ts";
import { areBrowserKeys } from "#server/egress/push-encryption.ts";
import {
  readNotificationSettings,
  saveNotificationSettings,
} from "#server/store/workspace/notification-settings.ts";
import {
  addDevice,
  endDevice,
  findDeviceOfSession,
  listDevices,
  noteSuccess,
  removeDevice,
  renewDevice,
  type StoredPushDevice,
} from "#server/store/workspace/push-subscriptions.ts";
import { lockUser } from "#server/store/workspace/users.ts";
import { invalidField } from "./field-problems.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

const maxUserAgentLength = 400;
const testSeconds = 60;

const toDevice = (device: StoredPushDevice, sid: string): PushDevice => ({
  id: device.id,
  ...readUserAgent(device.userAgent),
  addedAt: device.createdAt.toISOString(),
  lastSuccessAt: device.lastSuccessAt?.toISOString() ?? null,
  failing: device.failures > 0,
  current: device.sessionId === sid,
});

const nameOf = (userAgent: string): string => {
  const { browser, system } = readUserAgent(userAgent);
  return [browser, system].filter(Boolean).join(" · ") || "?";
};

export const pushHandlers: Handlers["push"] = {
  devices: async ({ caller, services: { database, push } }) => {
    const devices = await listDevices(database.db, caller.user.id);
    return {
      publicKey: await push.publicKey(),
      devices: devices.map((device) => toDevice(device, caller.sid)),
    };
  },

  add: async ({ input: { body }, caller, actor, services: { write, push }, request, ...call }) => {
    const { endpoint, keys } = body;
    const asking = { caller, request, ...call };
    if (!push.accepts(endpoint)) throw invalidField(asking, "endpoint", "invalid");
    if (!areBrowserKeys(keys)) throw invalidField(asking, "keys", "invalid");
    const userId = caller.user.id;
    const userAgent = (request.headers["user-agent"] ?? "").slice(0, maxUserAgentLength);
    return write(actor, async ({ tx, audit, touch }) => {
      await lockUser(tx, userId);
      const added = await addDevice(tx, { userId, sessionId: caller.sid, endpoint, ...keys, userAgent });
      if (!added) throw new Problem("too_many_devices");
      const device = await findDeviceOfSession(tx, userId, caller.sid);
      if (!device) throw new Error(`The device ${added.id} is missing`);
      if (added.isNew)
        audit({
          eventType: "settings_update",
          entityType: "user",
          entityId: userId,
          details: { kind: "thing", verb: "added", thing: "push_device", name: nameOf(userAgent) },
        });
      touch("account");
      return toDevice(device, caller.sid);
    });
  },

  renew: async ({ input: { body }, caller, actor, services: { write } }) => ({
    known: await write(actor, ({ tx }) =>
      renewDevice(tx, { userId: caller.user.id, sessionId: caller.sid, endpoint: body.endpoint }),
    ),
  }),

  remove: async ({ input: { params }, caller, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      const removed = await removeDevice(tx, caller.user.id, params.id);
      if (!removed) throw new Problem("not_found");
      audit({
        eventType: "settings_update",
        entityType: "user",
        entityId: caller.user.id,
        details: { kind: "thing", verb: "deleted", thing: "push_device", name: nameOf(removed.userAgent) },
      });
      touch("account");
    });
    return { ok: true };
  },

  test: async ({ caller, actor, services: { database, write, push }, request }) => {
    const device = await findDeviceOfSession(database.db, caller.user.id, caller.sid);
    if (!device) throw new Problem("not_found");
    const language = parseLanguage(caller.user.language) ?? requestLanguage({ caller, request });
    const message = testPushMessage[language];
    const outcome = await push.send(device, message, { urgency: "high", ttlSeconds: testSeconds });
    if (outcome.kind !== "sent" && outcome.kind !== "gone") return { outcome: "failed" };
    const hasEnded = outcome.kind === "gone";
    await write(actor, async ({ tx, touch }) => {
      await (hasEnded ? endDevice(tx, device.id) : noteSuccess(tx, device.id));
      touch("account");
    });
    return { outcome: hasEnded ? "ended" : "sent" };
  },

  settings: async ({ caller, services: { database, general } }) => ({
    settings: await readNotificationSettings(database.db, caller.user.id),
    workspaceTimezone: (await general()).timezone,
  }),

  saveSettings: async ({ input: { body }, caller, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      await saveNotificationSettings(tx, caller.user.id, body);
      audit({
        eventType: "settings_update",
        entityType: "user",
        entityId: caller.user.id,
        details: { kind: "thing", verb: "changed", thing: "notification_settings" },
        metadata: body,
      });
      touch("account");
    });
    return body;
  },
};
