import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { MappingTemplate } from "#domain/ingestion/mapping.ts";
import { consentKinds } from "#domain/person.ts";
import type { Tx } from "#server/db/database.ts";
import { endpoints } from "#server/db/schema/ingestion.ts";
import { findOrCreateInboundEndpoint } from "#server/store/ingestion/inbound-endpoint.ts";
import type { Calendar } from "./calendar.ts";

type DemoEndpoint = {
  name: string;
  type: "webhook" | "pull_api" | "email";
  /** Relative number of events that no rule reacts to. */
  share: number;
  description: string;
  eventTypes: readonly (readonly [string, number])[];
};

export const failingEndpoint = "Partner referral API";

export const demoEndpoints: readonly DemoEndpoint[] = [
  {
    name: "Website form",
    type: "webhook",
    share: 40,
    description: "Quote requests and visits on soldeleste.example",
    eventTypes: [["page_viewed", 1]],
  },
  {
    name: "Facebook Lead Ads",
    type: "webhook",
    share: 22,
    description: "Leads from the campaigns “Techo solar” and “Never without power”",
    eventTypes: [["ad_clicked", 1]],
  },
  {
    name: "n8n automations",
    type: "webhook",
    share: 18,
    description: "Appointments, reviews and the mailing list, as n8n passes them on",
    eventTypes: [
      ["email_opened", 5],
      ["link_clicked", 3],
    ],
  },
  {
    name: "Outage alerts",
    type: "webhook",
    share: 12,
    description: "Neighbourhoods that lost power, to offer a battery there",
    eventTypes: [["outage_reported", 1]],
  },
  {
    name: "Sales inbox",
    type: "email",
    share: 8,
    description: "What arrives at ventas@soldeleste.example",
    eventTypes: [["email", 1]],
  },
  {
    name: failingEndpoint,
    type: "pull_api",
    share: 0,
    description: "Referrals of roofing partners, fetched every five minutes",
    eventTypes: [["referral_received", 1]],
  },
];

export const endpointShares = demoEndpoints.map(({ name, share }) => [name, share] as const);
export const failingForMs = 5 * 3_600_000;
export const failuresInARow = 60;
export const pullError = "401 Unauthorized: the API key was refused";

/** The endpoints that create people, and the event type that each of them does it with. */
export const creationTypes: Readonly<Record<string, string>> = {
  "Website form": "signed_up",
  "Facebook Lead Ads": "lead_created",
  "n8n automations": "contact_synced",
  [failingEndpoint]: "referral_received",
};
export const personSources = [
  ["Website form", 42],
  ["Facebook Lead Ads", 32],
  ["n8n automations", 18],
  [failingEndpoint, 8],
] as const;

/** Fields of the payloads that are stored with the event; all others describe the person. */
export const eventFields = [
  "type",
  "message",
  "campaign",
  "path",
  "seconds",
  "monthly_bill",
  "roof",
  "partner",
  "appointment_date",
  "appointment_time",
  "municipality",
  "customers_out",
] as const;

const mapping: MappingTemplate = {
  person: {
    firstName: "first_name",
    lastName: "last_name",
    email: "email",
    phone: "phone",
    town: "town",
    type: "contact_type",
    status: "stage",
    tags: "tags",
    ...Object.fromEntries(consentKinds.map((kind) => [`consents.${kind}`, `consents.${kind}`])),
  },
  event: Object.fromEntries(eventFields.map((field) => [field, field])),
};

/** The channels of the replies in the demo. */
const inboundChannels = ["sms", "whatsapp"] as const;

/** The tokens are random, so that knowing this file does not allow sending to the endpoints. */
export const insertDemoEndpoints = async (tx: Tx, { days, newest }: Calendar): Promise<void> => {
  const first = new Date(days.at(-1) ?? newest);
  await tx.insert(endpoints).values(
    demoEndpoints.map(({ name, type, description }) => ({
      name,
      type,
      description,
      createdAt: first,
      updatedAt: name === failingEndpoint ? new Date(newest - failingForMs) : first,
      ...(type === "email"
        ? { hookToken: randomBytes(20).toString("hex") }
        : { mappingTemplate: mapping as MappingTemplate }),
      ...(type === "webhook" ? { hookToken: randomBytes(24).toString("base64url") } : {}),
      ...(name === failingEndpoint
        ? {
            authMethod: "api_key",
            ingestionMode: "pull",
            endpointUrl: "https://partners.example.com/v2/referrals",
            status: "error",
            lastError: pullError,
            // After many failures the endpoint is retried rarely.
            pullState: { failures: failuresInARow, gaveUp: true },
            nextPullAt: new Date(newest + 6 * 3_600_000),
          }
        : {}),
    })),
  );
  for (const channel of inboundChannels) await findOrCreateInboundEndpoint(tx, channel);
  await tx.execute(sql`
    UPDATE endpoints SET created_at = ${first.toISOString()}, updated_at = ${first.toISOString()} WHERE pull_state ? 'system'`);
  await tx.execute(sql`CREATE TEMP TABLE demo_endpoints ON COMMIT DROP AS SELECT id, name FROM endpoints`);
  await tx.execute(sql`ANALYZE demo_endpoints`);
};
