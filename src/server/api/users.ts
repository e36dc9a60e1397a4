import type { TeamMember } from "#contract/users.ts";
import { hashPassword } from "#server/auth/passwords.ts";
import { endUserSessions } from "#server/auth/sessions.ts";
import {
  countOtherActiveAdmins,
  insertUser,
  listUsers,
  lockUser,
  type User,
  updateUser,
} from "#server/store/workspace/users.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";

const toTeamMember = (user: User): TeamMember => ({
  id: user.id,
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  role: user.role as TeamMember["role"],
  active: user.active,
  lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
  createdAt: user.createdAt.toISOString(),
  updatedAt: user.updatedAt.toISOString(),
});

export const userHandlers: Handlers["users"] = {
  list: async ({ services: { database } }) => (await listUsers(database.db)).map(toTeamMember),

  create: async ({ input: { body }, actor, services: { write } }) => {
    const password = await hashPassword(body.password);
    const created = await write(actor, async ({ tx, audit, touch }) => {
      const user = await insertUser(tx, { ...body, password });
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
    return toTeamMember(created);
  },

  update: async ({ input: { params, body }, actor, services: { write } }) => {
    const { updatedAt, password, ...fields } = body;
    const change = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const hashed = password === undefined ? {} : { password: await hashPassword(password) };
    const updated = await write(actor, async ({ tx, audit, touch }) => {
      const before = await lockUser(tx, params.id);
      if (!before) throw new Problem("not_found");
      if (updatedAt !== undefined && before.updatedAt.getTime() !== Date.parse(updatedAt))
        throw new Problem("conflict");
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
      return after;
    });
    if (!updated) throw new Problem("not_found");
    return toTeamMember(updated);
  },
};
