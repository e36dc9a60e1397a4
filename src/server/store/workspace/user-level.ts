import { type SQL, sql } from "drizzle-orm";
import { type Area, type AreaLevel, areaLevels, builtInPermissions, hasLevel } from "#domain/access/areas.ts";
import { roles } from "#domain/role.ts";

const quoted = (values: readonly string[]): SQL => sql.raw(values.map((value) => `'${value}'`).join(", "));

/** Whether the user with this table alias has the level in one of the areas. */
export const hasLevelSql = (alias: string, areas: readonly Area[], level: AreaLevel): SQL => {
  const user = sql.identifier(alias);
  const builtIn = roles.filter((role) =>
    areas.some((area) => hasLevel(builtInPermissions[role], area, level)),
  );
  const enough = areaLevels.slice(areaLevels.indexOf(level));
  const own = areas.map((area) => sql`r.levels ->> ${sql.raw(`'${area}'`)} IN (${quoted(enough)})`);
  return sql`(${user}.role IN (${quoted(builtIn)}) OR EXISTS (
    SELECT FROM own_roles r WHERE r.id = ${user}.role_id AND (${sql.join(own, sql` OR `)})))`;
};
