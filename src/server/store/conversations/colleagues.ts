import { sql } from "drizzle-orm";
import type { Reader, Tx } from "#server/db/database.ts";
import { hasLevelSql } from "#server/store/workspace/user-level.ts";
import { userNameSql } from "./user-name.ts";

export type Colleague = { id: string; name: string; email: string; isAway: boolean; mayAnswer: boolean };

/** Active users, by name. */
export const listColleagues = async (db: Reader): Promise<Colleague[]> => {
  const { rows } = await db.execute<Colleague>(sql`
    SELECT u.id, ${userNameSql("u")} AS name, u.email, u.away_since IS NOT NULL AS "isAway",
           ${hasLevelSql("u", ["inbox"], "work")} AS "mayAnswer"
      FROM users u WHERE u.active ORDER BY 2, u.id`);
  return rows;
};

/** Whether it was different before. */
export const setAway = async (tx: Tx, userId: string, isAway: boolean): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    UPDATE users SET away_since = CASE WHEN ${isAway} THEN now() END
     WHERE id = ${userId} AND (away_since IS NOT NULL) <> ${isAway}`);
  return rowCount === 1;
};
