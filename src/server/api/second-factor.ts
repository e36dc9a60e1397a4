import { isAdministrative, type Permissions } from "#domain/access/areas.ts";
import type { NewAuditEntry } from "#server/audit/entry.ts";
import { passwordMatches } from "#server/auth/passwords.ts";
import {
  confirmSecondFactor,
  consumeCode,
  countRecoveryCodes,
  deleteSecondFactor,
  findSecondFactor,
  replaceRecoveryCodes,
  startSecondFactor,
} from "#server/auth/second-factors.ts";
import { endUserSessions, type UserSession } from "#server/auth/sessions.ts";
import { beginAttempt, passwordChangeBuckets } from "#server/auth/sign-in-throttle.ts";
import { totpUri } from "#server/auth/totp.ts";
import { findUser, type User } from "#server/store/workspace/users.ts";
import type { ApiServices, Handlers } from "./handler.ts";
import { rejectWhenBusy } from "./password-problem.ts";
import { Problem } from "./problem.ts";

export const isSecondFactorRequired = async (
  { security }: Pick<ApiServices, "security">,
  permissions: Permissions,
): Promise<boolean> => isAdministrative(permissions) && (await security()).adminSecondFactor;

export const mustSetUpSecondFactor = async (
  services: Pick<ApiServices, "security">,
  user: Pick<UserSession["user"], "permissions" | "hasSecondFactor">,
): Promise<boolean> => !user.hasSecondFactor && (await isSecondFactorRequired(services, user.permissions));

/**
 * Checks the current password of a signed-in user. Call `succeeded` of the result when nothing else is to be checked;
 * until then the attempt counts as failed.
 */
export const confirmPassword = async (
  { database }: Pick<ApiServices, "database">,
  caller: UserSession,
  password: string,
): Promise<{ stored: User | undefined; succeeded: () => Promise<void> }> => {
  const attempt = await beginAttempt(database.db, passwordChangeBuckets(caller.user.id), true);
  if (!attempt.admitted) throw new Problem("throttled", { retryAfterSeconds: attempt.retryAfterSeconds });
  const stored = await findUser(database.db, caller.user.id);
  if (!(await rejectWhenBusy(passwordMatches(stored?.password, password, true))))
    throw new Problem("wrong_password");
  return { stored, succeeded: attempt.succeeded };
};

type FactorEntry =
  | "second_factor_begun"
  | "second_factor_turned_on"
  | "second_factor_turned_off"
  | "recovery_codes_made";

const auditEntry = ({ id, email }: UserSession["user"], kind: FactorEntry): NewAuditEntry => ({
  eventType: "data_change",
  entityType: "user",
  entityId: id,
  details: { kind, email },
});

export const secondFactorHandlers: Handlers["secondFactor"] = {
  get: async ({ caller, services }) => {
    const { db } = services.database;
    const factor = await findSecondFactor(db, caller.user.id);
    const required = await isSecondFactorRequired(services, caller.user.permissions);
    if (!factor?.confirmedAt) return { enabledAt: null, recoveryCodesLeft: 0, required };
    return {
      enabledAt: factor.confirmedAt.toISOString(),
      recoveryCodesLeft: await countRecoveryCodes(db, factor.id),
      required,
    };
  },

  start: async ({ input: { body }, caller, actor, services }) => {
    const { succeeded } = await confirmPassword(services, caller, body.password);
    await succeeded();
    const secret = await services.write(actor, async ({ tx, audit }) => {
      const created = await startSecondFactor(tx, services.keyring, caller.user.id);
      if (created === undefined) throw new Problem("already_exists");
      audit(auditEntry(caller.user, "second_factor_begun"));
      return created;
    });
    return { secret, uri: totpUri(secret, caller.user.email) };
  },

  confirm: async ({ input: { body }, caller, actor, services }) => {
    const codes = await services.write(actor, async ({ tx, audit, touch }) => {
      const created = await confirmSecondFactor(tx, services.keyring, caller.user.id, body.code);
      if (!created) throw new Problem("wrong_code");
      // The other sessions were opened without a second factor.
      await endUserSessions(tx, caller.user.id, caller.sid);
      audit(auditEntry(caller.user, "second_factor_turned_on"));
      touch("account", "users");
      return created;
    });
    return { recoveryCodes: codes };
  },

  renewCodes: async ({ input: { body }, caller, actor, services }) => {
    const { succeeded } = await confirmPassword(services, caller, body.password);
    const codes = await services.write(actor, async ({ tx, audit, touch }) => {
      if (!(await consumeCode(tx, services.keyring, caller.user.id, body.code)))
        throw new Problem("wrong_code");
      const factor = await findSecondFactor(tx, caller.user.id);
      if (!factor) throw new Problem("not_found");
      audit(auditEntry(caller.user, "recovery_codes_made"));
      touch("account");
      return replaceRecoveryCodes(tx, factor.id);
    });
    await succeeded();
    return { recoveryCodes: codes };
  },

  remove: async ({ input: { body }, caller, actor, services }) => {
    const { succeeded } = await confirmPassword(services, caller, body.password);
    await services.write(actor, async ({ tx, audit, touch }) => {
      if (!(await consumeCode(tx, services.keyring, caller.user.id, body.code)))
        throw new Problem("wrong_code");
      await deleteSecondFactor(tx, caller.user.id);
      audit(auditEntry(caller.user, "second_factor_turned_off"));
      touch("account", "users");
    });
    await succeeded();
    return { ok: true };
  },
};
