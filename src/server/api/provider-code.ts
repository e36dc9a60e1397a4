import * as z from "zod";
import { cookieName, deviceCookie, formatCookie, readCookie, readDeviceMark } from "#server/auth/cookies.ts";
import { isKnownAddress } from "#server/auth/known-addresses.ts";
import { openCookie, pendingCookie, pendingMs } from "#server/auth/oidc/sealed-cookie.ts";
import { consumeCode } from "#server/auth/second-factors.ts";
import { codeLimits } from "#server/auth/sign-in-throttle.ts";
import { readIdentityProvider } from "#server/store/workspace/identity-provider.ts";
import { readRole } from "#server/store/workspace/roles.ts";
import { findIdentityUser } from "#server/store/workspace/user-identities.ts";
import { findUser, lockUser, recordSignIn } from "#server/store/workspace/users.ts";
import { toCurrentUser } from "./current-user.ts";
import type { Handlers } from "./handler.ts";
import { openSession, setSessionCookies } from "./open-session.ts";
import { Problem } from "./problem.ts";
import { admitSignIn, recordSignInFailure } from "./sign-in.ts";

const pendingSignIn = z.object({
  userId: z.string(),
  issuer: z.string(),
  subject: z.string(),
  sid: z.string().nullable(),
  startedAt: z.number(),
});

/**
 * Ends a sign-in with the identity provider for a user with a second factor of their own, where the provider asked for
 * none. What it knows is in a sealed cookie, so there is no half-open session in the database.
 */
export const finishProviderSignIn: Handlers["auth"]["providerCode"] = async ({
  input: { body },
  caller,
  actor,
  services,
  request,
  reply,
}) => {
  const { database, keyring, secure } = services;
  const sealed = readCookie(request.headers, cookieName(pendingCookie, secure));
  const pending = openCookie(keyring, pendingCookie, "", sealed, pendingSignIn);
  const isInTime = pending !== undefined && pending.startedAt > Date.now() - pendingMs;
  const provider = await readIdentityProvider(database.db);
  const user = pending && (await findUser(database.db, pending.userId));
  if (!isInTime || !user || !provider?.enabled || provider.issuer !== pending.issuer)
    throw new Problem("sign_in_overdue");

  const { id: userId, email } = user;
  const mark = readCookie(request.headers, cookieName(deviceCookie, secure));
  const device = readDeviceMark(keyring, mark, email);
  const knownAddress = await isKnownAddress(database.db, userId, request.ip);
  const attempt = { email, ip: request.ip, device, knownAddress };
  const succeeded = await admitSignIn(services, attempt, "code", codeLimits);
  const used = await services.write(actor, ({ tx }) => consumeCode(tx, keyring, userId, body.code));
  if (!used) {
    await recordSignInFailure(services, actor, userId, { email, step: "second_factor" });
    throw new Problem("wrong_code");
  }
  await succeeded();

  const { sessionTimeout } = await services.general();
  const { issuer, subject, sid } = pending;
  const { token, role } = await services.write({ ...actor, userId }, async ({ tx, audit, touch }) => {
    const locked = await lockUser(tx, userId);
    const isLinked = (await findIdentityUser(tx, { issuer, subject })) === userId;
    if (!locked?.active || !isLinked) throw new Problem("sign_in_overdue");
    const session = { issuer, subject, sid, hasSecondFactor: false, idToken: null };
    const token = await openSession(tx, { caller, request, sessionTimeout }, userId, session);
    await recordSignIn(tx, userId);
    audit({
      eventType: "sign_in",
      entityType: "user",
      entityId: userId,
      details: { kind: "signed_in_with_provider", email, name: provider.name },
      metadata: { secondFactor: used },
    });
    touch("users", "account");
    return { token, role: await readRole(tx, locked) };
  });
  reply.header("set-cookie", formatCookie(cookieName(pendingCookie, secure), "", secure, 0));
  setSessionCookies(reply, services, { token, email, device });
  return toCurrentUser(services, {
    ...user,
    ...role,
    hasSecondFactor: true,
    hasPassword: user.password !== null,
  });
};
