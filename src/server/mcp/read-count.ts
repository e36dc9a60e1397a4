import { mcpLimits } from "#domain/mcp/limits.ts";
import type { ApiServices } from "#server/api/handler.ts";
import { system } from "#server/audit/entry.ts";
import type { ApiToken } from "#server/auth/api-tokens.ts";
import { addNotifications } from "#server/store/workspace/notifications.ts";
import { listAdmins } from "#server/store/workspace/users.ts";

const dayMs = 86_400_000;

export type ReadCount = (token: ApiToken, personIds: ReadonlySet<string>, now: number) => Promise<void>;

/** Tells administrators once a day of a token that reads about many people. Each process counts for itself. */
export const createReadCount = ({ write, database }: Pick<ApiServices, "write" | "database">): ReadCount => {
  const counts = new Map<string, { since: number; people: Set<string>; isTold: boolean }>();
  return async (token, personIds, now) => {
    if (personIds.size === 0) return;
    const known = counts.get(token.id);
    const count =
      known && now - known.since < dayMs ? known : { since: now, people: new Set<string>(), isTold: false };
    counts.set(token.id, count);
    if (count.isTold) return;
    for (const id of personIds) count.people.add(id);
    if (count.people.size <= mcpLimits.quietReadsPerDay) return;
    count.isTold = true;
    const params = { name: token.name, count: count.people.size };
    count.people.clear();
    const admins = await listAdmins(database.db);
    await write(system, async ({ tx, touch }) => {
      await addNotifications(
        tx,
        admins.map((userId) => ({ kind: "token_read_many", params, link: "/settings?tab=api", userId })),
      );
      touch("notifications");
    });
  };
};
