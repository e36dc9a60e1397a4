import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type OwnRole, rolesApi } from "#contract/team.ts";
import { builtInPermissions, covers, type Permissions, type UserRole } from "#domain/access/areas.ts";
import { roles as builtInRoles, isBuiltInRole } from "#domain/role.ts";
import { apiQuery } from "#web/lib/api.ts";
import { useUser } from "#web/lib/session.ts";

type AssignedName = { role: UserRole; roleName: string | null };

/** The name of the role that a user or an invitation has. */
export const useRoleName = () => {
  const { t } = useTranslation();
  return ({ role, roleName }: AssignedName): string => roleName ?? t(`role.${role}`);
};

/** The value of a choice: a built-in role by name, any other by id. */
export const choiceOf = ({ role, roleId }: { role: UserRole; roleId: string | null }): string =>
  roleId ?? (role === "own" ? "viewer" : role);

export type RoleOption = { value: string; label: string; hint: string; permissions: Permissions };

/** Roles that the user may give to others: none has a right that they do not have themselves. */
export const useRoleOptions = (): RoleOption[] => {
  const { t } = useTranslation();
  const { permissions } = useUser();
  const { data } = useQuery(apiQuery(rolesApi.list));
  return useMemo(() => {
    const own = (data ?? []).map((role: OwnRole) => ({
      value: role.id,
      label: role.name,
      hint: role.description ?? t("team.roles.ownHint"),
      permissions: role.permissions,
    }));
    const builtIn = builtInRoles.map((role) => ({
      value: role,
      label: t(`role.${role}`),
      hint: t(`role.hint.${role}`),
      permissions: builtInPermissions[role],
    }));
    return [...builtIn, ...own].filter((option) => covers(permissions, option.permissions));
  }, [t, data, permissions]);
};

/** What a choice allows; undefined while the roles are loading. */
export const permissionsOfChoice = (
  options: readonly RoleOption[],
  choice: string | undefined,
): Permissions | undefined =>
  choice !== undefined && isBuiltInRole(choice)
    ? builtInPermissions[choice]
    : options.find(({ value }) => value === choice)?.permissions;
