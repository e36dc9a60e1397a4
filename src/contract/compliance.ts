import * as z from "zod";
import { apiRoute } from "./api-route.ts";
import { id, isoInstant } from "./fields.ts";

export const auditLogEntry = z.object({
  id,
  seq: z.int(),
  createdAt: isoInstant,
  eventType: z.string(),
  userId: id.nullable(),
  userEmail: z.string().nullable(),
  entityType: z.string().nullable(),
  entityId: z.string().nullable(),
  description: z.string(),
  status: z.string(),
});
export type AuditLogEntry = z.infer<typeof auditLogEntry>;

/** The kinds that a person can filter by. */
export const auditFilters = ["data_change", "settings_update", "failed_action"] as const;

const filter = {
  type: z.enum(auditFilters).optional(),
  search: z.string().trim().max(200).optional(),
};

/** What the workspace chose of what the law leaves open. */
export const contactPolicy = z.strictObject({
  /** Answer within ten minutes of their own message, even in quiet hours. */
  answerInQuietHours: z.boolean(),
  /** Send marketing on the public holidays of wherever they may be. */
  sendOnHolidays: z.boolean(),
});

/** `updatedAt` is null until it is saved for the first time. */
const savedContactPolicy = contactPolicy.extend({ updatedAt: isoInstant.nullable() });
export type SavedContactPolicy = z.infer<typeof savedContactPolicy>;

export const complianceApi = {
  policy: apiRoute({
    method: "GET",
    path: "/api/compliance/policy",
    access: "viewer",
    summary: "Whether marketing goes out on public holidays, and answers in quiet hours",
    input: {},
    output: savedContactPolicy,
    topics: ["settings"],
  }),
  savePolicy: apiRoute({
    method: "PUT",
    path: "/api/compliance/policy",
    access: "admin",
    summary: "Say whether marketing goes out on public holidays, and answers in quiet hours",
    input: { body: contactPolicy.extend({ updatedAt: isoInstant.nullable().optional() }) },
    output: savedContactPolicy,
    topics: ["settings", "actions"],
  }),
  summary: apiRoute({
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
  auditLogs: apiRoute({
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
    output: z.object({ entries: z.array(auditLogEntry), nextBefore: z.int().nullable() }),
    topics: ["audit"],
  }),
  exportAudit: apiRoute({
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
