import * as z from "zod";
import type { McpTool } from "./tool.ts";

export type ListedTool = Pick<McpTool, "name" | "title" | "description" | "annotations"> & {
  inputSchema: { type: "object" } & Record<string, unknown>;
};

/** The definition that clients get: without the parts of JSON Schema that repeat what every client assumes. */
export const toListedTool = ({ name, title, description, annotations, input }: McpTool): ListedTool => {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  return {
    name,
    title,
    description,
    annotations,
    inputSchema: { ...(withoutPatterns(schema) as Record<string, unknown>), type: "object" },
  };
};

/** Long patterns of ids and dates say no more to a model than their `format`. */
const withoutPatterns = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutPatterns);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "pattern")
      .map(([key, inner]) => [key, withoutPatterns(inner)]),
  );
};
