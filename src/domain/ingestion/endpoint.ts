import * as z from "zod";
import { piiFlags } from "#domain/pii/kinds.ts";
import { mappingTemplate } from "./mapping.ts";
import { endpointSettings } from "./settings.ts";

export const endpointTypes = ["webhook", "pull_api", "email"] as const;
export const authMethods = ["api_key", "api_key_secret_key", "oauth", "basic", "none"] as const;
export const ingestionModes = ["push", "pull"] as const;
export const endpointStatuses = ["active", "inactive", "error"] as const;

export type AuthMethod = (typeof authMethods)[number];

/** The form fields that an authentication method requires. */
export const credentialFields = (method: AuthMethod): ("endpointUrl" | "apiKey" | "secretKey")[] => {
  if (method === "api_key") return ["endpointUrl", "apiKey"];
  if (method === "api_key_secret_key") return ["endpointUrl", "apiKey", "secretKey"];
  return [];
};

const secret = z.string().trim().max(4096).nullable().optional();

export const endpointInput = z.strictObject({
  name: z.string().trim().min(1).max(200),
  type: z.enum(endpointTypes).default("webhook"),
  description: z.string().trim().max(2000).nullable().default(null),
  authMethod: z.enum(authMethods).default("none"),
  ingestionMode: z.enum(ingestionModes).default("push"),
  status: z.enum(endpointStatuses).default("active"),
  endpointUrl: z
    .union([z.literal("").transform(() => null), z.url({ protocol: /^https?$/ }).max(2048)])
    .nullable()
    .default(null),
  /** Absent, blank or masked leaves the stored secret unchanged. */
  apiKey: secret,
  secretKey: secret,
  /** Assigned by the server; a client's value is ignored. */
  webhookUrl: z.string().max(2048).nullable().optional(),
  /** Absent leaves the stored settings unchanged. */
  settings: z.exactOptional(endpointSettings),
  mappingTemplate: z.exactOptional(mappingTemplate.nullable()),
  piiFlags: z.exactOptional(piiFlags.nullable()),
});
export type EndpointInput = z.infer<typeof endpointInput>;
