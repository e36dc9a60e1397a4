import { describe, expect, test } from "vitest";
import { scriptFact, scriptGoal } from "./script.ts";
import {
  type CheckedScript,
  checkScript,
  scriptParagraphs,
  spokenSeconds,
  suggestVariable,
} from "./script-check.ts";

const fact = (change: Record<string, unknown> = {}) =>
  scriptFact.parse({
    key: "owner",
    label: "Owns the house",
    kind: "yes_no",
    question: "Is it yours?",
    ...change,
  });
const goal = (change: Record<string, unknown> = {}) =>
  scriptGoal.parse({ title: "House", say: "We need to know.", ...change });
const check = (change: Partial<CheckedScript>) =>
  checkScript({ content: "Hello {{customer_name}}.", goals: [], facts: [], ...change }).problems;

describe("checking a script", () => {
  test("a script with known variables, facts and choices has no problems", () => {
    const roof = fact({ key: "roof", label: "Roof", kind: "choice", choices: ["zinc", "concrete"] });
    expect(check({ facts: [fact(), roof], goals: [goal({ facts: ["owner", "roof"] })] })).toEqual([]);
  });

  test.each<[string, Partial<CheckedScript>, object]>([
    [
      "an unknown variable of the content",
      { content: "Hi {{custmer_name}}" },
      { code: "unknown_variable", name: "custmer_name", suggestion: "customer_name", path: "content" },
    ],
    [
      "an unknown variable of a goal",
      { goals: [goal({ say: "In {{village}}" })] },
      { code: "unknown_variable", name: "village", suggestion: null, path: "goals.0.say" },
    ],
    [
      "an unknown variable of a question",
      { facts: [fact(), fact({ key: "b", question: "{{frist_name}}?" })] },
      { code: "unknown_variable", suggestion: "first_name", path: "facts.1.question" },
    ],
    [
      "a variable that is not written as one",
      { content: "Hi {{Customer Name}}" },
      { code: "broken_variable", text: "{{Customer Name}}", suggestion: "customer_name", path: "content" },
    ],
    ["an open variable", { content: "Hi {{first_name" }, { code: "broken_variable", suggestion: null }],
    [
      "a fact that does not exist",
      { goals: [goal({ facts: ["owner"] })] },
      { code: "unknown_fact", key: "owner", goal: "House", path: "goals.0.facts" },
    ],
    [
      "two facts with one key",
      { facts: [fact(), fact({ label: "Again" })] },
      { code: "duplicate_fact", key: "owner", fact: "Again", path: "facts.1.key" },
    ],
    [
      "a choice without choices",
      { facts: [fact({ kind: "choice" })] },
      { code: "choices_missing", fact: "Owns the house", path: "facts.0.choices" },
    ],
  ])("%s is an error", (_, change, expected) => {
    expect(check(change)).toMatchObject([{ ...expected, isError: true }]);
  });

  test.each<[string, Partial<CheckedScript>, object]>([
    ["a choice of one", { facts: [fact({ kind: "choice", choices: ["zinc"] })] }, { code: "single_choice" }],
    ["a goal that nothing reaches", { goals: [goal({ say: "" })] }, { code: "empty_goal", goal: "House" }],
    [
      "a value that only some events have",
      { content: "On {{appointment_date}}" },
      { code: "event_variable", name: "appointment_date" },
    ],
    [
      "a field of an event",
      { content: "For {{event.plan|it}}" },
      { code: "event_variable", name: "event.plan" },
    ],
    [
      "an address that is read aloud",
      { content: "See {{unsubscribe_link}}" },
      { code: "unspoken_variable", name: "unsubscribe_link" },
    ],
    ["a long opening", { content: "a ".repeat(150) }, { code: "long_opening", seconds: 22, most: 20 }],
    [
      "a script that no call can carry",
      { content: `Hi.\n\n${"a ".repeat(5500)}` },
      { code: "script_too_long", most: 10_000 },
    ],
  ])("%s is a warning", (_, change, expected) => {
    expect(check(change)).toMatchObject([{ ...expected, isError: false }]);
  });

  test("errors come before warnings", () => {
    const problems = check({ content: "{{appointment_date}} {{nope_nope}}" });
    expect(problems.map(({ code }) => code)).toEqual(["unknown_variable", "event_variable"]);
  });
});

describe("the variable that was meant", () => {
  test.each([
    ["costumer_name", "customer_name"],
    ["companyName", "company_name"],
    ["{{ First Name }}", "first_name"],
    ["nombre", "first_name"],
    ["Teléfono", "phone"],
    ["emial", "email"],
    ["event.Plan", "event.plan"],
    ["weather", null],
    ["{{}}", null],
  ])("%s is %s", (written, meant) => {
    expect(suggestVariable(written)).toBe(meant);
  });
});

describe("the length of a script", () => {
  test("is counted in seconds, with samples for the variables", () => {
    expect(spokenSeconds("")).toBe(0);
    expect(spokenSeconds("a".repeat(14))).toBe(1);
    expect(spokenSeconds("{{customer_name}}")).toBe(2);
  });

  test("the opening is the first paragraph; the rest, goals and questions are added up", () => {
    const content = `${"a".repeat(28)}\n \n${"b".repeat(14)}`;
    expect(scriptParagraphs(content)).toHaveLength(2);
    expect(
      checkScript({
        content,
        goals: [goal({ say: "c".repeat(14) })],
        facts: [fact({ question: "d".repeat(14) })],
      }),
    ).toMatchObject({ openingSeconds: 2, totalSeconds: 6 });
  });
});
