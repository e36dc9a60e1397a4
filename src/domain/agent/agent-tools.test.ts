import { describe, expect, test } from "vitest";
import * as z from "zod";
import { agentTools, toolsFor } from "./agent-tools.ts";
import { agentToolNames } from "./tool-names.ts";

const inputOf = (name: string) => agentTools.find((tool) => tool.name === name)?.input ?? z.never();
const accepts = (name: string, input: unknown): boolean => inputOf(name).safeParse(input).success;

describe("the tools", () => {
  test("are all there, in the order of the list", () => {
    expect(agentTools.map(({ name }) => name)).toEqual([...agentToolNames]);
  });

  test.each(agentTools.map(({ name }) => name))(
    "%s takes no identifier of a person, address or link",
    (name) => {
      const schema = z.toJSONSchema(inputOf(name)) as { properties?: object; additionalProperties?: unknown };
      expect(schema.additionalProperties).toBe(false);
      expect(Object.keys(schema.properties ?? {}).join(" ")).not.toMatch(
        /person|address|url|link|recipient|callId|number/i,
      );
    },
  );

  test.each<[string, unknown, boolean]>([
    ["search_knowledge", { query: "price" }, true],
    ["search_knowledge", { query: "x".repeat(201) }, false],
    ["search_knowledge", { query: "price", personId: "1" }, false],
    ["my_record", {}, true],
    ["my_record", { id: "1" }, false],
    ["request_appointment", { day: "2026-11-17", part: "morning", topic: "visit" }, true],
    ["request_appointment", { day: "tomorrow", topic: "visit" }, false],
    ["set_detail", { field: "firstName", value: "Ana" }, true],
    ["set_detail", { field: "phone", value: "1" }, false],
    ["send_me", { template: "brochure", by: "sms", to: "+1900" }, false],
    ["hand_over", { reason: "complaint", note: "" }, true],
    ["hand_over", { reason: "operator", note: "" }, false],
    ["opt_out", {}, true],
    ["opt_out", { scope: "all" }, false],
    ["end_call", { outcome: "none" }, true],
    ["end_call", { outcome: "sold" }, false],
    ["note", { text: "x".repeat(301), quote: "x" }, false],
    ["set_language", { language: "es" }, true],
    ["set_language", { language: "xx" }, false],
  ])("%s with %j is accepted: %s", (name, input, accepted) => {
    expect(accepts(name, input)).toBe(accepted);
  });

  test("smuggled prototype keys are refused", () => {
    expect(accepts("search_knowledge", JSON.parse('{"query":"a","__proto__":{"x":1},"constructor":1}'))).toBe(
      false,
    );
  });

  test("what is off, or belongs to another channel, is not offered", () => {
    const names = (...args: Parameters<typeof toolsFor>) => toolsFor(...args).map(({ name }) => name);
    expect(names([], "voice")).toEqual([
      "search_knowledge",
      "my_record",
      "opt_out",
      "hand_over",
      "set_language",
      "end_call",
    ]);
    expect(names(["request_appointment", "note"], "sms")).toEqual([
      "search_knowledge",
      "my_record",
      "request_appointment",
      "confirm",
      "opt_out",
      "hand_over",
      "note",
      "set_language",
    ]);
  });
});
