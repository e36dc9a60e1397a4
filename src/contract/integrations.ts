import * as z from "zod";
import { channels } from "#domain/channels/channel.ts";
import { integrationStates } from "#domain/integrations/integration-state.ts";
import { syncStates } from "#domain/sync/sync-state.ts";
import { apiRoute } from "./api-route.ts";
import { isoInstant } from "./fields.ts";

/** `form` is JSON Schema, with secrets marked `writeOnly`. */
export const connectorCard = z.object({
  id: z.string(),
  label: z.string(),
  group: z.string(),
  /** Its contacts can be synced with people. */
  hasSync: z.boolean(),
  /** It reports leads, takes notices or tasks. */
  hasWork: z.boolean(),
  form: z.record(z.string(), z.unknown()),
});
export type ConnectorCard = z.infer<typeof connectorCard>;

/** Saved settings; a secret appears as a mask with its last four characters, or null. */
const connectionSettings = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

export const maskedConnection = z.object({
  service: z.string(),
  mode: z.enum(["sandbox", "live"]),
  settings: connectionSettings,
  updatedAt: isoInstant,
});
export type MaskedConnection = z.infer<typeof maskedConnection>;

const integrationActivity = z.object({
  service: z.string(),
  state: z.enum(integrationStates),
  /** Requests to the vendor in the last 24 hours. */
  requests: z.int(),
  failed: z.int(),
  lastAt: isoInstant.nullable(),
  /** The channels on which it sends at present. */
  sends: z.array(z.enum(channels)),
  /** What a sync of people carried in the last 24 hours; null where people are not synced. */
  sync: z
    .object({
      in: z.int(),
      out: z.int(),
      refused: z.int(),
      state: z.enum(syncStates),
      problem: z.string().nullable(),
    })
    .nullable(),
  /** The last 24 hours, oldest first. */
  hours: z.array(z.object({ hour: isoInstant, ok: z.int(), failed: z.int() })),
});
export type IntegrationActivity = z.infer<typeof integrationActivity>;

const settingValues = z.record(
  z.string().max(64),
  z.union([z.string().max(16_384), z.number(), z.boolean(), z.null()]),
);
const byService = z.object({ service: z.string().max(64) });

export const integrationsApi = {
  connectors: apiRoute({
    method: "GET",
    path: "/api/connectors",
    access: "viewer",
    area: ["integrations", "settings"],
    summary: "The outside systems that can be connected, with the form of each",
    input: {},
    output: z.array(connectorCard),
    topics: [],
  }),
  list: apiRoute({
    method: "GET",
    path: "/api/integrations",
    access: "viewer",
    area: "integrations",
    summary: "The configuration of what is connected, keyed by service; secrets are masked",
    input: {},
    output: z.record(z.string(), connectionSettings),
    topics: ["integrations"],
  }),
  connections: apiRoute({
    method: "GET",
    path: "/api/connections",
    access: "viewer",
    area: ["integrations", "voice", "rules"],
    summary: "What is connected, keyed by service, with mode and time of the last save; secrets are masked",
    input: {},
    output: z.record(z.string(), maskedConnection),
    topics: ["integrations"],
  }),
  activity: apiRoute({
    method: "GET",
    path: "/api/integrations-activity",
    area: "integrations",
    access: "viewer",
    summary: "State and requests of the last 24 hours, by service",
    input: {},
    output: z.array(integrationActivity),
    topics: ["integrations"],
  }),
  save: apiRoute({
    method: "POST",
    path: "/api/integrations/{service}",
    access: "admin",
    area: "integrations",
    summary: "Save a connection; an absent or still masked secret keeps the stored one",
    input: {
      params: byService,
      body: settingValues,
    },
    output: maskedConnection,
    topics: ["integrations"],
  }),
  apiKeys: apiRoute({
    method: "GET",
    path: "/api/api-keys",
    access: "viewer",
    area: "integrations",
    summary: "Messaging and map accounts, keyed by service as a list; secrets are masked",
    input: {},
    output: z.array(maskedConnection),
    topics: ["integrations"],
  }),
  saveApiKey: apiRoute({
    method: "POST",
    path: "/api/api-keys/{service}",
    access: "admin",
    area: "integrations",
    summary: "Save a messaging or map account",
    input: { params: byService, body: settingValues },
    output: maskedConnection,
    topics: ["integrations"],
  }),
  test: apiRoute({
    method: "POST",
    path: "/api/test-connection/{service}",
    access: "admin",
    area: "integrations",
    summary:
      "Make the vendor's cheapest harmless request with what the form holds, or else with what is stored",
    input: { params: byService, body: settingValues },
    output: z.object({
      success: z.boolean(),
      mode: z.enum(["sandbox", "live"]),
      /** The vendor's message, or a detail such as the account's name. */
      message: z.string(),
      latencyMs: z.int(),
    }),
    topics: ["ai-providers"],
  }),
  phoneNumbers: apiRoute({
    method: "GET",
    path: "/api/messaging/numbers",
    access: "viewer",
    area: ["integrations", "voice", "inbox"],
    summary: "The numbers that the messaging account owns",
    input: {},
    output: z.array(z.object({ phoneNumber: z.string(), label: z.string() })),
    topics: ["integrations"],
  }),
};
