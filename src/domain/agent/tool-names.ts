/** What an agent may do during a conversation, besides speaking. Each concerns the person it speaks with. */
export const agentToolNames = [
  "search_knowledge",
  "my_record",
  "list_times",
  "request_appointment",
  "cancel_request",
  "confirm",
  "set_detail",
  "propose_address",
  "request_callback",
  "send_me",
  "opt_out",
  "hand_over",
  "note",
  "set_language",
  "end_call",
] as const;
export type AgentToolName = (typeof agentToolNames)[number];

/** Tools that an administrator can switch off or on; the others belong to every conversation. */
export const optionalAgentTools = [
  "list_times",
  "request_appointment",
  "cancel_request",
  "set_detail",
  "propose_address",
  "request_callback",
  "send_me",
  "note",
] as const satisfies readonly AgentToolName[];
export type OptionalAgentTool = (typeof optionalAgentTools)[number];
