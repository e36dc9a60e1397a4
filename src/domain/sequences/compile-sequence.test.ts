import { describe, expect, test } from "vitest";
import { compileRule } from "#domain/rules/evaluate.ts";
import { defaultOptions } from "#domain/rules/rule.ts";
import {
  drawVariant,
  findStepProblems,
  isSequence,
  messageOf,
  placesAfterRemoval,
  withStepIds,
} from "#domain/sequences/compile-sequence.ts";

type Rows = Parameters<typeof compileRule>[0]["actions"];
type Row = { id: string; type: string; template: string; [part: string]: unknown };
type Sequence = NonNullable<ReturnType<typeof compileRule>["sequence"]>;
type Step = Sequence["steps"][number];

const segment = "7d9c0f6e-3b1a-4c52-9a5e-2f1d7c0b8a10";
const otherSegment = "0f1e2d3c-4b5a-4968-8776-655443322110";
const hour = 3_600_000;

const sms = (id: string, parts: object = {}): Row => ({
  id,
  type: "sms",
  template: `Text ${id}`,
  ...parts,
});
const tag = (id: string, parts: object = {}): Row => ({
  id,
  type: "add_tag",
  template: "vip",
  ...parts,
});
const ask = (id: string, parts: object = {}): Row => ({
  id,
  type: "ask",
  template: "",
  onlyIf: { is: "answered" },
  ...parts,
});
const classify = (id: string): Row => ({
  ...{ id, type: "ai", template: "", ai: { task: "classify", labels: ["repair", "purchase"] } },
});
const labelled = (step: string, label: string) => ({ onlyIf: { is: "labelled", step, label } });
const within = (step: string, answer: "yes" | "no") => ({ within: { step, answer } });

const compile = (rows: readonly object[], options: object = {}) =>
  compileRule({
    triggers: [],
    conditions: [],
    actions: rows as Rows,
    options: { ...defaultOptions, ...options },
  }).sequence;

const sequenceOf = (rows: readonly object[], options: object = {}): Sequence => {
  const sequence = compile(rows, options);
  if (!sequence) throw new Error("This is no sequence.");
  return sequence;
};

const stepOf = (row: Row): Step => {
  const [step] = sequenceOf([row], { stopWhen: ["answered"] }).steps;
  if (!step) throw new Error("There is no step.");
  return step;
};

const pause = { wait: { for: 1, unit: "hours" } };

describe("what makes a sequence", () => {
  test.each<[what: string, rows: readonly unknown[]]>([
    ["a wait", [sms("a", pause)]],
    ["a wait of the last row", [sms("a"), sms("b"), sms("c", pause)]],
    ["a condition", [sms("a", { onlyIf: { is: "unanswered" } })]],
    ["what a stop does", [sms("a", { ifStopped: "end" })]],
    ["how long it is good for", [sms("a", { goodForHours: 5 })]],
    ["variants", [sms("a", { variants: [{ template: "x", share: 100 }] })]],
    ["a question", [ask("a")]],
    ["a row of a question", [sms("a", within("q", "yes"))]],
    ["a tag added", [tag("a")]],
    ["a tag removed", [{ type: "remove_tag", template: "vip" }]],
    ["a stage", [{ type: "set_stage", template: "won" }]],
    ["a task", [{ type: "add_task", template: "Call" }]],
  ])("%s", (_what, rows) => {
    expect(isSequence(rows, {})).toBe(true);
  });

  test.each<[what: string, rows: readonly unknown[]]>([
    ["nothing", []],
    ["one message", [{ type: "sms", template: "x" }]],
    [
      "several messages",
      [
        { type: "sms", template: "x" },
        { type: "email", template: "y" },
      ],
    ],
    ["messages with ids", [sms("a"), sms("b")]],
    ["rows that are no rows", [null, undefined, 3, "wait", true, [], {}]],
  ])("not %s", (_what, rows) => {
    expect(isSequence(rows, {})).toBe(false);
  });

  test("what stops it makes one, even an empty list", () => {
    expect(isSequence([sms("a")], { stopWhen: ["converted"] })).toBe(true);
    expect(isSequence([sms("a")], { stopWhen: [] })).toBe(true);
  });

  test("a rule without parts compiles to none", () => {
    expect(compile([sms("a"), sms("b")])).toBeNull();
    expect(compile([])).toBeNull();
  });
});

