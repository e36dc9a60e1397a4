import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import type { MappingTemplate } from "#domain/ingestion/mapping.ts";
import { createMappingEngine } from "./engine.ts";

// Generous, so that on a busy machine only endless expressions are too slow.
const engine = createMappingEngine({ timeBoxMs: 1000 });
/** For expressions that end by another limit, however slow the machine is. */
const patient = createMappingEngine({ timeBoxMs: 30_000 });
afterAll(() => Promise.all([engine.close(), patient.close()]));

const template = (email: string, type = "type"): MappingTemplate => ({ person: { email }, event: { type } });
const evaluate = async (expression: string, payload: unknown = { a: 1 }, by = engine) => {
  const result = await by.evaluate(expression, payload);
  return result.ok ? result.value : result.problem;
};
const failed = (detail: RegExp) => ({
  code: "mapping_failed",
  target: "expression",
  detail: expect.stringMatching(detail),
});
const endless = "$match(a, /^(a+)+$/)";
const endlessInput = `${"a".repeat(40)}!`;

describe("mapping", () => {
  test("keeps the order of plain paths and JSONata expressions", async () => {
    const inputs = Array.from({ length: 300 }, (_, index) => ({
      template: template(index % 3 === 0 ? "$lowercase(mail)" : "mail"),
      payload: { mail: `A${index}@example.com`, type: "x" },
    }));
    const results = await engine.map(inputs);
    results.forEach(({ values, problems }, index) => {
      const mail = `A${index}@example.com`;
      expect(values).toEqual({
        "person.email": index % 3 === 0 ? mail.toLowerCase() : mail,
        "event.type": "x",
      });
      expect(problems).toEqual([]);
    });
  });

  test("leaves out fields that the payload lacks", async () => {
    const [result] = await engine.map([{ template: template("a.b", "$uppercase(c)"), payload: {} }]);
    expect(result).toEqual({ values: {}, problems: [] });
  });

  test.each([[null], ["text"], [7], [[]], [[{ mail: "a@example.com" }]], [undefined]])(
    "maps the payload %j without problems",
    async (payload) => {
      const [result] = await engine.map([{ template: template("mail", "$string(mail)"), payload }]);
      expect(result?.problems).toEqual([]);
    },
  );

  test("flattens arrays in a path as JSONata does", async () => {
    expect(await evaluate("a.b", { a: [{ b: 1 }, { b: 2 }] })).toEqual([1, 2]);
    expect(await evaluate("a.b", [{ a: { b: 1 } }])).toBe(1);
  });

  test("reads into text that is JSON", async () => {
    const payload = { raw: '{"list":[{"x":1},{"x":2}]}' };
    expect(await evaluate("$json(raw).list[0].x", payload)).toBe(1);
    expect(await evaluate("$sum($json(raw).list.x)", payload)).toBe(3);
    expect(await evaluate("$json(none)", payload)).toBeUndefined();
  });

  test("reports an invalid expression and still evaluates the others", async () => {
    const [result] = await engine.map([{ template: template("a[", "type"), payload: { type: "x" } }]);
    expect(result?.values).toEqual({ "event.type": "x" });
    expect(result?.problems).toEqual([
      { code: "mapping_failed", target: "person.email", detail: expect.stringMatching(/\w/) },
    ]);
    expect(await evaluate("$lowercase(a)")).toEqual(failed(/lowercase/));
  });

  test("evaluates only plain paths synchronously", () => {
    expect(engine.evaluateNow("a.b", { a: { b: 1 } })).toEqual({ known: true, value: 1 });
    expect(engine.evaluateNow("a.b", {})).toEqual({ known: true, value: undefined });
    expect(engine.evaluateNow("a.b", { a: [{ b: 1 }] })).toEqual({ known: false });
    expect(engine.evaluateNow("$string(a)", { a: 1 })).toEqual({ known: false });
    expect(engine.evaluateNow("a[", {})).toEqual({ known: false });
  });
});

