import type { CurrentUser } from "#contract/auth.ts";
import { language } from "#domain/language.ts";
import { cookieName, readCookie, sessionCookie, writeCookie } from "#server/auth/cookies.ts";
import { deviceMark, deviceMaxAgeSeconds, isKnownDevice } from "#server/auth/device.ts";
import { readFailures, recordFailure } from "#server/auth/failures.ts";
import { hashPassword, passwordMatches } from "#server/auth/passwords.ts";
import {
  absoluteLimitMs,
  endSession,
  endSessionsOf,
  type SignedIn,
  startSession,
} from "#server/auth/sessions.ts";
import { admit, bucketsOf } from "#server/auth/throttle.ts";
import { findUserByEmail, lockUser, updateUser } from "#server/store/users.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";

const deviceCookie = "faro_device";

const present = (user: SignedIn["user"]): CurrentUser => ({
  ...user,
  language: language.nullable().catch(null).parse(user.language),
});

export const authHandlers: Handlers["auth"] = {
  user: async ({ caller }) => present(caller.user),

  login: async ({ input: { body }, caller, actor, services, request, reply }) => {
    const { database, write, keyring, secure } = services;
    const device = readCookie(request.headers, cookieName(deviceCookie, secure));
    const known = isKnownDevice(keyring, device, body.email);
    const buckets = bucketsOf({ email: body.email, ip: request.ip, known });
    const verdict = admit(await readFailures(database.db, buckets), known, new Date());
    if (!verdict.admitted) throw new Problem("throttled", { retryAfterSeconds: verdict.retryAfterSeconds });

    const user = await findUserByEmail(database.db, body.email);
    const matches = await passwordMatches(user?.active ? user.password : null, body.password);
    if (!user || !matches) {
      await write(actor, async ({ tx, audit }) => {
        await recordFailure(tx, buckets);
        audit({
          eventType: "failed_action",
          entityType: "user",
          entityId: user?.id ?? "unknown",
          description: `Sign-in refused for ${body.email}`,
          status: "failure",
        });
      });
      throw new Problem("wrong_credentials");
    }

    const { sessionTimeout } = await services.general();
    const from = { ip: request.ip, userAgent: (request.headers["user-agent"] ?? "").slice(0, 400) };
    const { token, signedIn } = await write({ ...actor, userId: user.id }, async ({ tx, audit, touch }) => {
      // Whatever session the browser had ends here: a token from before is never raised to a new person.
      if (caller) await endSession(tx, caller.sid);
      const token = await startSession(tx, user.id, from, sessionTimeout * 60_000);
      const signedIn = await updateUser(tx, user.id, { lastSignInAt: new Date() });
      audit({
        eventType: "sign_in",
        entityType: "user",
        entityId: user.id,
        description: `${user.email} signed in`,
      });
      touch("users");
      return { token, signedIn };
    });
    reply.header("set-cookie", [
      writeCookie(cookieName(sessionCookie, secure), token, secure, absoluteLimitMs / 1000),
      writeCookie(
        cookieName(deviceCookie, secure),
        deviceMark(keyring, user.email),
        secure,
        deviceMaxAgeSeconds,
      ),
    ]);
    return present({ ...(signedIn ?? user), role: user.role as CurrentUser["role"] });
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
    reply.header("set-cookie", writeCookie(cookieName(sessionCookie, secure), "", secure, 0));
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
    return present({ ...caller.user, ...updated, role: caller.user.role });
  },

  password: async ({ input: { body }, caller, actor, services: { write, database } }) => {
    const stored = await findUserByEmail(database.db, caller.user.email);
    if (!(await passwordMatches(stored?.password, body.currentPassword))) throw new Problem("wrong_password");
    const password = await hashPassword(body.newPassword);
    await write(actor, async ({ tx, audit }) => {
      // Two changes at once: the second must know the first one's password.
      const locked = await lockUser(tx, caller.user.id);
      if (locked?.password !== stored?.password) throw new Problem("wrong_password");
      await updateUser(tx, caller.user.id, { password });
      await endSessionsOf(tx, caller.user.id, caller.sid);
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
