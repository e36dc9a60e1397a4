import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { notifications } from "#server/db/schema/notifications.ts";
import type { Calendar } from "./calendar.ts";
import { failingEndpoint, failingForMs } from "./endpoints.ts";
import { handoffPosition, unknownSendPosition } from "./recent-entries.ts";

export const insertDemoNotifications = async (tx: Tx, { newest }: Calendar): Promise<void> => {
  const { rows } = await tx.execute<{ position: number; id: string; name: string; ms: number }>(sql`
    SELECT position::int AS position, id, name, (extract(epoch FROM at) * 1000)::float8 AS ms FROM demo_recent_entries`);
  const recentEntry = (position: number) => {
    const row = rows.find((entry) => entry.position === position);
    if (!row) throw new Error("the demo has no person for a notification");
    return { person: row.name, link: `/people?person=${row.id}`, createdAt: new Date(row.ms) };
  };
  const handoff = recentEntry(handoffPosition);
  const unknownSend = recentEntry(unknownSendPosition);
  await tx.insert(notifications).values([
    {
      kind: "handoff_asked",
      params: { person: handoff.person },
      link: handoff.link,
      createdAt: handoff.createdAt,
    },
    {
      kind: "endpoint_failing",
      params: { endpoint: failingEndpoint },
      link: "/endpoints",
      createdAt: new Date(newest - failingForMs),
    },
    {
      kind: "send_unknown",
      params: { person: unknownSend.person, channel: "SMS" },
      link: unknownSend.link,
      createdAt: unknownSend.createdAt,
    },
  ]);
};
