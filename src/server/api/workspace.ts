import { liveRightsOf } from "#contract/live-rights.ts";
import { workspaceApi } from "#contract/workspace.ts";
import { visibleNotifications } from "#domain/notification.ts";
import { readSessionToken } from "#server/auth/cookies.ts";
import { findSession } from "#server/auth/sessions.ts";
import { isDemo } from "#server/demo/demo-mode.ts";
import { removeDemo } from "#server/demo/remove-demo.ts";
import { rescorePeople } from "#server/learning/rescore-people.ts";
import { relabelDemoSends } from "#server/store/delivery/demo-sends.ts";
import { readNewestChangeTime } from "#server/store/workspace/dashboard.ts";
import { countUnread, listNotifications, markRead } from "#server/store/workspace/notifications.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";
import { reachOf } from "./record-access.ts";

export const workspaceHandlers: Handlers["workspace"] = {
  status: async ({ services: { database, version, config, demoProgress, demoRemoval } }) => {
    const progress = demoProgress();
    return {
      lastChangeAt: (await readNewestChangeTime(database.pool))?.toISOString() ?? null,
      version,
      demo: progress !== null || (await isDemo(database.pool)),
      demoProgress: progress,
      emptyingProgress: demoRemoval.progress(),
      sandbox: config.sandbox,
      now: new Date().toISOString(),
    };
  },

  live: async ({ input: { query }, request, reply, services, caller }) => {
    const token = readSessionToken(request.headers, services.secure) ?? "";
    const rights = liveRightsOf(caller.user.permissions, caller.user.scopes);
    const shownSince = query.since === undefined ? Number.POSITIVE_INFINITY : Date.parse(query.since);
    const user = { id: caller.user.id, rights, shownSince };
    services.live.stream(reply, user, async () => {
      const { sessionTimeout } = await services.general();
      // An open tab alone does not extend the session.
      const session = await findSession(services.database.pool, token, sessionTimeout * 60_000, false);
      return session && liveRightsOf(session.user.permissions, session.user.scopes);
    });
    return "";
  },

  notifications: async ({ caller, services: { database } }) => {
    const kinds = visibleNotifications(caller.user.permissions);
    const reach = reachOf(caller, "everyone");
    const rows = await listNotifications(database.db, caller.user.id, kinds, reach);
    return {
      notifications: rows.map(({ createdAt, readAt, ...row }) => ({
        ...row,
        createdAt: createdAt.toISOString(),
        read: readAt !== null,
      })),
      unread: await countUnread(database.db, caller.user.id, kinds, reach),
    };
  },

  readNotifications: async ({ input: { body }, caller, actor, services: { write } }) => {
    await write(actor, async ({ tx, touch }) => {
      await markRead(tx, caller.user.id, body.ids);
      touch("notifications");
    });
    return { ok: true };
  },

  empty: async ({ actor, services: { write, keyring, demoRemoval } }) => {
    await demoRemoval.run((onProgress) =>
      write(actor, async ({ tx, enqueue, touch }) => {
        // Already cleared, or never a demo workspace.
        if (!(await removeDemo(tx, keyring, actor, { now: new Date(), onProgress })))
          throw new Problem("conflict");
        await relabelDemoSends(tx);
        // The people who stay were scored with the models that were learned from the demo.
        enqueue(rescorePeople, {});
        touch(...workspaceApi.empty.topics, "threads", "settings", "audit", "scoring-models", "learning");
      }),
    );
    return { ok: true };
  },
};
