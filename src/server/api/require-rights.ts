import { covers, type Permissions } from "#domain/access/areas.ts";
import { seesPeople } from "#domain/audience/without-people.ts";
import type { UserSession } from "#server/auth/sessions.ts";
import type { Tx } from "#server/db/database.ts";
import { type AssignedRole, findChosenRole, readRole } from "#server/store/workspace/roles.ts";
import type { User } from "#server/store/workspace/users.ts";
import { type Asking, invalidField } from "./field-problems.ts";
import { Problem } from "./problem.ts";

/** Without this, who may manage the team could make themselves an administrator. */
export const requireCovered = ({ user }: UserSession, permissions: Permissions): void => {
  if (!covers(user.permissions, permissions)) throw new Problem("exceeds_own_rights");
};

/** The role of a choice in a request, which the caller may give. */
export const requireChosenRole = async (
  tx: Tx,
  asking: Asking & { caller: UserSession },
  choice: string,
): Promise<AssignedRole> => {
  const chosen = await findChosenRole(tx, choice);
  if (!chosen) throw invalidField(asking, "role", "invalid");
  requireCovered(asking.caller, chosen.permissions);
  return chosen;
};

/** The role of a user whom the caller may change. */
export const requireChangeable = async (tx: Tx, caller: UserSession, user: User): Promise<AssignedRole> => {
  const role = await readRole(tx, user);
  requireCovered(caller, role.permissions);
  return role;
};

/** What names people, whatever else it is about: a role needs to see all of them. */
export const demandPeople = ({ user: { permissions } }: { user: { permissions: Permissions } }): void => {
  if (!seesPeople(permissions)) throw new Problem("forbidden");
};
