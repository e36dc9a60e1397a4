import type { CurrentUser } from "#contract/auth.ts";
import { language } from "#domain/language.ts";
import { isLongPassword } from "#domain/password-policy.ts";
import {
  cookieName,
  createDeviceMark,
  deviceCookie,
  deviceMaxAgeSeconds,
  formatCookie,
  sessionCookie,
} from "#server/auth/cookies.ts";
import { recordKnownAddress } from "#server/auth/known-addresses.ts";
import { findSecondFactor } from "#server/auth/second-factors.ts";
import {
  endSession,
  endUserSessions,
  maxSessionMs,
  startSession,
  type UserSession,
} from "#server/auth/sessions.ts";
import { lockUser, recordSignIn, updateUser } from "#server/store/workspace/users.ts";
import type { ApiServices, Handlers } from "./handler.ts";
import { hashOrReject, requireGoodPassword } from "./password-problem.ts";
import { Problem } from "./problem.ts";
import { confirmPassword, mustSetUpSecondFactor } from "./second-factor.ts";
import { checkCredentials } from "./sign-in.ts";
import { requestLanguage } from "./vendor-problems.ts";

const toCurrentUser = async (services: ApiServices, user: UserSession["user"]): Promise<CurrentUser> => ({
  ...user,
  language: language.nullable().catch(null).parse(user.language),
  mustSetUpSecondFactor: await mustSetUpSecondFactor(services, user),
});

export const authHandlers: Handlers["auth"] = {
  user: ({ caller, services }) => toCurrentUser(services, caller.user),

  login: async ({ input: { body }, caller, actor, services, request, reply }) => {
    const { write, keyring, secure } = services;
    const { user, device, usedCode } = await checkCredentials(services, body, request, actor);
    const { sessionTimeout } = await services.general();
    const client = { ip: request.ip, userAgent: (request.headers["user-agent"] ?? "").slice(0, 400) };
    const { token, signedIn, hasSecondFactor } = await write(
      { ...actor, userId: user.id },
      async ({ tx, audit, touch }) => {
        // End the browser's previous session: an existing token must never become the session of another user.
        if (caller) await endSession(tx, caller.sid);
        // The password may have been changed, or the account deactivated, while the hash was computed.
        const locked = await lockUser(tx, user.id);
        if (!locked?.active || locked.password !== user.password) throw new Problem("wrong_credentials");
        const factor = await findSecondFactor(tx, user.id);
        // A second factor that was turned on in the meantime was not asked for.
        if (factor?.confirmedAt && usedCode === null) throw new Problem("second_factor_needed");
        const token = await startSession(tx, user.id, client, sessionTimeout * 60_000);
        const signedIn = await recordSignIn(tx, user.id, isLongPassword(body.password));
        await recordKnownAddress(tx, user.id, request.ip);
        audit({
          eventType: "sign_in",
          entityType: "user",
          entityId: user.id,
          description:
            usedCode === "recovery"
              ? `${user.email} signed in with a recovery code`
              : `${user.email} signed in`,
        });
        touch("users", "account");
        return { token, signedIn, hasSecondFactor: Boolean(factor?.confirmedAt) };
      },
    );
    reply.header("set-cookie", [
      formatCookie(cookieName(sessionCookie, secure), token, secure, maxSessionMs / 1000),
      formatCookie(
        cookieName(deviceCookie, secure),
        createDeviceMark(keyring, user.email, device),
        secure,
        deviceMaxAgeSeconds,
      ),
    ]);
    const role = user.role as CurrentUser["role"];
    return toCurrentUser(services, { ...(signedIn ?? user), role, hasSecondFactor });
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
  update: async ({ input: { body }, caller, actor, services }) => {
    const change = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    const updated = await services.write(actor, async ({ tx, audit, touch }) => {
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
    return toCurrentUser(services, { ...caller.user, ...updated, role: caller.user.role });
  },

  password: async ({ input: { body }, caller, actor, services, request }) => {
    const { stored, succeeded } = await confirmPassword(services, caller, body.currentPassword);
    await succeeded();
    const language = requestLanguage({ caller, request });
    await requireGoodPassword(body.newPassword, caller.user, "newPassword", language);
    const change = {
      password: await hashOrReject(body.newPassword),
      longPassword: isLongPassword(body.newPassword),
    };
    await services.write(actor, async ({ tx, audit }) => {
      // Of two concurrent changes, the second was checked against the old password.
      const locked = await lockUser(tx, caller.user.id);
      if (locked?.password !== stored?.password) throw new Problem("wrong_password");
      await updateUser(tx, caller.user.id, change);
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
