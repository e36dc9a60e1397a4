import * as z from "zod";
import { providerSkips } from "#domain/ai/choose-providers.ts";
import { isPlainBaseUrl, jsonModes, normalizeBaseUrl } from "#domain/ai/compatible.ts";
import { apiRoute } from "./api-route.ts";
import { id, isoInstant } from "./fields.ts";

export const aiProvider = z.object({
  id,
  vendor: z.string(),
  name: z.string(),
  /** Masked, or null. */
  apiKey: z.string().nullable(),
  mode: z.enum(["sandbox", "live", "off"]),
  model: z.string().nullable(),
  models: z.array(z.object({ id: z.string(), retiredAt: z.string().nullable(), retired: z.boolean() })),
  enabled: z.boolean(),
  /** Providers are asked in ascending order. */
  position: z.int(),
  timeoutSeconds: z.int(),
  maxConcurrent: z.int(),
  /** US dollars a calendar month; null is unlimited. */
  monthlyBudget: z.number().nullable(),
  /** The vendor may train on what it receives, so an administrator must accept that people's texts go there. */
  needsAcceptance: z.boolean(),
  acceptsPersonalText: z.boolean(),
  /** Of the server that the workspace names itself; null for vendors with a fixed address. */
  server: z
    .object({
      baseUrl: z.string().nullable(),
      apiVersion: z.string().nullable(),
      /** US dollars for a million tokens. */
      inputPrice: z.number(),
      outputPrice: z.number(),
      /** What the last connection test found, at the address that it tested. */
      found: z
        .object({
          baseUrl: z.string().nullable(),
          models: z.array(z.string()),
          model: z.string().nullable(),
          abilities: z
            .object({ streams: z.boolean(), json: z.enum(jsonModes), returnsJson: z.boolean() })
            .nullable(),
        })
        .nullable(),
    })
    .nullable(),
  /** Why it is not asked now; null when it is. */
  skipped: z.enum(providerSkips).nullable(),
  requestsToday: z.int(),
  failedToday: z.int(),
  averageLatencyMs: z.int().nullable(),
  p95LatencyMs: z.int().nullable(),
  /** US dollars. */
  costToday: z.number(),
  costThisMonth: z.number(),
  updatedAt: isoInstant,
});
export type AiProvider = z.infer<typeof aiProvider>;

const price = z.number().min(0).max(100_000);

/** Settings of the server that the workspace names itself. */
export const serverSettings = z.object({
  baseUrl: z
    .string()
    .transform(normalizeBaseUrl)
    .pipe(
      z
        .url({ protocol: /^https?$/ })
        .max(2048)
        .refine(isPlainBaseUrl),
    )
    .nullable(),
  apiVersion: z
    .string()
    .trim()
    .regex(/^[\w.-]{1,40}$/)
    .nullable(),
  inputPrice: price,
  outputPrice: price,
});

export const aiProvidersApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/ai-providers",
    access: "viewer",
    area: ["ai", "settings"],
    summary: "AI vendors with today's requests and latency",
    input: {},
    output: z.array(aiProvider),
    topics: ["ai-providers"],
  }),
  update: apiRoute({
    method: "PUT",
    path: "/api/ai-providers/{id}",
    access: "admin",
    area: "ai",
    summary: "Switch a vendor on or off, or save its key, model and limits; a model not yet listed is added",
    input: {
      params: z.object({ id }),
      body: z.strictObject({
        enabled: z.boolean().optional(),
        apiKey: z.string().trim().max(4096).nullable().optional(),
        model: z.string().trim().min(1).max(120).optional(),
        timeoutSeconds: z.int().min(2).max(120).optional(),
        maxConcurrent: z.int().min(1).max(64).optional(),
        monthlyBudget: z.number().min(0).max(1_000_000).nullable().optional(),
        acceptsPersonalText: z.boolean().optional(),
        ...serverSettings.partial().shape,
      }),
    },
    output: aiProvider,
    topics: ["ai-providers"],
  }),
  order: apiRoute({
    method: "PUT",
    path: "/api/ai-providers/order",
    access: "admin",
    area: "ai",
    summary: "The order in which vendors are asked; each vendor is named once",
    input: { body: z.strictObject({ ids: z.array(id).min(1).max(20) }) },
    output: z.array(aiProvider),
    topics: ["ai-providers"],
  }),
  scores: apiRoute({
    method: "GET",
    path: "/api/brain/scores",
    access: "viewer",
    area: "ai",
    summary: "Average scores over the people who have a profile; null without any",
    input: {},
    output: z.object({
      people: z.int(),
      intent: z.int().nullable(),
      propensity: z.int().nullable(),
      churn: z.int().nullable(),
    }),
    topics: ["people"],
  }),
};