describe("limits of expressions", () => {
  test("ends an endless expression and still evaluates the others of the batch", async () => {
    const payloads = [{ a: "x" }, { a: "y" }, { a: endlessInput }, { a: "z" }];
    const inputs = payloads.map((payload) => ({ template: template("$uppercase(a)", endless), payload }));
    const results = await engine.map(inputs);
    expect(results.map(({ values }) => values["person.email"])).toEqual([
      "X",
      "Y",
      endlessInput.toUpperCase(),
      "Z",
    ]);
    expect(results.map(({ problems }) => problems)).toEqual([[], [], [{ code: "mapping_slow" }], []]);
  });

  test("pauses an expression that is always too slow", async () => {
    const slow = `${endless}[0]`;
    const inputs = Array.from({ length: 200 }, (_, index) => ({
      template: template("$uppercase(b)", slow),
      payload: { a: endlessInput, b: `n${index}` },
    }));
    const results = await engine.map(inputs);
    expect(results.every(({ problems }) => problems[0]?.code === "mapping_slow")).toBe(true);
    expect(results.map(({ values }) => values["person.email"])).toEqual(
      inputs.map((_, index) => `N${index}`),
    );
  });

  test("reports a loop as a problem", async () => {
    const loop = "($f := function($x){ $f($x + 1) }; $f(0))";
    expect(await evaluate(loop)).toEqual({ code: "mapping_slow" });
  });

  test.each([
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
  ])("reports %s as a problem", async (_, expression, problem) => {
    expect(await evaluate(expression, {}, patient)).toEqual(problem);
  });

  test("ends an expression that needs too much memory", async () => {
    const greedy = "$count($map([1..100000], function($i){ [1..1000] }))";
    const result = await patient.evaluate(greedy, {});
    expect(result).toEqual({ ok: false, problem: failed(/memory/) });
    expect(await patient.evaluate("1 + 1", {})).toEqual({ ok: true, value: 2 });
  });

  test("rejects values above the size limit", async () => {
    const small = createMappingEngine({ maxValueSize: 100, timeBoxMs: 5000 });
    const payload = { a: "x".repeat(101), b: "y", type: "z" };
    const [plain, jsonata] = await small.map([
      { template: template("a"), payload },
      { template: template("$uppercase(a)"), payload },
    ]);
    for (const result of [plain, jsonata]) {
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

  test("drops functions and treats names such as __proto__ as plain keys", async () => {
    expect(await evaluate("function($x){ $x }")).toBeUndefined();
    expect(await evaluate("{'f': $sum, 'b': 1}")).toEqual({ b: 1 });
    expect(await evaluate("$keys({'__proto__': {'x': 1}})")).toBe("__proto__");
    expect(await evaluate("constructor & ''", {})).toBe("");
    expect(await evaluate("$merge([{'toString': 1}, {'constructor': 2}])")).toEqual({
      toString: 1,
      constructor: 2,
    });
  });

  test("does not share variables between expressions", async () => {
    expect(await evaluate("($secret := 7; $secret)")).toBe(7);
    expect(await evaluate("$secret")).toBeUndefined();
  });
});

describe("the mapping engine", () => {
  test("starts a new process after the idle time", async () => {
    const started: ChildProcess[] = [];
    const note = (message: unknown) => started.push((message as { process: ChildProcess }).process);
    subscribe("child_process", note);
    onTestFinished(() => void unsubscribe("child_process", note));
    const idling = createMappingEngine({ idleMs: 10, timeBoxMs: 5000 });
    expect(await idling.evaluate("1 + 1", {})).toEqual({ ok: true, value: 2 });
    await expect.poll(() => started[0]?.exitCode ?? started[0]?.signalCode ?? null).not.toBe(null);
    expect(await idling.evaluate("1 + 2", {})).toEqual({ ok: true, value: 3 });
    expect(started).toHaveLength(2);
    await idling.close();
  });

  test("still evaluates plain paths after close and fails everything else at once", async () => {
    const closing = createMappingEngine();
    const waiting = closing.evaluate("1 + 1", {});
    await closing.close();
    expect(await waiting).toMatchObject({ ok: false });
    expect(await closing.evaluate("1 + 1", {})).toMatchObject({ ok: false });
    expect(await closing.evaluate("a", { a: 1 })).toEqual({ ok: true, value: 1 });
  });
});
