import { sql } from "drizzle-orm";
import type { MappingTemplate } from "#domain/ingestion/mapping.ts";
import { seedDescriptions } from "#domain/seed-descriptions.ts";
import type { Tx } from "#server/db/database.ts";

const names: Record<string, string> = { facebook: "Facebook Lead Ads", linkedin: "LinkedIn Lead Forms" };

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

/** The id of the endpoint of a vendor's leads, with a mapping that operators may change. */
export const openLeadEndpoint = async (tx: Tx, vendor: string): Promise<string> => {
  const key = `inbound:${vendor}`;
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
    VALUES (${names[vendor] ?? vendor}, 'webhook', ${seedDescriptions.vendorLeads}, 'active',
            ${JSON.stringify({ system: key })}::jsonb, ${JSON.stringify(leadMapping)}::jsonb)
    RETURNING id`);
  const [row] = created;
  if (!row) throw new Error("The endpoint was not inserted");
  return row.id;
};
