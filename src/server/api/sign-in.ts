import type { FastifyRequest } from "fastify";
import { mayUsePassword } from "#domain/access/decide-provider-sign-in.ts";
import type { Actor } from "#server/audit/entry.ts";
import { cookieName, deviceCookie, readCookie, readDeviceMark } from "#server/auth/cookies.ts";
import { isKnownAddress } from "#server/auth/known-addresses.ts";
import { passwordMatches } from "#server/auth/passwords.ts";
import { consumeCode, findSecondFactor } from "#server/auth/second-factors.ts";
import {
  beginAttempt,
  codeLimits,
  type FailureLimits,
  isKnown,
  type SignInAttempt,
  signInBuckets,
  signInLimits,
} from "#server/auth/sign-in-throttle.ts";
import { countLocalAdmins } from "#server/store/workspace/identity-provider.ts";
import { findUserByEmail, type User } from "#server/store/workspace/users.ts";
import type { ApiServices } from "./handler.ts";
import { rejectWhenBusy } from "./password-problem.ts";
import { Problem } from "./problem.ts";

export type Credentials = { email: string; password: string; code?: string | undefined };
export type CheckedSignIn = { user: User; device: string | undefined; usedCode: "app" | "recovery" | null };

/** Counts an attempt before it is checked; throws where there were too many. */
export const admitSignIn = async (
  { database }: ApiServices,
  attempt: SignInAttempt,
  step: "password" | "code",
  limits: FailureLimits,
): Promise<() => Promise<void>> => {
  const admission = await beginAttempt(database.db, signInBuckets(attempt, step), isKnown(attempt), limits);
  if (!admission.admitted) throw new Problem("throttled", { retryAfterSeconds: admission.retryAfterSeconds });
  return admission.succeeded;
};

export const recordSignInFailure = (
  { write }: ApiServices,
  actor: Actor,
  userId: string | undefined,
  failure: { email: string; step: "password" | "second_factor" },
): Promise<void> =>
  write(actor, async ({ audit }) =>
    audit({
      eventType: "failed_action",
      entityType: "user",
      entityId: userId ?? "unknown",
      details: { kind: "sign_in_failed", ...failure },
      status: "failure",
    }),
  );

/** Where only single sign-on is allowed, a right password opens a session for few. */
export const requirePasswordAllowed = async (
  { identityProvider, database, write }: ApiServices,
  { id, email, role }: User,
  hasSecondFactor: boolean,
  actor: Actor,
): Promise<void> => {
  const onlySingleSignOn = (await identityProvider())?.onlySingleSignOn ?? false;
  if (!onlySingleSignOn) return;
  const localAdmins = await countLocalAdmins(database.db);
  if (mayUsePassword({ role, hasSecondFactor }, { onlySingleSignOn, localAdmins })) return;
  await write(actor, async ({ audit }) =>
    audit({
      eventType: "failed_action",
      entityType: "user",
      entityId: id,
      details: { kind: "password_sign_in_refused", email },
      status: "failure",
    }),
  );
  throw new Problem("single_sign_on_only");
};

/** Checks the password and, where the user has one, the second factor. The code is used up. */
export const checkCredentials = async (
  services: ApiServices,
  { email, password, code }: Credentials,
  request: FastifyRequest,
  actor: Actor,
): Promise<CheckedSignIn> => {
  const { database, keyring, secure } = services;
  const user = await findUserByEmail(database.db, email);
  const cookie = readCookie(request.headers, cookieName(deviceCookie, secure));
  const device = readDeviceMark(keyring, cookie, email);
  const knownAddress = user !== undefined && (await isKnownAddress(database.db, user.id, request.ip));
  const attempt = { email, ip: request.ip, device, knownAddress };

  const passwordSucceeded = await admitSignIn(services, attempt, "password", signInLimits);
  const stored = user?.active ? user.password : null;
  const matches = await rejectWhenBusy(passwordMatches(stored, password, isKnown(attempt)));
  if (!user || !matches) {
    await recordSignInFailure(services, actor, user?.id, { email, step: "password" });
    throw new Problem("wrong_credentials");
  }
  await passwordSucceeded();

  const factor = await findSecondFactor(database.db, user.id);
  if (!factor?.confirmedAt) return { user, device, usedCode: null };
  if (code === undefined) throw new Problem("second_factor_needed");
  const codeSucceeded = await admitSignIn(services, attempt, "code", codeLimits);
  const used = await services.write(actor, ({ tx }) => consumeCode(tx, keyring, user.id, code));
  if (!used) {
    await recordSignInFailure(services, actor, user.id, { email, step: "second_factor" });
    throw new Problem("wrong_code");
  }
  await codeSucceeded();
  return { user, device, usedCode: used };
};