describe("step ids", () => {
  const numbered = (rows: readonly object[], newId: () => string) =>
    withStepIds(rows as Parameters<typeof withStepIds>[0], newId);
  const idsOf = (rows: readonly object[]) => {
    let given = 0;
    const newId = () => {
      given += 1;
      return `new${given}`;
    };
    return numbered(rows, newId).map((row) => (row as { id?: unknown }).id);
  };

  test.each<[what: string, rows: object[], ids: string[]]>([
    ["no rows", [], []],
    ["kept", [sms("b"), sms("a")], ["b", "a"]],
    ["given", [{ type: "sms", template: "x" }, sms("a")], ["new1", "a"]],
    ["given anew to a copy", [sms("a"), sms("a"), sms("b")], ["a", "new1", "b"]],
    ["given anew to each", [sms("a"), sms("b"), sms("a"), sms("a")], ["a", "b", "new1", "new2"]],
  ])("%s", (_what, rows, ids) => {
    expect(idsOf(rows)).toEqual(ids);
  });

  test("leave the rest of the row, and the rows given, as they are", () => {
    const rows = [sms("a", pause), sms("a", pause)];
    const before = JSON.parse(JSON.stringify(rows)) as typeof rows;
    const [, copy] = numbered(rows, () => "new");
    expect(copy).toEqual({ ...sms("a", pause), id: "new" });
    expect(rows).toEqual(before);
  });

  test("given once are kept the next time", () => {
    const once = numbered([{ type: "sms", template: "x" }], () => "first");
    expect(numbered(once as object[], () => "second")).toEqual(once);
  });
});

describe("problems of steps", () => {
  const problemsOf = (rows: readonly object[]) =>
    findStepProblems(rows as Parameters<typeof findStepProblems>[0]).map(
      ({ index, problem }) => `${index} ${problem}`,
    );
  const yes = (question: string) => within(question, "yes");
  const no = (question: string) => within(question, "no");

  test.each<[what: string, rows: Row[], problems: string[]]>([
    ["no rows", [], []],
    ["a line", [sms("a", pause), tag("b"), sms("c")], []],
    ["a question without rows", [ask("q"), sms("a")], []],
    ["a question as last row", [sms("a"), ask("q")], []],
    ["a question with both", [ask("q"), sms("a", yes("q")), sms("b", no("q")), sms("c")], []],
    ["no before yes", [ask("q"), sms("a", no("q")), sms("b", yes("q"))], []],
    ["answers mixed", [ask("q"), sms("a", yes("q")), sms("b", no("q")), sms("c", yes("q"))], []],
    ["two questions", [ask("p"), sms("a", no("p")), ask("q"), sms("b", yes("q"))], []],
    [
      "a question in a question",
      [ask("p"), ask("q", yes("p")), sms("a", yes("q")), sms("b", yes("p")), sms("c", no("p"))],
      [],
    ],
    [
      "a question in each answer",
      [ask("p"), ask("q", yes("p")), sms("a", no("q")), ask("r", no("p")), sms("b", yes("r"))],
      [],
    ],
    ["an unknown question", [ask("q"), sms("a", yes("z"))], ["1 question_unknown"]],
    ["a message as question", [sms("q"), sms("a", yes("q"))], ["1 question_unknown"]],
    ["a later question", [sms("a", yes("q")), ask("q")], ["0 question_unknown"]],
    ["itself as question", [ask("q", yes("q"))], ["0 question_unknown"]],
    ["a row behind another", [ask("q"), sms("a", yes("q")), sms("b"), sms("c", no("q"))], ["3 answer_apart"]],
    ["a first row behind another", [ask("q"), sms("a"), sms("b", no("q"))], ["2 answer_apart"]],
    [
      "a row of the first question behind the second",
      [ask("p"), ask("q"), sms("a", yes("p"))],
      ["2 answer_apart"],
    ],
    [
      "an inner row behind a row of the outer question",
      [ask("p"), ask("q", yes("p")), sms("a", yes("q")), sms("b", yes("p")), sms("c", no("q"))],
      ["4 answer_apart"],
    ],
    [
      "an inner row behind the outer question's other answer",
      [ask("p"), ask("q", yes("p")), sms("a", no("p")), sms("b", yes("q"))],
      ["3 answer_apart"],
    ],
    [
      "three levels",
      [ask("p"), ask("q", yes("p")), ask("r", no("q")), sms("a", no("p"))],
      ["2 question_too_deep"],
    ],
    ["no test", [{ id: "q", type: "ask", template: "" }, sms("a", yes("q"))], ["0 question_without_test"]],
    [
      "variants of a tag",
      [sms("a"), tag("b", { variants: [{ template: "x", share: 100 }] })],
      ["1 variants_without_message"],
    ],
    ["a label of an AI step above", [classify("a"), sms("b", labelled("a", "repair"))], []],
    ["a label of no AI step", [sms("a"), sms("b", labelled("a", "repair"))], ["1 label_unknown"]],
    ["a label of a later one", [sms("b", labelled("a", "repair")), classify("a")], ["0 label_unknown"]],
    ["a label that it has not", [classify("a"), sms("b", labelled("a", "refund"))], ["1 label_unknown"]],
    ["a task for the AI at a message", [sms("a", { ai: { task: "draft" } })], ["0 ai_without_step"]],
    [
      "two at once",
      [{ id: "q", type: "ask", template: "" }, sms("a"), sms("b", yes("q"))],
      ["0 question_without_test", "2 answer_apart"],
    ],
  ])("%s", (_what, rows, problems) => {
    expect(problemsOf(rows).sort()).toEqual(problems);
  });
});

