import type { CurrentUser } from "#contract/auth.ts";
import { language } from "#domain/language.ts";
import {
  cookieName,
  deviceCookie,
  deviceMark,
  deviceMaxAgeSeconds,
  formatCookie,
  isKnownDevice,
  readCookie,
  sessionCookie,
} from "#server/auth/cookies.ts";
import { HashQueueFull, hashPassword, passwordMatches } from "#server/auth/passwords.ts";
import {
  endSession,
  endUserSessions,
  maxSessionMs,
  startSession,
  type UserSession,
} from "#server/auth/sessions.ts";
import { beginAttempt, passwordChangeBuckets, signInBuckets } from "#server/auth/sign-in-throttle.ts";
import { findUserByEmail, lockUser, recordSignIn, updateUser } from "#server/store/workspace/users.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";

const rejectWhenBusy = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof HashQueueFull ? new Problem("throttled", { retryAfterSeconds: 3 }) : error;
  });

const toCurrentUser = (user: UserSession["user"]): CurrentUser => ({
  ...user,
  language: language.nullable().catch(null).parse(user.language),
});

export const authHandlers: Handlers["auth"] = {
  user: async ({ caller }) => toCurrentUser(caller.user),

  login: async ({ input: { body }, caller, actor, services, request, reply }) => {
    const { database, write, keyring, secure } = services;
    const device = readCookie(request.headers, cookieName(deviceCookie, secure));
    const knownDevice = isKnownDevice(keyring, device, body.email);
    const buckets = signInBuckets({ email: body.email, ip: request.ip, knownDevice });
    const attempt = await beginAttempt(database.db, buckets, knownDevice);
    if (!attempt.admitted) throw new Problem("throttled", { retryAfterSeconds: attempt.retryAfterSeconds });

    const user = await findUserByEmail(database.db, body.email);
    const matches = await rejectWhenBusy(
      passwordMatches(user?.active ? user.password : null, body.password, knownDevice),
    );
    if (!user || !matches) {
      await write(actor, async ({ audit }) =>
        audit({
          eventType: "failed_action",
          entityType: "user",
          entityId: user?.id ?? "unknown",
          description: `Sign-in failed for ${body.email}`,
          status: "failure",
        }),
      );
      throw new Problem("wrong_credentials");
    }

    const { sessionTimeout } = await services.general();
    const client = { ip: request.ip, userAgent: (request.headers["user-agent"] ?? "").slice(0, 400) };
    const { token, signedIn } = await write({ ...actor, userId: user.id }, async ({ tx, audit, touch }) => {
      // End the browser's previous session: an existing token must never become the session of another user.
      if (caller) await endSession(tx, caller.sid);
      // The password may have been changed, or the account deactivated, while the hash was computed.
      const locked = await lockUser(tx, user.id);
      if (!locked?.active || locked.password !== user.password) throw new Problem("wrong_credentials");
      const token = await startSession(tx, user.id, client, sessionTimeout * 60_000);
      const signedIn = await recordSignIn(tx, user.id);
      audit({
        eventType: "sign_in",
        entityType: "user",
        entityId: user.id,
        description: `${user.email} signed in`,
      });
      touch("users");
      return { token, signedIn };
    });
    await attempt.succeeded();
    reply.header("set-cookie", [
      formatCookie(cookieName(sessionCookie, secure), token, secure, maxSessionMs / 1000),
      formatCookie(
        cookieName(deviceCookie, secure),
        deviceMark(keyring, user.email),
        secure,
        deviceMaxAgeSeconds,
      ),
    ]);
    return toCurrentUser({ ...(signedIn ?? user), role: user.role as CurrentUser["role"] });
  },

  logout: async ({ caller, actor, services: { write, secure }, reply }) => {
    if (caller) {
      await write(actor, async ({ tx, audit }) => {
        await endSession(tx, caller.sid);
        audit({
          eventType: "sign_in",
          entityType: "user",
          entityId: caller.user.id,
          description: `${caller.user.email} signed out`,
        });
      });
    }
    reply.header("set-cookie", formatCookie(cookieName(sessionCookie, secure), "", secure, 0));
    return { ok: true };
  },
};

export const accountHandlers: Handlers["account"] = {
  update: async ({ input: { body }, caller, actor, services: { write } }) => {
    const change = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    const updated = await write(actor, async ({ tx, audit, touch }) => {
      audit({
        eventType: "data_change",
        entityType: "user",
        entityId: caller.user.id,
        description: `${caller.user.email} changed their profile`,
        metadata: { fields: Object.keys(change) },
      });
      touch("account", "users");
      return updateUser(tx, caller.user.id, change);
    });
    return toCurrentUser({ ...caller.user, ...updated, role: caller.user.role });
  },

  password: async ({ input: { body }, caller, actor, services: { write, database } }) => {
    const attempt = await beginAttempt(database.db, passwordChangeBuckets(caller.user.id), true);
    if (!attempt.admitted) throw new Problem("throttled", { retryAfterSeconds: attempt.retryAfterSeconds });
    const stored = await findUserByEmail(database.db, caller.user.email);
    if (!(await passwordMatches(stored?.password, body.currentPassword, true)))
      throw new Problem("wrong_password");
    await attempt.succeeded();
    const password = await hashPassword(body.newPassword);
    await write(actor, async ({ tx, audit }) => {
      // Of two concurrent changes, the second was checked against the old password.
      const locked = await lockUser(tx, caller.user.id);
      if (locked?.password !== stored?.password) throw new Problem("wrong_password");
      await updateUser(tx, caller.user.id, { password });
      await endUserSessions(tx, caller.user.id, caller.sid);
      audit({
        eventType: "data_change",
        entityType: "user",
        entityId: caller.user.id,
        description: `${caller.user.email} changed their password`,
      });
    });
    return { ok: true };
  },
};
