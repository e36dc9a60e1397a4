export const auditEventTypes = ["data_change", "settings_update", "failed_action", "sign_in"] as const;
export type AuditEventType = (typeof auditEventTypes)[number];

export const auditEntityTypes = [
  "action",
  "ai_provider",
  "audit_log",
  "call",
  "command",
  "connection",
  "consent",
  "endpoint",
  "event",
  "job",
  "knowledge",
  "person",
  "review",
  "rule",
  "script",
  "settings",
  "sip_extension",
  "suppression",
  "template",
  "user",
  "workspace",
] as const;
export type AuditEntityType = (typeof auditEntityTypes)[number];

export const auditStatuses = ["success", "failure"] as const;
export type AuditStatus = (typeof auditStatuses)[number];