describe("compiled steps", () => {
  test("have defaults", () => {
    const [first, second] = sequenceOf([sms("a", pause), sms("b")]).steps;
    expect(first).toMatchObject({ id: "a", wait: pause.wait, goodForMs: 72 * hour });
    expect(second).toMatchObject({ id: "b", endsIfStopped: false });
    expect(second?.wait ?? null).toBeNull();
    expect(second?.onlyIf ?? null).toBeNull();
    expect(second?.within ?? null).toBeNull();
  });

  test("carry their parts", () => {
    const parts = { onlyIf: { is: "unanswered", else: "end" }, ifStopped: "end", goodForHours: 5 };
    const rows = [sms("a", parts), ask("q"), sms("b", { ...within("q", "no"), ifStopped: "next" })];
    const [a, , b] = sequenceOf(rows).steps;
    expect(a).toMatchObject({ onlyIf: parts.onlyIf, endsIfStopped: true, goodForMs: 5 * hour });
    expect(b).toMatchObject({ endsIfStopped: false });
    expect(JSON.stringify(b?.within)).toMatch(/"q".*"no"/);
  });

  test("keep their order, also around rows that cannot be read", () => {
    const rows = [tag("c"), { id: "x", type: "carrier_pigeon", template: "" }, sms("a"), ask("b")];
    expect(sequenceOf(rows).steps.map(({ id }) => id)).toEqual(["c", "x", "a", "b"]);
  });

  test("stop for everything unless told otherwise", () => {
    const stops = (options: object) => [...sequenceOf([sms("a", pause)], options).stopWhen].sort();
    expect(stops({})).toEqual(["answered", "colleague_wrote", "converted"]);
    expect(stops({ stopWhen: ["converted"] })).toEqual(["converted"]);
    expect(stops({ stopWhen: [] })).toEqual([]);
  });

  test("name each segment once", () => {
    const inside = (segmentId: string) => ({ onlyIf: { is: "in_segment", segmentId } });
    const outside = (segmentId: string) => ({ onlyIf: { is: "not_in_segment", segmentId } });
    const question = ask("q", outside(otherSegment));
    const rows = [sms("a", inside(segment)), question, sms("b", outside(segment))];
    expect([...sequenceOf(rows).segmentIds].sort()).toEqual([otherSegment, segment]);
    expect([...sequenceOf([sms("a", pause)]).segmentIds]).toEqual([]);
  });
});

