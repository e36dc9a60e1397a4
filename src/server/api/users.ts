import type { TeamMember } from "#contract/users.ts";
import { hasLevel, isAdministrative } from "#domain/access/areas.ts";
import { isLongPassword } from "#domain/password-policy.ts";
import { deleteSecondFactor } from "#server/auth/second-factors.ts";
import { endUserSessions, type UserSession } from "#server/auth/sessions.ts";
import { clearAccountFailures } from "#server/auth/sign-in-throttle.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { markRead } from "#server/store/workspace/notifications.ts";
import { readRole } from "#server/store/workspace/roles.ts";
import { listMembers, listUserEntries, readUserActivity } from "#server/store/workspace/user-activity.ts";
import { deleteIdentities } from "#server/store/workspace/user-identities.ts";
import {
  countOtherLocalAdmins,
  findUser,
  insertUser,
  lockUser,
  type User,
  updateUser,
} from "#server/store/workspace/users.ts";
import { toAuditEntry } from "./compliance.ts";
import { endAccess, handOverWork } from "./deactivate-user.ts";
import type { Handlers } from "./handler.ts";
import { hashOrReject, passwordProblem, requireGoodPassword } from "./password-problem.ts";
import { Problem } from "./problem.ts";
import { requireChangeable, requireChosenRole, requireCovered } from "./require-rights.ts";
import { requestLanguage } from "./vendor-problems.ts";

const readMember = async (db: Reader, { user }: UserSession, id: string): Promise<TeamMember> => {
  const [member] = await listMembers(db, user.permissions, id);
  if (!member) throw new Problem("not_found");
  return member;
};

/** The user, locked, whom the caller may change. */
const lockChangeable = async (tx: Tx, caller: UserSession, id: string) => {
  const user = await lockUser(tx, id);
  if (!user) throw new Problem("not_found");
  return { user, role: await requireChangeable(tx, caller, user) };
};

/** Without an administrator who has a password, the workspace could not be repaired while the provider is away. */
const requireAdminLeft = async (tx: Tx, user: User): Promise<void> => {
  if (user.role === "admin" && user.active && (await countOtherLocalAdmins(tx, user.id)) === 0)
    throw new Problem("last_admin");
};

