import { sql } from "drizzle-orm";
import type { MappingTemplate } from "#domain/ingestion/mapping.ts";
import type { Tx } from "#server/db/database.ts";

const names: Record<string, string> = {
  sms: "Inbound SMS",
  whatsapp: "Inbound WhatsApp",
  call: "Inbound calls",
  email: "Inbound e-mail",
  facebook: "Facebook Lead Ads",
  linkedin: "LinkedIn Lead Forms",
  x: "X direct messages",
};

export const inboundEndpointName = (channel: string): string => names[channel] ?? channel;

/** Leads have flat answers, so that plain paths are enough. */
const leadMapping: MappingTemplate = {
  person: {
    email: "answers.email",
    phone: "answers.phone_number",
    fullName: "answers.full_name",
    firstName: "answers.first_name",
    lastName: "answers.last_name",
    zip: "answers.zip_code",
    town: "answers.city",
    region: "answers.state",
    "consents.sms": "consents.sms",
    "consents.whatsapp": "consents.whatsapp",
    "consents.call": "consents.call",
    "consents.email": "consents.email",
  },
  event: { type: "type", form: "form_id", ad: "ad_id", campaign: "campaign_id", platform: "platform" },
};

const inboundMapping = (channel: string): MappingTemplate => {
  if (channel === "facebook" || channel === "linkedin") return leadMapping;
  if (channel === "x")
    return {
      person: { x: "address", fullName: "name" },
      event: { type: "type", message: "text", channel: "channel" },
    };
  return channel === "email"
    ? {
        person: { email: "person.email", fullName: "person.name" },
        event: { type: "type", message: "words", subject: "subject", channel: "channel" },
      }
    : {
        person: { phone: "from", fullName: "name" },
        event: { type: "type", message: "text", channel: "channel" },
      };
};

/** The id of the endpoint that a channel's inbound messages belong to, because every event needs an endpoint. */
export const findOrCreateInboundEndpoint = async (tx: Tx, channel: string): Promise<string> => {
  const key = `inbound:${channel}`;
  const find = () =>
    tx.execute<{ id: string }>(sql`SELECT id FROM endpoints WHERE pull_state ->> 'system' = ${key}`);
  const { rows } = await find();
  if (rows[0]) return rows[0].id;
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('faro ' || ${key}, 0))`);
  // Another transaction may have created it while this one waited for the lock.
  const { rows: concurrent } = await find();
  if (concurrent[0]) return concurrent[0].id;
  const { rows: created } = await tx.execute<{ id: string }>(sql`
    INSERT INTO endpoints (name, type, description, status, pull_state, mapping_template)
    VALUES (${inboundEndpointName(channel)}, 'webhook', 'What people write to us', 'active',
            ${JSON.stringify({ system: key })}::jsonb, ${JSON.stringify(inboundMapping(channel))}::jsonb)
    RETURNING id`);
  const [row] = created;
  if (!row) throw new Error("The endpoint was not inserted");
  return row.id;
};
