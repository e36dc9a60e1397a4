import { sql } from "drizzle-orm";
import { hasLevel, permissionsOf } from "#domain/access/areas.ts";
import { recordScopesOf } from "#domain/access/record-scope.ts";
import type { ChatRouteKind } from "#domain/integrations/chat-routes.ts";
import { type ChatService, personOfLink } from "#domain/integrations/integration-work.ts";
import type { NotificationKind } from "#domain/notification.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { userNameSql } from "#server/store/conversations/user-name.ts";
import type { RecordReach } from "#server/store/people/visible-people.ts";
import { addWork } from "./integration-work.ts";

/** What a rule posts has no kind of notification. */
export const ruleRoute = "rule";

export type ChatRoute = { kind: ChatRouteKind; channel: string };

export const listRoutes = async (db: Reader, service: string): Promise<ChatRoute[]> => {
  const { rows } = await db.execute<ChatRoute>(
    sql`SELECT kind, channel FROM chat_routes WHERE service = ${service} ORDER BY kind`,
  );
  return rows;
};

/** Replaces the routes of a chat. */
export const saveRoutes = async (tx: Tx, service: string, routes: readonly ChatRoute[]): Promise<void> => {
  await tx.execute(sql`DELETE FROM chat_routes WHERE service = ${service}`);
  await tx.execute(sql`
    INSERT INTO chat_routes (service, kind, channel)
    SELECT ${service}, kind, channel FROM jsonb_to_recordset(${JSON.stringify(routes)}::jsonb) AS row (kind text, channel text)`);
};

export const findChannel = async (db: Reader, service: string, kind: string): Promise<string | undefined> => {
  const { rows } = await db.execute<{ channel: string }>(
    sql`SELECT channel FROM chat_routes WHERE service = ${service} AND kind = ${kind}`,
  );
  return rows[0]?.channel;
};

export type ChatWriter = { id: string; name: string; mayWrite: boolean; reach: RecordReach | null };

/** The user who linked an account of a chat. */
export const findChatWriter = async (
  db: Reader,
  service: string,
  externalId: string,
): Promise<ChatWriter | undefined> => {
  const { rows } = await db.execute<{
    id: string;
    name: string;
    active: boolean;
    role: string;
    levels: unknown;
    scopes: unknown;
  }>(sql`
    SELECT u.id, ${userNameSql("u")} AS name, u.active, u.role, r.levels, r.scopes
      FROM chat_users c JOIN users u ON u.id = c.user_id LEFT JOIN own_roles r ON r.id = u.role_id
     WHERE c.service = ${service} AND c.external_id = ${externalId} AND c.linked_at IS NOT NULL`);
  const [row] = rows;
  if (!row) return undefined;
  const mayWrite = row.active && hasLevel(permissionsOf(row.role, row.levels), "inbox", "work");
  const { inbox: scope } = recordScopesOf(row.role, row.scopes);
  return { id: row.id, name: row.name, mayWrite, reach: scope === "all" ? null : { userId: row.id, scope } };
};

export const findChatAccount = async (
  db: Reader,
  service: string,
  userId: string,
): Promise<string | undefined> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT external_id AS id FROM chat_users WHERE service = ${service} AND user_id = ${userId}`);
  return rows[0]?.id;
};

export type ChatThread = { id: string; personId: string; seenUpTo: string | null };

export const findChatThread = async (
  db: Reader,
  service: string,
  channel: string,
  threadId: string,
): Promise<ChatThread | undefined> => {
  const { rows } = await db.execute<ChatThread>(sql`
    SELECT id, person_id AS "personId", seen_up_to AS "seenUpTo" FROM chat_threads
     WHERE service = ${service} AND channel = ${channel} AND thread_id = ${threadId}`);
  return rows[0];
};

export const saveChatThread = async (
  tx: Tx,
  thread: { service: string; channel: string; threadId: string; personId: string; seenUpTo: string | null },
): Promise<void> => {
  const { service, channel, threadId, personId, seenUpTo } = thread;
  await tx.execute(sql`
    INSERT INTO chat_threads (service, channel, thread_id, person_id, seen_up_to)
    SELECT ${service}, ${channel}, ${threadId}, id, ${seenUpTo} FROM people WHERE id = ${personId}
    ON CONFLICT (service, channel, thread_id) DO UPDATE SET seen_up_to = excluded.seen_up_to`);
};

type PostedNotice = {
  kind: NotificationKind;
  params: Record<string, string | number>;
  link?: string;
  userId?: string | null;
  personId?: string | null;
};

/** Hands notices to the chats that want their kind, in the transaction that makes them. */
export const postNotices = async (tx: Tx, notices: readonly PostedNotice[]): Promise<void> => {
  const kinds = [...new Set(notices.map(({ kind }) => kind))];
  const { rows: routes } = await tx.execute<{ service: ChatService; kind: string; channel: string }>(sql`
    SELECT service, kind, channel FROM chat_routes WHERE kind = ANY(${sql.param(kinds)}::text[]) ORDER BY service`);
  if (routes.length === 0) return;
  // A notice for several users is one message of a channel.
  const distinct = new Map(
    notices.map((notice) => [`${notice.kind} ${notice.link} ${JSON.stringify(notice.params)}`, notice]),
  );
  await addWork(
    tx,
    routes.flatMap(({ service, kind, channel }) =>
      [...distinct.values()]
        .filter((notice) => notice.kind === kind)
        .map(({ personId, ...notice }) => ({
          service,
          kind: "chat_post" as const,
          personId: personId ?? personOfLink(notice.link),
          payload: { channel, notice },
        })),
    ),
  );
};
