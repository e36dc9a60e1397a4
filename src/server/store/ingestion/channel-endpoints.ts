import { sql } from "drizzle-orm";
import type { ConversationChannel } from "#domain/channels/channel.ts";
import { seedDescriptions } from "#domain/seed-descriptions.ts";
import type { Tx } from "#server/db/database.ts";

const names: Record<ConversationChannel, string> = {
  sms: "Inbound SMS",
  whatsapp: "Inbound WhatsApp",
  call: "Inbound calls",
  email: "Inbound e-mail",
  x: "X direct messages",
};

export const channelEndpointName = (channel: ConversationChannel): string => names[channel];

const findChannelEndpoint = async (tx: Tx, channel: ConversationChannel): Promise<string | undefined> => {
  const { rows } = await tx.execute<{ id: string }>(sql`SELECT id FROM endpoints WHERE channel = ${channel}`);
  return rows[0]?.id;
};

/**
 * The id of the endpoint under which the events of a channel are listed, because every event has an endpoint. It has no
 * address and no mapping: what comes by a channel is not mapped.
 */
export const openChannelEndpoint = async (tx: Tx, channel: ConversationChannel): Promise<string> => {
  const known = await findChannelEndpoint(tx, channel);
  if (known !== undefined) return known;
  await tx.execute(sql`
    INSERT INTO endpoints (name, type, description, channel)
    VALUES (${channelEndpointName(channel)}, 'webhook', ${channel === "call" ? seedDescriptions.inboundCalls : seedDescriptions.inboundMessages}, ${channel})
    ON CONFLICT (channel) DO NOTHING`);
  const id = await findChannelEndpoint(tx, channel);
  if (id === undefined) throw new Error(`The endpoint of ${channel} was not inserted`);
  return id;
};
