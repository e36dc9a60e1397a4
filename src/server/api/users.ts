import type { TeamMember } from "#contract/users.ts";
import { isLongPassword } from "#domain/password-policy.ts";
import type { Role } from "#domain/role.ts";
import { deleteSecondFactor, findSecondFactor, listSecondFactorUsers } from "#server/auth/second-factors.ts";
import { endUserSessions } from "#server/auth/sessions.ts";
import { clearAccountFailures } from "#server/auth/sign-in-throttle.ts";
import {
  countOtherActiveAdmins,
  insertUser,
  listUsers,
  lockUser,
  type User,
  updateUser,
} from "#server/store/workspace/users.ts";
import type { Handlers } from "./handler.ts";
import { hashOrReject, passwordProblem, requireGoodPassword } from "./password-problem.ts";
import { Problem } from "./problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

const toTeamMember = (user: User, hasSecondFactor: boolean): TeamMember => ({
  id: user.id,
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  role: user.role as TeamMember["role"],
  active: user.active,
  hasSecondFactor,
  lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
  createdAt: user.createdAt.toISOString(),
  updatedAt: user.updatedAt.toISOString(),
});

export const userHandlers: Handlers["users"] = {
  list: async ({ services: { database } }) => {
    const withSecondFactor = await listSecondFactorUsers(database.db);
    return (await listUsers(database.db)).map((user) => toTeamMember(user, withSecondFactor.has(user.id)));
  },

  create: async ({ input: { body }, actor, services: { write }, caller, request }) => {
    await requireGoodPassword(body.password, body, "password", requestLanguage({ caller, request }));
    const password = await hashOrReject(body.password);
    const longPassword = isLongPassword(body.password);
    const created = await write(actor, async ({ tx, audit, touch }) => {
      const user = await insertUser(tx, { ...body, password, longPassword });
      if (!user) throw new Problem("already_exists");
      audit({
        eventType: "data_change",
        entityType: "user",
        entityId: user.id,
        description: `Added ${user.email} to the team as ${user.role}`,
      });
      touch("users");
      return user;
    });
    return toTeamMember(created, false);
  },

  update: async ({ input: { params, body }, actor, services: { write }, caller, request }) => {
    const { updatedAt, password, ...fields } = body;
    const change = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const hashed =
      password === undefined
        ? {}
        : { password: await hashOrReject(password), longPassword: isLongPassword(password) };
    const language = requestLanguage({ caller, request });
    const updated = await write(actor, async ({ tx, audit, touch }) => {
      const before = await lockUser(tx, params.id);
      if (!before) throw new Problem("not_found");
      if (updatedAt !== undefined && before.updatedAt.getTime() !== Date.parse(updatedAt))
        throw new Problem("conflict");
      const role = body.role ?? (before.role as Role);
      if (password !== undefined) {
        await requireGoodPassword(password, { email: before.email, role }, "password", language);
        await clearAccountFailures(tx, before.email);
      } else if (role === "admin" && before.role !== "admin" && before.longPassword !== true) {
        throw passwordProblem("too_short_for_admin", "password", language);
      }
      const staysAdmin = (body.role ?? before.role) === "admin" && (body.active ?? before.active);
      const wasAdmin = before.role === "admin" && before.active;
      if (wasAdmin && !staysAdmin && (await countOtherActiveAdmins(tx, params.id)) === 0)
        throw new Problem("last_admin");
      const after = await updateUser(tx, params.id, { ...change, ...hashed });
      if (password !== undefined || body.active === false) await endUserSessions(tx, params.id);
      audit({
        eventType: "data_change",
        entityType: "user",
        entityId: params.id,
        description: `Changed ${before.email}`,
        metadata: { changed: change, passwordReset: password !== undefined },
      });
      touch("users", "account");
      return after && toTeamMember(after, Boolean((await findSecondFactor(tx, params.id))?.confirmedAt));
    });
    if (!updated) throw new Problem("not_found");
    return updated;
  },

  resetSecondFactor: async ({ input: { params }, actor, services: { write } }) =>
    write(actor, async ({ tx, audit, touch }) => {
      const user = await lockUser(tx, params.id);
      if (!user || !(await deleteSecondFactor(tx, params.id))) throw new Problem("not_found");
      await endUserSessions(tx, params.id);
      audit({
        eventType: "data_change",
        entityType: "user",
        entityId: params.id,
        description: `Turned off the second factor of ${user.email}`,
      });
      touch("users", "account");
      return toTeamMember(user, false);
    }),
};
