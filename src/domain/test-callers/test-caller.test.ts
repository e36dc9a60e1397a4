import { describe, expect, test } from "vitest";
import { exampleCallers } from "./example-callers.ts";
import { expectationKinds } from "./expectation-kinds.ts";
import { testCallerInput } from "./test-caller.ts";
import { fingerprintOfCaller, fingerprintOfScript, staleBecause, testedScript } from "./tested-script.ts";

const script = testedScript.parse({ language: "en", content: "Hello" });
const caller = testCallerInput.parse({
  name: "Ada",
  language: "en",
  turns: [{ say: "Hi", expect: [{ kind: "stores", fact: "bill", value: "" }] }],
});

describe("the schema of a test caller", () => {
  test("has the examples in both languages, and no other kinds than the list's", () => {
    for (const examples of Object.values(exampleCallers))
      for (const example of examples) expect(testCallerInput.parse(example)).toEqual(example);
    expect(new Set(expectationKinds.map(({ kind }) => kind)).size).toBe(expectationKinds.length);
  });

  test.each([
    ["no turns", { turns: [] }],
    ["an empty turn", { turns: [{ say: " " }] }],
    ["an unknown expectation", { turns: [{ say: "Hi", expect: [{ kind: "sings" }] }] }],
    ["a value too much", { turns: [{ say: "Hi", expect: [{ kind: "known", text: "x" }] }] }],
    ["no words to contain", { turns: [{ say: "Hi", expect: [{ kind: "contains", text: "" }] }] }],
    ["an unknown language", { language: "it" }],
  ])("refuses %s", (_, change) => {
    expect(testCallerInput.safeParse({ ...caller, ...change }).success).toBe(false);
  });
});

describe("a result is stale", () => {
  const result = {
    scriptFingerprint: fingerprintOfScript(script),
    callerFingerprint: fingerprintOfCaller(caller),
  };
  test("once the script or the caller says something else", () => {
    expect(staleBecause(result, script, caller)).toBeNull();
    expect(staleBecause(result, { ...script, content: "Good day" }, caller)).toBe("script");
    expect(staleBecause(result, script, { ...caller, turns: [{ say: "Hey", expect: [] }] })).toBe("caller");
  });

  test("not for another name, spaces, or fields in another order", () => {
    const [turn] = caller.turns;
    const reordered = { value: "", fact: "bill", kind: "stores" as const };
    expect(
      staleBecause(
        result,
        { ...script, content: " Hello\n" },
        {
          ...caller,
          turns: [{ expect: [reordered], say: turn?.say ?? "" }],
        },
      ),
    ).toBeNull();
  });
});
