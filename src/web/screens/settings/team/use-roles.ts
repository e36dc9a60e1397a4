import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type OwnRole, rolesApi } from "#contract/team.ts";
import { areas, builtInPermissions, covers, type Permissions, type UserRole } from "#domain/access/areas.ts";
import { roles as builtInRoles, isBuiltInRole } from "#domain/role.ts";
import { apiQuery } from "#web/lib/api.ts";
import { roleLabel } from "#web/lib/role-name.ts";
import { useUser } from "#web/lib/session.ts";

type AssignedName = { role: UserRole; roleName: string | null };

/** The name of the role that a user or an invitation has. */
export const useRoleName = () => {
  const { t } = useTranslation();
  return (assigned: AssignedName): string => roleLabel(t, assigned);
};

const shownAreas = 4;

/** The areas that a role opens, with their levels. */
export const useRoleSummary = () => {
  const { t } = useTranslation();
  return useCallback(
    (permissions: Permissions): string => {
      const open = areas.filter((area) => permissions[area] !== "none");
      if (open.length === 0) return t("team.roles.empty");
      const named = open
        .slice(0, shownAreas)
        .map((area) => `${t(`team.area.${area}.name`)}: ${t(`team.level.${permissions[area]}`)}`);
      const more = open.length - named.length;
      return [...named, ...(more > 0 ? [t("team.roles.moreAreas", { count: more })] : [])].join(" · ");
    },
    [t],
  );
};

/** The value of a choice: a built-in role by name, any other by id. */
export const choiceOf = ({ role, roleId }: { role: UserRole; roleId: string | null }): string =>
  roleId ?? (role === "own" ? "viewer" : role);

export type RoleOption = { value: string; label: string; hint: string; permissions: Permissions };

/** Roles that the user may give to others: none has a right that they do not have themselves. */
export const useRoleOptions = (): RoleOption[] => {
  const { t } = useTranslation();
  const { permissions } = useUser();
  const summary = useRoleSummary();
  const { data } = useQuery(apiQuery(rolesApi.list));
  return useMemo(() => {
    const own = (data ?? []).map((role: OwnRole) => ({
      value: role.id,
      label: role.name,
      hint: role.description ?? summary(role.permissions),
      permissions: role.permissions,
    }));
    const builtIn = builtInRoles.map((role) => ({
      value: role,
      label: t(`role.${role}`),
      hint: t(`roleHint.${role}`),
      permissions: builtInPermissions[role],
    }));
    return [...builtIn, ...own].filter((option) => covers(permissions, option.permissions));
  }, [t, data, permissions, summary]);
};

/** What a choice allows; undefined while the roles are loading. */
export const permissionsOfChoice = (
  options: readonly RoleOption[],
  choice: string | undefined,
): Permissions | undefined =>
  choice !== undefined && isBuiltInRole(choice)
    ? builtInPermissions[choice]
    : options.find(({ value }) => value === choice)?.permissions;