export const userHandlers: Handlers["users"] = {
  list: ({ caller, services: { database } }) => listMembers(database.db, caller.user.permissions),

  create: async ({ input: { body }, actor, services: { write, database }, caller, request }) => {
    const { role: choice, password: plain, ...names } = body;
    const chosen = await database.db.transaction((tx) => requireChosenRole(tx, { caller, request }, choice));
    const owner = { email: body.email, isAdministrative: isAdministrative(chosen.permissions) };
    await requireGoodPassword(plain, owner, "password", requestLanguage({ caller, request }));
    const password = await hashOrReject(plain);
    const longPassword = isLongPassword(plain);
    return write(actor, async ({ tx, audit, touch }) => {
      const { role, roleId, roleName } = await requireChosenRole(tx, { caller, request }, choice);
      const user = await insertUser(tx, { ...names, role, roleId, password, longPassword });
      if (!user) throw new Problem("already_exists");
      // What happened before they came is no news to them.
      await markRead(tx, user.id, undefined);
      audit({
        eventType: "data_change",
        entityType: "user",
        entityId: user.id,
        details: { kind: "user_added", email: user.email, role, roleName },
      });
      touch("users");
      return readMember(tx, caller, user.id);
    });
  },

  update: async ({ input: { params, body }, actor, services: { write }, caller, request }) => {
    const { updatedAt, password, role: choice, ...fields } = body;
    const change = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const hashed =
      password === undefined
        ? {}
        : { password: await hashOrReject(password), longPassword: isLongPassword(password) };
    const language = requestLanguage({ caller, request });
    return write(actor, async (context) => {
      const { tx, audit, touch } = context;
      const { user: before, role: former } = await lockChangeable(tx, caller, params.id);
      if (updatedAt !== undefined && before.updatedAt.getTime() !== Date.parse(updatedAt))
        throw new Problem("conflict");
      const role = choice === undefined ? former : await requireChosenRole(tx, { caller, request }, choice);
      const needsLongPassword = isAdministrative(role.permissions);
      if (password !== undefined) {
        const owner = { email: before.email, isAdministrative: needsLongPassword };
        await requireGoodPassword(password, owner, "password", language);
        await clearAccountFailures(tx, before.email);
      } else if (needsLongPassword && !isAdministrative(former.permissions) && before.longPassword !== true) {
        throw passwordProblem("too_short_for_admin", "password", language);
      }
      if (role.role !== "admin" || body.active === false) await requireAdminLeft(tx, before);
      await updateUser(tx, params.id, { ...change, ...hashed, role: role.role, roleId: role.roleId });
      // A changed password also ends the tokens, of which one may be an intruder's.
      if (password !== undefined || body.active === false) await endAccess(context, params.id);
      audit({
        eventType: "data_change",
        entityType: "user",
        entityId: params.id,
        details: { kind: "thing", verb: "changed", thing: "user", name: before.email },
        metadata: {
          changed: { ...change, ...(choice === undefined ? {} : { role: role.roleName ?? role.role }) },
          passwordReset: password !== undefined,
        },
      });
      touch("users", "account");
      return readMember(tx, caller, params.id);
    });
  },

  deactivate: ({ input: { params, body }, actor, services: { write }, caller }) =>
    write(actor, async (context) => {
      const { tx, audit, touch } = context;
      const { user } = await lockChangeable(tx, caller, params.id);
      if (!user.active) throw new Problem("conflict");
      await requireAdminLeft(tx, user);
      await updateUser(tx, params.id, { active: false });
      const tokens = await endAccess(context, params.id);
      const handedOver = await handOverWork(context, params.id, body.handOver, caller);
      audit({
        eventType: "data_change",
        entityType: "user",
        entityId: params.id,
        details: { kind: "user_deactivated", email: user.email },
        metadata: { handOver: body.handOver, tokens, ...handedOver },
      });
      touch("users", "account");
      return { user: await readMember(tx, caller, params.id), tokens, ...handedOver };
    }),

  reactivate: ({ input: { params }, actor, services: { write }, caller }) =>
    write(actor, async ({ tx, audit, touch }) => {
      const { user } = await lockChangeable(tx, caller, params.id);
      if (user.active) throw new Problem("conflict");
      await updateUser(tx, params.id, { active: true });
      audit({
        eventType: "data_change",
        entityType: "user",
        entityId: params.id,
        details: { kind: "user_reactivated", email: user.email },
      });
      touch("users", "account");
      return readMember(tx, caller, params.id);
    }),

  activity: async ({ input: { params }, caller, request, services: { database } }) => {
    const { db } = database;
    const user = await findUser(db, params.id);
    const activity = await readUserActivity(db, params.id);
    if (!user || !activity) throw new Problem("not_found");
    // What an administrator did is not shown to those with fewer rights.
    requireCovered(caller, (await readRole(db, user)).permissions);
    const language = requestLanguage({ caller, request });
    // The audit log has a right of its own.
    const mayReadAudit = hasLevel(caller.user.permissions, "audit", "view");
    const entries = mayReadAudit ? await listUserEntries(db, params.id) : [];
    return { ...activity, entries: entries.map((entry) => toAuditEntry(entry, language)) };
  },

  unlink: ({ input: { params }, caller, actor, services: { write } }) =>
    write(actor, async (context) => {
      const { tx, audit, touch } = context;
      const { user } = await lockChangeable(tx, caller, params.id);
      if (!(await deleteIdentities(tx, params.id))) throw new Problem("not_found");
      await endUserSessions(tx, params.id, caller.sid);
      audit({
        eventType: "data_change",
        entityType: "user",
        entityId: params.id,
        details: { kind: "user_unlinked_from_provider", email: user.email },
      });
      touch("users", "account");
      return readMember(tx, caller, params.id);
    }),

  resetSecondFactor: async ({ input: { params }, caller, actor, services: { write } }) =>
    write(actor, async (context) => {
      const { tx, audit, touch } = context;
      const { user } = await lockChangeable(tx, caller, params.id);
      if (!(await deleteSecondFactor(tx, params.id))) throw new Problem("not_found");
      // A thief of the lost device may have made tokens, or allowed an assistant, with it.
      const tokens = await endAccess(context, params.id);
      audit({
        eventType: "data_change",
        entityType: "user",
        entityId: params.id,
        details: { kind: "second_factor_reset", email: user.email, byCommand: false },
        metadata: { tokens },
      });
      touch("users", "account");
      return readMember(tx, caller, params.id);
    }),
};
