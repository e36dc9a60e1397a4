import { readSessionToken } from "#server/auth/cookies.ts";
import { findSession } from "#server/auth/sessions.ts";
import { isDemo } from "#server/demo/demo-mark.ts";
import { newestChange } from "#server/store/workspace/newest-change.ts";
import { countUnread, listNotifications, markRead } from "#server/store/workspace/notifications.ts";
import type { Handlers } from "./handler.ts";

export const workspaceHandlers: Omit<Handlers["workspace"], "empty"> = {
  status: async ({ services: { database, version, config } }) => ({
    lastChangeAt: (await newestChange(database.pool))?.toISOString() ?? null,
    version,
    demo: await isDemo(database.pool),
    sandbox: config.sandbox,
    now: new Date().toISOString(),
  }),

  live: async ({ request, reply, services, caller }) => {
    const token = readSessionToken(request.headers, services.secure) ?? "";
    services.live.stream(reply, caller.user.id, async () => {
      const { sessionTimeout } = await services.general();
      // Listening is not working: an open tab alone does not keep a session alive.
      return (await findSession(services.database.pool, token, sessionTimeout * 60_000, false)) !== undefined;
    });
    return "";
  },

  notifications: async ({ caller, services: { database } }) => {
    const rows = await listNotifications(database.db, caller.user.id);
    return {
      notifications: rows.map(({ createdAt, readAt, ...row }) => ({
        ...row,
        createdAt: createdAt.toISOString(),
        read: readAt !== null,
      })),
      unread: await countUnread(database.db, caller.user.id),
    };
  },

  readNotifications: async ({ input: { body }, caller, actor, services: { write } }) => {
    await write(actor, async ({ tx, touch }) => {
      await markRead(tx, caller.user.id, body.ids);
      touch("notifications");
    });
    return { ok: true };
  },
};
