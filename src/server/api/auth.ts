import { isAdministrative } from "#domain/access/areas.ts";
import { isLongPassword } from "#domain/password-policy.ts";
import { cookieName, formatCookie, sessionCookie } from "#server/auth/cookies.ts";
import { findSecondFactor } from "#server/auth/second-factors.ts";
import { endSession, endUserSessions, findSessionProvider } from "#server/auth/sessions.ts";
import { readRole } from "#server/store/workspace/roles.ts";
import { revokeUserTokens } from "#server/store/workspace/user-activity.ts";
import { lockUser, recordSignIn, updateUser } from "#server/store/workspace/users.ts";
import { toCurrentUser } from "./current-user.ts";
import type { Handlers } from "./handler.ts";
import { openSession, setSessionCookies } from "./open-session.ts";
import { hashOrReject, requireGoodPassword } from "./password-problem.ts";
import { Problem } from "./problem.ts";
import { finishProviderSignIn } from "./provider-code.ts";
import { providerSignOutUrl } from "./provider-sign-out.ts";
import { confirmPassword } from "./second-factor.ts";
import { checkCredentials, requirePasswordAllowed } from "./sign-in.ts";
import { requestLanguage } from "./vendor-problems.ts";

export const authHandlers: Handlers["auth"] = {
  user: ({ caller, services }) => toCurrentUser(services, caller.user),

  login: async ({ input: { body }, caller, actor, services, request, reply }) => {
    const { user, device, usedCode } = await checkCredentials(services, body, request, actor);
    await requirePasswordAllowed(services, user, usedCode !== null, actor);
    const { sessionTimeout } = await services.general();
    const { token, signedIn, hasSecondFactor, role } = await services.write(
      { ...actor, userId: user.id },
      async ({ tx, audit, touch }) => {
        // The password may have been changed, or the account deactivated, while the hash was computed.
        const locked = await lockUser(tx, user.id);
        if (!locked?.active || locked.password !== user.password) throw new Problem("wrong_credentials");
        const factor = await findSecondFactor(tx, user.id);
        // A second factor that was turned on in the meantime was not asked for.
        if (factor?.confirmedAt && usedCode === null) throw new Problem("second_factor_needed");
        const token = await openSession(tx, { caller, request, sessionTimeout }, user.id);
        const signedIn = await recordSignIn(tx, user.id, {
          longPassword: isLongPassword(body.password),
        });
        audit({
          eventType: "sign_in",
          entityType: "user",
          entityId: user.id,
          details: { kind: "signed_in", email: user.email, withRecoveryCode: usedCode === "recovery" },
        });
        touch("users", "account");
        const role = await readRole(tx, locked);
        return { token, signedIn, hasSecondFactor: Boolean(factor?.confirmedAt), role };
      },
    );
    setSessionCookies(reply, services, { token, email: user.email, device });
    return toCurrentUser(services, { ...(signedIn ?? user), ...role, hasSecondFactor, hasPassword: true });
  },

  methods: async ({ services }) => {
    const provider = await services.identityProvider();
    return {
      provider: provider?.enabled ? { name: provider.name } : null,
      password: !provider?.onlySingleSignOn,
    };
  },

  providerCode: finishProviderSignIn,

  logout: async ({ caller, actor, services, request, reply }) => {
    const { write, secure, database } = services;
    const provider = caller && (await findSessionProvider(database.db, caller.sid));
    if (caller) {
      await write(actor, async ({ tx, audit }) => {
        await endSession(tx, caller.sid);
        audit({
          eventType: "sign_in",
          entityType: "user",
          entityId: caller.user.id,
          details: { kind: "signed_out", email: caller.user.email },
        });
      });
    }
    reply.header("set-cookie", formatCookie(cookieName(sessionCookie, secure), "", secure, 0));
    return { ok: true, url: provider ? await providerSignOutUrl(services, request, provider) : null };
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
        details: { kind: "profile_changed", email: caller.user.email },
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
    await requireGoodPassword(
      body.newPassword,
      { email: caller.user.email, isAdministrative: isAdministrative(caller.user.permissions) },
      "newPassword",
      language,
    );
    const change = {
      password: await hashOrReject(body.newPassword),
      longPassword: isLongPassword(body.newPassword),
    };
    const endedTokens = await services.write(actor, async ({ tx, audit, touch }) => {
      // Of two concurrent changes, the second was checked against the old password.
      const locked = await lockUser(tx, caller.user.id);
      if (locked?.password !== stored?.password) throw new Problem("wrong_password");
      await updateUser(tx, caller.user.id, change);
      await endUserSessions(tx, caller.user.id, caller.sid);
      // Who knew the old password may have made tokens with it.
      const ended = await revokeUserTokens(tx, caller.user.id, body.keptTokens);
      audit({
        eventType: "data_change",
        entityType: "user",
        entityId: caller.user.id,
        details: { kind: "password_changed", email: caller.user.email },
        metadata: { endedTokens: ended, keptTokens: body.keptTokens },
      });
      touch("account", "tokens", "webhooks");
      return ended;
    });
    return { ok: true, endedTokens };
  },
};
