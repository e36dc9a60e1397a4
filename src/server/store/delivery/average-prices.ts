import { sql } from "drizzle-orm";
import { type Channel, channels } from "#domain/channels/channel.ts";
import type { Reader } from "#server/db/database.ts";

/** US dollars per message, used until the workspace has prices of its own. */
const defaultPrices: Record<Channel, number> = {
  sms: 0.0083,
  whatsapp: 0.0052,
  call: 0.014,
  voice_agent: 0.06,
  email: 0.0001,
  x: 0,
};

/** What a message is expected to cost: the average price of the newest sends of its channel. */
export const readExpectedPrices = async (db: Reader): Promise<Record<Channel, number>> => {
  const { rows } = await db.execute<{ channel: string; price: number }>(sql`
    SELECT type AS channel, avg(price)::float8 AS price
      FROM (SELECT type, price FROM actions ORDER BY created_at DESC NULLS LAST LIMIT 5000) newest
     WHERE price IS NOT NULL GROUP BY 1`);
  const known = new Map(rows.map(({ channel, price }) => [channel, price]));
  return Object.fromEntries(
    channels.map((channel) => [channel, known.get(channel) ?? defaultPrices[channel]]),
  ) as Record<Channel, number>;
};
