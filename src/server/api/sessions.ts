import { readUserAgent } from "#domain/user-agent.ts";
import { endUserSession, endUserSessions, listUserSessions } from "#server/auth/sessions.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";

export const sessionHandlers: Handlers["sessions"] = {
  list: async ({ caller, services }) => {
    const { sessionTimeout } = await services.general();
    const open = await listUserSessions(services.database.db, caller.user.id, sessionTimeout * 60_000);
    return open
      .map(({ sid, sess }) => ({
        id: sid,
        ...readUserAgent(sess.userAgent),
        ip: sess.ip,
        startedAt: sess.createdAt,
        lastUsedAt: sess.seenAt,
        current: sid === caller.sid,
      }))
      .sort((one, other) => Number(other.current) - Number(one.current));
  },

  end: async ({ input: { params }, caller, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      if (!(await endUserSession(tx, caller.user.id, params.id))) throw new Problem("not_found");
      audit({
        eventType: "sign_in",
        entityType: "user",
        entityId: caller.user.id,
        details: { kind: "session_ended", email: caller.user.email },
      });
      touch("account");
    });
    return { ok: true };
  },

  endOthers: async ({ caller, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      await endUserSessions(tx, caller.user.id, caller.sid);
      audit({
        eventType: "sign_in",
        entityType: "user",
        entityId: caller.user.id,
        details: { kind: "other_sessions_ended", email: caller.user.email },
      });
      touch("account");
    });
    return { ok: true };
  },
};