describe("variants", () => {
  const split = (id: string, words: string[], shares: number[]) =>
    stepOf(sms(id, { variants: words.map((template, at) => ({ template, share: shares[at] })) }));
  const runIds = Array.from({ length: 10_000 }, (_, at) => `run-${at}`);

  test.each([[[50, 50]], [[50, 30, 20]], [[90, 10]], [[1, 99]]])("keep the shares %j", (shares) => {
    const words = shares.map((_, at) => `Words ${at}`);
    const step = split("a", words, shares);
    const drawn = runIds.map((runId) => drawVariant(step, runId));
    for (const [at, share] of shares.entries()) {
      const part = drawn.filter((index) => index === at).length / runIds.length;
      expect(Math.abs(part * 100 - share)).toBeLessThan(3);
    }
    expect(drawn.every((index) => index !== null && index in shares)).toBe(true);
  });

  test("are the same for a run, whatever the words", () => {
    const step = split("a", ["Hello", "Good day", ""], [40, 40, 20]);
    const edited = split("a", ["Hi", "Good evening", ""], [40, 40, 20]);
    for (const runId of runIds.slice(0, 300)) {
      expect(drawVariant(step, runId)).toBe(drawVariant(step, runId));
      expect(drawVariant(edited, runId)).toBe(drawVariant(step, runId));
    }
  });

  test("give their words, and none for the one without", () => {
    const words = ["Hello", "Good day", ""];
    const step = split("a", words, [40, 40, 20]);
    const seen = new Set<number>();
    for (const runId of runIds.slice(0, 300)) {
      const index = drawVariant(step, runId);
      const word = words[index ?? -1];
      const message = messageOf(step, runId);
      if (word) expect(JSON.stringify(message).toLowerCase()).toContain(word.toLowerCase());
      else expect(message).toBeNull();
      if (index !== null) seen.add(index);
    }
    expect(seen.size).toBe(3);
  });

  test("are none of other steps", () => {
    expect(drawVariant(stepOf(sms("a")), "run-1")).toBeNull();
    expect(JSON.stringify(messageOf(stepOf(sms("a")), "run-1"))).toContain("Text a");
    for (const row of [tag("a"), ask("a"), { id: "a", type: "add_task", template: "Call" }]) {
      expect(drawVariant(stepOf(row), "run-1")).toBeNull();
      expect(messageOf(stepOf(row), "run-1")).toBeNull();
    }
  });
});

describe("places after removal", () => {
  const stepsOf = (ids: string) => (ids === "" ? [] : sequenceOf([...ids].map((id) => sms(id, pause))).steps);

  test.each<[what: string, before: string, after: string, places: Record<string, string | null>]>([
    ["nothing removed", "abc", "abc", {}],
    ["only moved", "abc", "cba", {}],
    ["only added", "ab", "axb", {}],
    ["one in the middle", "abc", "ac", { b: "c" }],
    ["neighbours", "abcd", "ad", { b: "d", c: "d" }],
    ["apart", "abcd", "bd", { a: "b", c: "d" }],
    ["the last", "abc", "ab", { c: null }],
    ["the last two", "abc", "a", { b: null, c: null }],
    ["all", "ab", "", { a: null, b: null }],
    ["all replaced", "ab", "xy", { a: null, b: null }],
    ["the next one moved to the front", "abc", "ca", { b: "c" }],
    ["a new step in its place", "abc", "axc", { b: "c" }],
  ])("%s", (_what, before, after, places) => {
    expect(Object.fromEntries(placesAfterRemoval(stepsOf(before), stepsOf(after)))).toEqual(places);
  });
});
