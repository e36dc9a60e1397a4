import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { instant } from "./fields.ts";

/** A connector as a screen needs it: `form` is JSON Schema, secrets marked `writeOnly`. */
export const connectorCard = z.object({
  id: z.string(),
  label: z.string(),
  group: z.string(),
  form: z.record(z.string(), z.unknown()),
});
export type ConnectorCard = z.infer<typeof connectorCard>;

export const connection = z.object({
  service: z.string(),
  mode: z.enum(["sandbox", "live"]),
  /** Plain settings as saved; each secret as a mask that ends in its last four characters, or null. */
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  updatedAt: instant,
});
export type Connection = z.infer<typeof connection>;

const values = z.record(
  z.string().max(64),
  z.union([z.string().max(16_384), z.number(), z.boolean(), z.null()]),
);
const service = z.object({ service: z.string().max(64) });

export const integrations = {
  connectors: endpoint({
    method: "GET",
    path: "/api/connectors",
    access: "viewer",
    summary: "The outside systems that can be connected, with the form of each",
    input: {},
    output: z.array(connectorCard),
    topics: [],
  }),
  list: endpoint({
    method: "GET",
    path: "/api/integrations",
    access: "viewer",
    summary: "What is connected, keyed by service; secrets are masked",
    input: {},
    output: z.record(z.string(), connection),
    topics: ["integrations"],
  }),
  save: endpoint({
    method: "POST",
    path: "/api/integrations/{service}",
    access: "admin",
    summary: "Save a connection; an absent or still masked secret keeps the stored one",
    input: {
      params: service,
      body: values,
    },
    output: connection,
    topics: ["integrations"],
  }),
  apiKeys: endpoint({
    method: "GET",
    path: "/api/api-keys",
    access: "viewer",
    summary: "Messaging and map accounts, keyed by service as a list; secrets are masked",
    input: {},
    output: z.array(connection),
    topics: ["integrations"],
  }),
  saveApiKey: endpoint({
    method: "POST",
    path: "/api/api-keys/{service}",
    access: "admin",
    summary: "Save a messaging or map account",
    input: { params: service, body: values },
    output: connection,
    topics: ["integrations"],
  }),
  test: endpoint({
    method: "POST",
    path: "/api/test-connection/{service}",
    access: "admin",
    summary:
      "Make the vendor's cheapest harmless request with what the form holds, or else with what is stored",
    input: { params: service, body: values },
    output: z.object({
      success: z.boolean(),
      mode: z.enum(["sandbox", "live"]),
      /** The vendor's own words, or a plain fact such as an account's name. */
      message: z.string(),
      latencyMs: z.int(),
    }),
    topics: ["ai-providers"],
  }),
  phoneNumbers: endpoint({
    method: "GET",
    path: "/api/messaging/numbers",
    access: "viewer",
    summary: "The numbers that the messaging account owns",
    input: {},
    output: z.array(z.object({ phoneNumber: z.string(), label: z.string() })),
    topics: ["integrations"],
  }),
};
