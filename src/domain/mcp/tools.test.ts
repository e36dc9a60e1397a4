import { describe, expect, test } from "vitest";
import { tokenScopes } from "#domain/api-access/token.ts";
import { toListedTool } from "./listed-tool.ts";
import { allowsTool, mcpTools } from "./tools.ts";

const listed = mcpTools.map(toListedTool);
/** Clients count about four characters of JSON as one token; three is the cautious estimate. */
const tokensOf = (value: unknown): number => Math.ceil(JSON.stringify(value).length / 3);

describe("the tools", () => {
  test("are 34, each with a name of its own", () => {
    expect(new Set(mcpTools.map(({ name }) => name)).size).toBe(34);
    expect(mcpTools).toHaveLength(34);
  });

  test("take no more than 7,500 tokens together", () => {
    expect(tokensOf(listed)).toBeLessThanOrEqual(7500);
  });

  test("state all four annotations", () => {
    for (const { annotations } of mcpTools)
      expect(Object.keys(annotations).sort()).toEqual([
        "destructiveHint",
        "idempotentHint",
        "openWorldHint",
        "readOnlyHint",
      ]);
  });

  test("reach people only where they say so, and never without an operator's role", () => {
    const open = mcpTools.filter(({ annotations }) => annotations.openWorldHint);
    expect(open.map(({ name }) => name)).toEqual([
      ...["start_broadcast", "resume_broadcast", "start_rule_for_people", "send_message", "place_call"],
    ]);
    for (const tool of mcpTools.filter(({ annotations }) => !annotations.readOnlyHint))
      expect([tool.name, tool.access]).toEqual([tool.name, "operator"]);
  });

  test("refuse fields that they do not know, such as a confirmation by the model itself", () => {
    for (const { name, input } of mcpTools) {
      const issues = input.safeParse({ confirm_write: true }).error?.issues ?? [];
      expect([name, issues.some(({ code }) => code === "unrecognized_keys")]).toEqual([name, true]);
    }
  });

  test.each<[string, readonly string[], string[]]>([
    ["none", [], ["whoami", "workspace_overview", "get_approval"]],
    ["messages:draft", ["messages:draft"], ["whoami", "workspace_overview", "get_approval", "draft_message"]],
    ["all", tokenScopes, mcpTools.map(({ name }) => name)],
  ])("with the scopes %s are those that they allow", (_name, scopes, expected) => {
    expect(mcpTools.filter((tool) => allowsTool(scopes, tool)).map(({ name }) => name)).toEqual(expected);
  });
});
