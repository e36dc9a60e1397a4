import type * as z from "zod";
import type { TokenScope } from "#domain/api-access/token.ts";
import type { Role } from "#domain/role.ts";

/** Clients assume the worst of a hint that is left out, so all four are stated. */
export type ToolAnnotations = {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
};

/** A tool as an AI assistant sees it; the server has its implementation under the same name. */
export type McpTool<N extends string = string, I extends z.ZodObject = z.ZodObject> = {
  name: N;
  title: string;
  description: string;
  /** Null for tools that every token may use. */
  scope: TokenScope | null;
  /** The least role of the user for whom the token acts. */
  access: Role;
  annotations: ToolAnnotations;
  input: I;
};

export const defineTool = <const N extends string, I extends z.ZodObject>(
  tool: McpTool<N, I>,
): McpTool<N, I> => tool;

/** Reads nothing outside the workspace and changes nothing. */
export const reads: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
/** Adds or changes something that an operator can undo; the same key does it once. */
export const changes: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
/** Asks for something that an operator cannot undo once it is approved; nothing leaves the workspace. */
export const ends: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
};
/** Asks for something that reaches a person once an operator approves it. */
export const reachesPeople: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: true,
};
