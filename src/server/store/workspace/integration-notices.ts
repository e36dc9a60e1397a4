import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { addNotifications } from "./notifications.ts";

/** One notice a day and vendor is enough. Says whether one was made. */
export const noticeFailingIntegration = async (tx: Tx, name: string, reason: string): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    SELECT FROM notifications WHERE kind = 'integration_failing' AND params ->> 'name' = ${name}
       AND created_at > now() - interval '1 day' LIMIT 1`);
  if (rowCount) return false;
  await addNotifications(tx, [
    { kind: "integration_failing", params: { name, reason }, link: "/settings?tab=integrations" },
  ]);
  return true;
};
