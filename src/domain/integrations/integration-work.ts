/** What waits to be done with a vendor, or was reported by one. */
export const workKinds = [
  "lead",
  "lead_poll",
  "message_poll",
  "direct_message",
  "chat_post",
  "chat_reply",
  "chat_link",
  "reply_report",
  "task_create",
  "task_read",
  "hook_trigger",
] as const;
export type WorkKind = (typeof workKinds)[number];
/** Work that asks a vendor for what is new. */
export type PollKind = Extract<WorkKind, "lead_poll" | "message_poll">;

export const workStates = ["waiting", "done", "failed"] as const;
export type WorkState = (typeof workStates)[number];

/** Vendors whose channels get notices and whose replies reach conversations. */
export const chatServices = ["slack", "telegram"] as const;
export type ChatService = (typeof chatServices)[number];

/** Vendors whose workflows are started with a person. */
export const automationServices = ["zapier", "make", "n8n"] as const;
export type AutomationService = (typeof automationServices)[number];

export const externalTaskStates = ["waiting", "open", "completed", "failed"] as const;
export type ExternalTaskState = (typeof externalTaskStates)[number];

/** What made a task of another system. */
export const externalTaskMakers = ["handoff", "rule", "user"] as const;
export type ExternalTaskMaker = (typeof externalTaskMakers)[number];

const personLink = /^\/(?:inbox|people)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:[/?#]|$)/;

/** The person to whose conversation or page a notice leads. */
export const personOfLink = (link: string | undefined): string | null =>
  personLink.exec(link ?? "")?.[1] ?? null;
