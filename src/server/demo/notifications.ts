import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { notifications } from "#server/db/schema/ledgers.ts";
import type { Calendar } from "./calendar.ts";
import { failingEndpoint, failingForMs } from "./endpoints.ts";
import { handoffPosition, unknownSendPosition } from "./latest.ts";

/** Three things that wait for somebody. */
export const insertDemoNotifications = async (tx: Tx, { newest }: Calendar): Promise<void> => {
  const { rows } = await tx.execute<{ place: number; id: string; name: string; ms: number }>(sql`
    SELECT place::int AS place, id, name, (extract(epoch FROM at) * 1000)::float8 AS ms FROM demo_latest`);
  const found = (place: number) => {
    const row = rows.find((one) => one.place === place);
    if (!row) throw new Error("the demo has nobody for a notification");
    return { person: row.name, link: `/people?person=${row.id}`, createdAt: new Date(row.ms) };
  };
  const asked = found(handoffPosition);
  const unknown = found(unknownSendPosition);
  await tx.insert(notifications).values([
    {
      kind: "handoff_asked",
      params: { person: asked.person },
      link: asked.link,
      createdAt: asked.createdAt,
    },
    {
      kind: "endpoint_failing",
      params: { endpoint: failingEndpoint },
      link: "/endpoints",
      createdAt: new Date(newest - failingForMs),
    },
    {
      kind: "send_unknown",
      params: { person: unknown.person, channel: "SMS" },
      link: unknown.link,
      createdAt: unknown.createdAt,
    },
  ]);
};
