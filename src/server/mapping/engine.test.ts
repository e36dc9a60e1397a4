import { once } from "node:events";
import { afterAll, describe, expect, test } from "vitest";
import type { MappingTemplate } from "#domain/ingestion/mapping.ts";
import { createMappingEngine } from "./engine.ts";

// Generous, so that a busy machine calls nothing slow that is not without end.
const engine = createMappingEngine({ timeBoxMs: 1000 });
afterAll(() => engine.close());

const template = (email: string, type = "type"): MappingTemplate => ({ person: { email }, event: { type } });
const evaluate = async (expression: string, payload: unknown = { a: 1 }) => {
  const result = await engine.evaluate(expression, payload);
  return result.ok ? result.value : result.problem;
};
const failed = (detail: RegExp) => ({
  code: "mapping_failed",
  target: "expression",
  detail: expect.stringMatching(detail),
});
const endless = "$match(a, /^(a+)+$/)";
const bait = `${"a".repeat(40)}!`;

describe("mapping", () => {
  test("keeps order, plain and real expressions side by side", async () => {
    const work = Array.from({ length: 300 }, (_, at) => ({
      template: template(at % 3 === 0 ? "$lowercase(mail)" : "mail"),
      payload: { mail: `A${at}@example.com`, type: "x" },
    }));
    const results = await engine.map(work);
    results.forEach(({ values, problems }, at) => {
      const mail = `A${at}@example.com`;
      expect(values).toEqual({
        "person.email": at % 3 === 0 ? mail.toLowerCase() : mail,
        "event.type": "x",
      });
      expect(problems).toEqual([]);
    });
  });

  test("what a payload does not have is not there", async () => {
    const [result] = await engine.map([{ template: template("a.b", "$uppercase(c)"), payload: {} }]);
    expect(result).toEqual({ values: {}, problems: [] });
  });

  test.each([[null], ["text"], [7], [[]], [[{ mail: "a@example.com" }]], [undefined]])(
    "%j is no obstacle",
    async (payload) => {
      const [result] = await engine.map([{ template: template("mail", "$string(mail)"), payload }]);
      expect(result?.problems).toEqual([]);
    },
  );

  test("an array on the way is flattened as JSONata does it", async () => {
    expect(await evaluate("a.b", { a: [{ b: 1 }, { b: 2 }] })).toEqual([1, 2]);
    expect(await evaluate("a.b", [{ a: { b: 1 } }])).toBe(1);
  });

  test("text that is JSON can be read on", async () => {
    const payload = { raw: '{"list":[{"x":1},{"x":2}]}' };
    expect(await evaluate("$json(raw).list[0].x", payload)).toBe(1);
    expect(await evaluate("$sum($json(raw).list.x)", payload)).toBe(3);
    expect(await evaluate("$json(none)", payload)).toBeUndefined();
  });

  test("a wrong expression says what is wrong, and spoils no other", async () => {
    const [result] = await engine.map([{ template: template("a[", "type"), payload: { type: "x" } }]);
    expect(result?.values).toEqual({ "event.type": "x" });
    expect(result?.problems).toEqual([
      { code: "mapping_failed", target: "person.email", detail: expect.stringMatching(/\w/) },
    ]);
    expect(await evaluate("$lowercase(a)")).toEqual(failed(/lowercase/));
  });

  test("at once only plain paths are known", () => {
    expect(engine.evaluateNow("a.b", { a: { b: 1 } })).toEqual({ known: true, value: 1 });
    expect(engine.evaluateNow("a.b", {})).toEqual({ known: true, value: undefined });
    expect(engine.evaluateNow("a.b", { a: [{ b: 1 }] })).toEqual({ known: false });
    expect(engine.evaluateNow("$string(a)", { a: 1 })).toEqual({ known: false });
    expect(engine.evaluateNow("a[", {})).toEqual({ known: false });
  });
});

