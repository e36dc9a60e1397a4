import * as z from "zod";
import { usageKinds } from "#domain/usage.ts";
import { apiRoute } from "./api-route.ts";
import { exportNames } from "./export-names.ts";
import { filterChoice, id, isoInstant } from "./fields.ts";
import { ledgerFilter, ledgerPage, nextBefore } from "./ledger.ts";

export const usageRecord = z.object({
  id,
  service: z.string(),
  kind: z.string(),
  ok: z.boolean(),
  latencyMs: z.int(),
  /** US dollars; 0 while the vendor has not reported it. */
  cost: z.number(),
  /** What the vendor bills by: tokens, segments or seconds. */
  units: z.record(z.string(), z.number()).nullable(),
  personId: id.nullable(),
  personName: z.string().nullable(),
  actionId: id.nullable(),
  createdAt: isoInstant,
});
export type UsageRecord = z.infer<typeof usageRecord>;

const filter = {
  ...ledgerFilter,
  kind: filterChoice(usageKinds),
  outcome: filterChoice(["ok", "failed"]),
};

export const usageApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/usage",
    access: "viewer",
    area: ["compliance", "dashboard"],
    summary: "Requests to vendors and what they cost, newest first",
    input: { query: z.strictObject({ ...filter, ...ledgerPage }) },
    output: z.object({ records: z.array(usageRecord), nextBefore }),
    topics: ["actions", "ai-providers", "settings"],
  }),
  exportUsage: apiRoute({
    method: "GET",
    path: "/api/usage/export",
    access: "admin",
    area: ["compliance", "dashboard"],
    summary: "Requests to vendors and what they cost as CSV, newest first",
    input: { query: z.strictObject({ ...filter, ...exportNames }) },
    output: z.string(),
    topics: ["actions"],
    media: "text/csv",
  }),
};
