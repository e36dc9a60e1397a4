import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { endpoints } from "#server/db/schema/ingestion.ts";
import type { Calendar } from "./calendar.ts";

type DemoEndpoint = {
  name: string;
  type: "webhook" | "pull_api" | "email";
  /** Relative number of events. */
  share: number;
  description: string;
  eventTypes: readonly (readonly [string, number])[];
};

export const failingEndpoint = "Partner referral API";

export const demoEndpoints: readonly DemoEndpoint[] = [
  {
    name: "Website form",
    type: "webhook",
    share: 34,
    description: "Quote requests and visits on soldeleste.example",
    eventTypes: [
      ["form_submitted", 3],
      ["quote_requested", 2],
      ["page_viewed", 6],
    ],
  },
  {
    name: "Facebook Lead Ads",
    type: "webhook",
    share: 22,
    description: "Leads from the campaigns “Techo solar” and “Never without power”",
    eventTypes: [
      ["lead_created", 4],
      ["ad_clicked", 5],
    ],
  },
  {
    name: "n8n automations",
    type: "webhook",
    share: 18,
    description: "Appointments, reviews and the mailing list, as n8n passes them on",
    eventTypes: [
      ["appointment_booked", 2],
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
    eventTypes: [["email_received", 1]],
  },
  {
    name: failingEndpoint,
    type: "pull_api",
    share: 6,
    description: "Referrals of roofing partners, fetched every five minutes",
    eventTypes: [["referral_received", 1]],
  },
];

export const endpointShares = demoEndpoints.map(({ name, share }) => [name, share] as const);
export const failingForMs = 5 * 3_600_000;

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
      ...(type === "webhook" ? { hookToken: randomBytes(24).toString("base64url") } : {}),
      ...(type === "email" ? { hookToken: randomBytes(20).toString("hex") } : {}),
      ...(name === failingEndpoint
        ? {
            authMethod: "api_key",
            ingestionMode: "pull",
            endpointUrl: "https://partners.example.com/v2/referrals",
            status: "error",
            lastError: "401 Unauthorized: the API key was refused",
            // After many failures the endpoint is retried rarely.
            pullState: { failures: 60 },
            nextPullAt: new Date(newest + 6 * 3_600_000),
          }
        : {}),
    })),
  );
  await tx.execute(sql`CREATE TEMP TABLE demo_endpoints ON COMMIT DROP AS SELECT id, name FROM endpoints`);
  await tx.execute(sql`ANALYZE demo_endpoints`);
};