describe("limits of a mapping", () => {
  test("one that never ends is ended, and its neighbours are mapped all the same", async () => {
    const payloads = [{ a: "x" }, { a: "y" }, { a: bait }, { a: "z" }];
    const work = payloads.map((payload) => ({ template: template("$uppercase(a)", endless), payload }));
    const results = await engine.map(work);
    expect(results.map(({ values }) => values["person.email"])).toEqual(["X", "Y", bait.toUpperCase(), "Z"]);
    expect(results.map(({ problems }) => problems)).toEqual([[], [], [{ code: "mapping_slow" }], []]);
  });

  test("one that is always too slow is left alone for a while, and nobody waits for it", async () => {
    const slow = `${endless}[0]`;
    const work = Array.from({ length: 200 }, (_, at) => ({
      template: template("$uppercase(b)", slow),
      payload: { a: bait, b: `n${at}` },
    }));
    const results = await engine.map(work);
    expect(results.every(({ problems }) => problems[0]?.code === "mapping_slow")).toBe(true);
    expect(results.map(({ values }) => values["person.email"])).toEqual(work.map((_, at) => `N${at}`));
  });

  test.each([
    ["a loop", "($f := function($x){ $f($x + 1) }; $f(0))", { code: "mapping_slow" }],
    ["recursion", "($f := function($x){ 1 + $f($x) }; $f(0))", failed(/overflow/)],
    ["brackets", `${"(".repeat(1900)}1${")".repeat(1900)}`, failed(/overflow/)],
    ["a huge range", "[1..9999999]", failed(/sequence/)],
    ["padding", "$pad('x', 400000000)", failed(/longer/)],
    [
      "doubling",
      "($d := function($s, $n){ $n = 0 ? $s : $d($s & $s, $n - 1) }; $d('xxxx', 26) = 'x')",
      failed(/longer/),
    ],
    ["joining", "$join($map([1..5000], function($i){ 'xxxxxxxxxx' }), $pad('-', 9000))", failed(/longer/)],
    ["splitting", "$split($pad('x', 900000, 'x'), '')", failed(/longer/)],
    [
      "sharing",
      "($d := function($s, $n){ $n = 0 ? $s : $d({'a': $s, 'b': $s}, $n - 1) }; $string($d('x', 30)))",
      failed(/longer/),
    ],
    ["evaluation of text", "$eval('1 + 1')", failed(/not available/)],
  ])("%s ends in a problem, not in harm", async (_, expression, problem) => {
    expect(await evaluate(expression)).toEqual(problem);
  });

  test("memory has an end too", async () => {
    const greedy = "$count($map([1..100000], function($i){ [1..1000] }))";
    const patient = createMappingEngine({ timeBoxMs: 30_000 });
    const result = await patient.evaluate(greedy, {});
    expect(result).toEqual({ ok: false, problem: failed(/memory/) });
    expect(await patient.evaluate("1 + 1", {})).toEqual({ ok: true, value: 2 });
    await patient.close();
  });

  test("a value may only be so large", async () => {
    const small = createMappingEngine({ maxValueSize: 100, timeBoxMs: 5000 });
    const payload = { a: "x".repeat(101), b: "y", type: "z" };
    const [plain, real] = await small.map([
      { template: template("a"), payload },
      { template: template("$uppercase(a)"), payload },
    ]);
    for (const result of [plain, real]) {
      expect(result?.values).toEqual({ "event.type": "z" });
      expect(result?.problems).toMatchObject([{ code: "mapping_failed", target: "person.email" }]);
    }
    const shared = "($d := function($s, $n){ $n = 0 ? $s : $d({'a': $s, 'b': $s}, $n - 1) }; $d('x', 40))";
    const [huge] = await small.map([{ template: template(shared), payload }]);
    expect(huge?.problems).toMatchObject([
      { code: "mapping_failed", detail: expect.stringMatching(/larger/) },
    ]);
    await small.close();
  });

  test("functions are no values, and names of JavaScript's own are names", async () => {
    expect(await evaluate("function($x){ $x }")).toBeUndefined();
    expect(await evaluate("{'f': $sum, 'b': 1}")).toEqual({ b: 1 });
    expect(await evaluate("$keys({'__proto__': {'x': 1}})")).toBe("__proto__");
    expect(await evaluate("constructor & ''", {})).toBe("");
    expect(await evaluate("$merge([{'toString': 1}, {'constructor': 2}])")).toEqual({
      toString: 1,
      constructor: 2,
    });
  });

  test("nothing that one expression binds is known to the next", async () => {
    expect(await evaluate("($secret := 7; $secret)")).toBe(7);
    expect(await evaluate("$secret")).toBeUndefined();
  });
});

describe("an engine", () => {
  test("needs no thread for plain paths, and starts another after a rest", async () => {
    const resting = createMappingEngine({ idleMs: 10, timeBoxMs: 5000 });
    const threadStarted = once(process, "worker");
    expect(await resting.evaluate("1 + 1", {})).toEqual({ ok: true, value: 2 });
    const [thread] = await threadStarted;
    // An ended thread has no id.
    await expect.poll(() => thread.threadId).toBe(-1);
    expect(await resting.evaluate("1 + 2", {})).toEqual({ ok: true, value: 3 });
    await resting.close();
  });

  test("once closed, answers what is plain and refuses the rest without waiting", async () => {
    const closing = createMappingEngine();
    const waiting = closing.evaluate("1 + 1", {});
    await closing.close();
    expect(await waiting).toMatchObject({ ok: false });
    expect(await closing.evaluate("1 + 1", {})).toMatchObject({ ok: false });
    expect(await closing.evaluate("a", { a: 1 })).toEqual({ ok: true, value: 1 });
  });
});
