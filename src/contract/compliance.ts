import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { id, instant } from "./fields.ts";

export const auditEntry = z.object({
  id,
  seq: z.int(),
  createdAt: instant,
  eventType: z.string(),
  userId: id.nullable(),
  userEmail: z.string().nullable(),
  entityType: z.string().nullable(),
  entityId: z.string().nullable(),
  description: z.string(),
  status: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** The kinds that a person can filter by. */
export const auditFilters = ["data_change", "settings_update", "failed_action"] as const;

const filter = {
  type: z.enum(auditFilters).optional(),
  search: z.string().trim().max(200).optional(),
};

export const compliance = {
  summary: endpoint({
    method: "GET",
    path: "/api/compliance/summary",
    access: "viewer",
    summary: "Consents, quiet hours and today's audit, counted",
    input: {},
    output: z.object({
      consents: z.object({ sms: z.int(), email: z.int(), call: z.int(), dnc: z.int() }),
      quietHours: z.object({ activeRules: z.int(), blockedToday: z.int(), timezones: z.int() }),
      audit: z.object({ eventsToday: z.int(), dataChanges: z.int(), failedActions: z.int() }),
    }),
    topics: ["people", "actions", "audit", "settings"],
  }),
  auditLogs: endpoint({
    method: "GET",
    path: "/api/audit-logs",
    access: "viewer",
    summary: "The audit log, newest first",
    input: {
      query: z.strictObject({
        ...filter,
        before: z.coerce.number().int().optional(),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
    },
    output: z.object({ entries: z.array(auditEntry), nextBefore: z.int().nullable() }),
    topics: ["audit"],
  }),
  exportAudit: endpoint({
    method: "GET",
    path: "/api/audit-logs/export",
    access: "admin",
    summary: "The audit log as CSV, or as JSON lines that end in a signed head",
    input: { query: z.strictObject({ ...filter, format: z.enum(["csv", "jsonl"]).default("csv") }) },
    output: z.string(),
    topics: ["audit"],
    media: "text/csv",
  }),
};
