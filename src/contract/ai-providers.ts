import * as z from "zod";
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
  requestsToday: z.int(),
  averageLatencyMs: z.int().nullable(),
  updatedAt: isoInstant,
});
export type AiProvider = z.infer<typeof aiProvider>;

export const aiProvidersApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/ai-providers",
    access: "viewer",
    summary: "AI vendors with today's requests and latency",
    input: {},
    output: z.array(aiProvider),
    topics: ["ai-providers"],
  }),
  update: apiRoute({
    method: "PUT",
    path: "/api/ai-providers/{id}",
    access: "admin",
    summary: "Switch a vendor on or off, or save its key and model; a model not yet listed is added",
    input: {
      params: z.object({ id }),
      body: z.strictObject({
        enabled: z.boolean().optional(),
        apiKey: z.string().trim().max(4096).nullable().optional(),
        model: z.string().trim().min(1).max(120).optional(),
      }),
    },
    output: aiProvider,
    topics: ["ai-providers"],
  }),
  scores: apiRoute({
    method: "GET",
    path: "/api/brain/scores",
    access: "viewer",
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
