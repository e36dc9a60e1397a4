import type * as z from "zod";
import type { TokenScope } from "#domain/api-access/token.ts";
import type { McpTool } from "./tool.ts";
import { broadcastTools } from "./tools/broadcast-tools.ts";
import { conversationTools } from "./tools/conversation-tools.ts";
import { knowledgeTools } from "./tools/knowledge-tools.ts";
import { messageTools } from "./tools/message-tools.ts";
import { peopleTools } from "./tools/people-tools.ts";
import { ruleTools } from "./tools/rule-tools.ts";
import { runTools } from "./tools/run-tools.ts";
import { workspaceTools } from "./tools/workspace-tools.ts";

/** Every tool, in the order in which clients get them. To add one: its file, and a line here for a new file. */
export const mcpTools = [
  ...workspaceTools,
  ...peopleTools,
  ...conversationTools,
  ...ruleTools,
  ...broadcastTools,
  ...runTools,
  ...knowledgeTools,
  ...messageTools,
] as const;

type AnyTool = (typeof mcpTools)[number];
export type McpToolName = AnyTool["name"];
export type McpToolInput<N extends McpToolName> = z.infer<Extract<AnyTool, { name: N }>["input"]>;

/** Whether a token with these scopes may use the tool; a tool that it may not use is not listed either. */
export const allowsTool = (scopes: readonly string[], { scope }: { scope: TokenScope | null }): boolean =>
  scope === null || scopes.includes(scope);

export const findTool = (name: string): (McpTool & { name: McpToolName }) | undefined =>
  mcpTools.find((tool) => tool.name === name);
