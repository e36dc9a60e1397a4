import * as z from "zod";
import { auditEventTypes } from "#domain/audit.ts";
import { apiRoute } from "./api-route.ts";
import { exportNames } from "./export-names.ts";
import { filterChoice, id, isoInstant } from "./fields.ts";

export const auditLogEntry = z.object({
  id,
  seq: z.int(),
  createdAt: isoInstant,
  eventType: z.string(),
  userId: id.nullable(),
  userEmail: z.string().nullable(),
  entityType: z.string().nullable(),
  entityId: z.string().nullable(),
  /** In the caller's language. */
  description: z.string(),
  /** Made by the demo workspace, and removed with it. */
  isDemo: z.boolean(),
  status: z.string(),
});
export type AuditLogEntry = z.infer<typeof auditLogEntry>;

const filter = {
  type: filterChoice(auditEventTypes),
  search: z.string().trim().max(200).optional(),
};

/** Options that the law leaves to the workspace. */
export const contactPolicy = z.strictObject({
  /** Answer within ten minutes of the person's own message, even in quiet hours. */
  answerInQuietHours: z.boolean(),
  /** Send marketing on public holidays of the places where the person may be. */
  sendOnHolidays: z.boolean(),
});

/** `updatedAt` is null until the first save. */
const savedContactPolicy = contactPolicy.extend({ updatedAt: isoInstant.nullable() });
export type SavedContactPolicy = z.infer<typeof savedContactPolicy>;

export const complianceApi = {
  policy: apiRoute({
    method: "GET",
    path: "/api/compliance/policy",
    access: "viewer",
    area: "compliance",
    summary: "Policy on marketing on public holidays and on answers in quiet hours",
    input: {},
    output: savedContactPolicy,
    topics: ["settings"],
  }),
  savePolicy: apiRoute({
    method: "PUT",
    path: "/api/compliance/policy",
    access: "admin",
    area: "compliance",
    summary: "Save the policy on marketing on public holidays and on answers in quiet hours",
    input: { body: contactPolicy.extend({ updatedAt: isoInstant.nullable().optional() }) },
    output: savedContactPolicy,
    topics: ["settings", "actions"],
  }),
  summary: apiRoute({
    method: "GET",
    path: "/api/compliance/summary",
    access: "viewer",
    area: "compliance",
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
    area: "audit",
    summary: "The audit log, newest first; the header X-Next-Cursor is the `before` of the next page",
    input: {
      query: z.strictObject({
        ...filter,
        before: z.coerce.number().int().optional(),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
    },
    output: z.array(auditLogEntry),
    topics: ["audit"],
  }),
  exportAudit: apiRoute({
    method: "GET",
    path: "/api/audit-logs/export",
    access: "admin",
    area: "audit",
    summary: "The audit log as CSV, or as JSON lines that end in a signed head",
    input: {
      query: z.strictObject({ ...filter, ...exportNames, format: z.enum(["csv", "jsonl"]).default("csv") }),
    },
    output: z.string(),
    topics: ["audit"],
    media: "text/csv",
  }),
};
