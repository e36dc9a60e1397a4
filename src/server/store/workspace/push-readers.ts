import { sql } from "drizzle-orm";
import { type Permissions, permissionsOf } from "#domain/access/areas.ts";
import { recordScopesOf, scopeOfCall, withinScopes } from "#domain/access/record-scope.ts";
import { type Language, parseLanguage } from "#domain/language.ts";
import type { Reader } from "#server/db/database.ts";
import type { PushTarget } from "#server/egress/web-push.ts";
import type { RecordReach } from "#server/store/people/visible-people.ts";

/** Devices of the active users whom a notification is for; what they may see is decided for each. */
export const findDevicesFor = async (db: Reader, notificationId: string): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT s.id FROM notifications n
      JOIN push_subscriptions s ON n.user_id = s.user_id OR n.user_id IS NULL AND (n.team_id IS NULL
        OR EXISTS (SELECT FROM team_members m WHERE m.team_id = n.team_id AND m.user_id = s.user_id))
      JOIN users u ON u.id = s.user_id AND u.active
     WHERE n.id = ${notificationId}`);
  return rows.map(({ id }) => id);
};

/** Who reads what a device shows, with the rights of this moment. */
export type PushReader = {
  userId: string;
  target: PushTarget;
  permissions: Permissions;
  reach: RecordReach | undefined;
  language: Language | undefined;
};

type ReaderRow = PushTarget & {
  userId: string;
  role: string;
  language: string | null;
  levels: unknown;
  scopes: unknown;
};

/** Undefined where the device or the access of its user has ended. */
export const findPushReader = async (db: Reader, deviceId: string): Promise<PushReader | undefined> => {
  const { rows } = await db.execute<ReaderRow>(sql`
    SELECT s.endpoint, s.p256dh, s.auth, u.id AS "userId", u.role, u.language, r.levels, r.scopes
      FROM push_subscriptions s JOIN users u ON u.id = s.user_id LEFT JOIN own_roles r ON r.id = u.role_id
     WHERE s.id = ${deviceId} AND u.active`);
  const [row] = rows;
  if (!row) return undefined;
  const { userId, endpoint, p256dh, auth } = row;
  const scopes = recordScopesOf(row.role, row.scopes);
  const scope = scopeOfCall(scopes, "everyone");
  return {
    userId,
    target: { endpoint, p256dh, auth },
    permissions: withinScopes(permissionsOf(row.role, row.levels), scopes),
    reach: scope === "all" ? undefined : { userId, scope },
    language: parseLanguage(row.language),
  };
};
