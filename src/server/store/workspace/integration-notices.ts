import { sql } from "drizzle-orm";
import type { AlarmStep } from "#domain/integrations/alarm-step.ts";
import type { WorkKind } from "#domain/integrations/integration-work.ts";
import type { Tx } from "#server/db/database.ts";
import { addNotifications } from "./notifications.ts";

export type FailingIntegration = {
  name: string;
  reason: string;
  /** What could not be done; absent where that is more than one kind of work. */
  work?: WorkKind;
  step: AlarmStep;
  /** Where the step is taken. */
  link: string;
};

/** One notice a day and vendor is enough. Says whether one was made. */
export const noticeFailingIntegration = async (
  tx: Tx,
  { link, ...params }: FailingIntegration,
): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    SELECT FROM notifications WHERE kind = 'integration_failing' AND params ->> 'name' = ${params.name}
       AND created_at > now() - interval '1 day' LIMIT 1`);
  if (rowCount) return false;
  await addNotifications(tx, [{ kind: "integration_failing", params, link }]);
  return true;
};
