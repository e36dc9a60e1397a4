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
      params: z.object({ service: z.string().max(64) }),
      body: z.record(z.string().max(64), z.union([z.string().max(4096), z.number(), z.boolean(), z.null()])),
    },
    output: connection,
    topics: ["integrations"],
  }),
};
