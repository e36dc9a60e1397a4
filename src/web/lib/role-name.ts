import type { TFunction } from "i18next";
import type { UserRole } from "#domain/access/areas.ts";

/** The name of a role of the workspace's own, or of a built-in role. Without a role it is Admin, as the specification says. */
export const roleLabel = (
  t: TFunction,
  { role, roleName }: { role: UserRole | null | undefined; roleName?: string | null | undefined },
): string => roleName ?? t(`role.${role ?? "admin"}`);
