import type { OwnRole } from "#contract/team.ts";
import { isAdministrative } from "#domain/access/areas.ts";
import { scopedAreas } from "#domain/access/record-scope.ts";
import {
  deleteOwnRole,
  hasShortPasswords,
  insertOwnRole,
  listOwnRoles,
  lockOwnRole,
  updateOwnRole,
} from "#server/store/workspace/roles.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";
import { requireCovered } from "./require-rights.ts";

/** The areas in which two roles differ, for the audit log. */
const changedLevels = (before: OwnRole, after: OwnRole): Record<string, string> =>
  Object.fromEntries([
    ...Object.entries(after.permissions).flatMap(([area, level]) => {
      const former = before.permissions[area as keyof OwnRole["permissions"]];
      return former === level ? [] : [[area, `${former} → ${level}`]];
    }),
    ...scopedAreas.flatMap((area) =>
      before.scopes[area] === after.scopes[area]
        ? []
        : [[`${area} records`, `${before.scopes[area]} → ${after.scopes[area]}`]],
    ),
  ]);

export const roleHandlers: Handlers["roles"] = {
  list: ({ services: { database } }) => listOwnRoles(database.db),

  create: async ({ input: { body }, caller, actor, services: { write } }) => {
    requireCovered(caller, body.permissions);
    return write(actor, async ({ tx, audit, touch }) => {
      const created = await insertOwnRole(tx, body);
      if (!created) throw new Problem("already_exists");
      audit({
        eventType: "settings_update",
        entityType: "role",
        entityId: created.id,
        details: { kind: "thing", verb: "added", thing: "role", name: created.name },
        metadata: { permissions: created.permissions, scopes: created.scopes },
      });
      touch("users");
      return created;
    });
  },

  update: async ({ input: { params, body }, caller, actor, services: { write } }) => {
    const { updatedAt, ...values } = body;
    requireCovered(caller, values.permissions);
    return write(actor, async ({ tx, audit, touch }) => {
      const before = await lockOwnRole(tx, params.id);
      if (!before) throw new Problem("not_found");
      requireCovered(caller, before.permissions);
      if (updatedAt !== undefined && before.updatedAt !== new Date(updatedAt).toISOString())
        throw new Problem("conflict");
      const becomesAdministrative =
        isAdministrative(values.permissions) && !isAdministrative(before.permissions);
      if (becomesAdministrative && (await hasShortPasswords(tx, params.id)))
        throw new Problem("short_passwords");
      const after = await updateOwnRole(tx, params.id, values);
      if (!after) throw new Problem("already_exists");
      audit({
        eventType: "settings_update",
        entityType: "role",
        entityId: after.id,
        details: { kind: "thing", verb: "changed", thing: "role", name: after.name },
        metadata: { former: before.name, changed: changedLevels(before, after) },
      });
      touch("users", "account");
      return after;
    });
  },

  remove: async ({ input: { params }, caller, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      const role = await lockOwnRole(tx, params.id);
      if (!role) throw new Problem("not_found");
      requireCovered(caller, role.permissions);
      const { users, invitations, groups } = role;
      if (users + invitations + groups > 0)
        throw new Problem("in_use", { details: { users, invitations, groups } });
      await deleteOwnRole(tx, params.id);
      audit({
        eventType: "settings_update",
        entityType: "role",
        entityId: role.id,
        details: { kind: "thing", verb: "deleted", thing: "role", name: role.name },
        metadata: { permissions: role.permissions },
      });
      touch("users");
    });
    return { ok: true };
  },
};
