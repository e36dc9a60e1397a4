export const auditEventTypes = [
  "data_change",
  "settings_update",
  "failed_action",
  "sign_in",
  "tool_call",
] as const;
export type AuditEventType = (typeof auditEventTypes)[number];

export const auditEntityTypes = [
  "action",
  "ai_provider",
  "approval",
  "audit_log",
  "batch",
  "broadcast",
  "call",
  "command",
  "connection",
  "consent",
  "endpoint",
  "event",
  "invitation",
  "form",
  "job",
  "knowledge",
  "person",
  "person_field",
  "review",
  "role",
  "report",
  "rule",
  "saved_reply",
  "script",
  "settings",
  "sip_extension",
  "suppression",
  "sync",
  "task",
  "team",
  "template",
  "thread",
  "token",
  "user",
  "view",
  "webhook",
  "workspace",
] as const;
export type AuditEntityType = (typeof auditEntityTypes)[number];

export const auditStatuses = ["success", "failure"] as const;
export type AuditStatus = (typeof auditStatuses)[number];
