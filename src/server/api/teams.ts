import { readAssignment, saveAssignment } from "#server/store/conversations/assignment.ts";
import { releaseTeamThreads } from "#server/store/conversations/inbox-teams.ts";
import { deleteTeam, insertTeam, listTeams, lockTeam, updateTeam } from "#server/store/workspace/teams.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";

export const teamHandlers: Handlers["teams"] = {
  list: ({ services: { database } }) => listTeams(database.db),

  create: ({ input: { body }, actor, services: { write } }) =>
    write(actor, async ({ tx, audit, touch }) => {
      const created = await insertTeam(tx, body);
      if (!created) throw new Problem("already_exists");
      audit({
        eventType: "settings_update",
        entityType: "team",
        entityId: created.id,
        details: { kind: "thing", verb: "added", thing: "team", name: created.name },
        metadata: { members: created.memberIds },
      });
      touch("users");
      return created;
    }),

  update: ({ input: { params, body }, actor, services: { write } }) => {
    const { updatedAt, ...values } = body;
    return write(actor, async ({ tx, audit, touch }) => {
      const before = await lockTeam(tx, params.id);
      if (!before) throw new Problem("not_found");
      if (updatedAt !== undefined && before.updatedAt !== new Date(updatedAt).toISOString())
        throw new Problem("conflict");
      const after = await updateTeam(tx, params.id, values);
      if (!after) throw new Problem("already_exists");
      audit({
        eventType: "settings_update",
        entityType: "team",
        entityId: after.id,
        details: { kind: "thing", verb: "changed", thing: "team", name: after.name },
        metadata: {
          former: before.name,
          added: after.memberIds.filter((id) => !before.memberIds.includes(id)),
          removed: before.memberIds.filter((id) => !after.memberIds.includes(id)),
        },
      });
      touch("users");
      return after;
    });
  },

  remove: async ({ input: { params }, caller, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      const conversations = await releaseTeamThreads(tx, params.id, caller.user.id);
      const team = await lockTeam(tx, params.id);
      if (!team) throw new Problem("not_found");
      const assignment = await readAssignment(tx);
      const isDefault = assignment.teamId === params.id;
      if (isDefault) await saveAssignment(tx, { ...assignment, teamId: null });
      await deleteTeam(tx, params.id);
      audit({
        eventType: "settings_update",
        entityType: "team",
        entityId: team.id,
        details: { kind: "thing", verb: "deleted", thing: "team", name: team.name },
        metadata: { members: team.memberIds, conversations, wasDefault: isDefault },
      });
      touch("users", "threads", "people", "notifications");
      if (isDefault) touch("settings");
    });
    return { ok: true };
  },
};
