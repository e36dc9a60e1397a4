import { readdirSync, readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { createMappingEngine } from "./engine.ts";

/** Also an argument of the child process, by which it is told from those of other tests. */
const timeBoxMs = 1987;
const engine = createMappingEngine({ timeBoxMs });
afterAll(() => engine.close());

const readProcessFile = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // The process has ended since the directory was read.
    return "";
  }
};

/** The child processes of this engine. */
const evaluatingProcesses = (): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const [state, parent] = readProcessFile(`/proc/${pid}/stat`)
        .replace(/^.*\) /s, "")
        .split(" ");
      const isOurs = Number(parent) === process.pid && state !== "Z";
      return isOurs && readProcessFile(`/proc/${pid}/cmdline`).includes(`jsonata-main.ts\0${timeBoxMs}`);
    })
    .map(Number);

/**
 * indexOf in time proportional to the product of the lengths: neither JSONata's limit nor ending a thread stops it. Several,
 * because one may end in time on a fast processor.
 */
const longSearch = "$contains($pad('a', 450000, 'a'), $pad('a', 200000, 'a') & 'b' & $pad('a', 200000, 'a'))";
const uninterruptible = `[${Array(4).fill(longSearch).join(", ")}]`;

describe("an expression", () => {
  test("that no thread could be stopped at uses no processor afterwards", async () => {
    expect(await engine.evaluate("$uppercase('a')", {})).toEqual({ ok: true, value: "A" });
    const [before] = evaluatingProcesses();
    expect(before).toBeDefined();
    expect(await engine.evaluate(uninterruptible, {})).toEqual({
      ok: false,
      problem: { code: "mapping_slow" },
    });
    await expect.poll(evaluatingProcesses).toEqual([]);
    expect(await engine.evaluate("$uppercase('b')", {})).toEqual({ ok: true, value: "B" });
    expect(evaluatingProcesses()).not.toContain(before);
  });

  test.each([
    ["$ ~> |a|{'b': 1}|", "| … | … |"],
    ["($t := |a|{'b': 1}|; $t($))", "| … | … |"],
    ["($clone := function($x){ $x }; a)", "$clone"],
    ["($f := function($clone){ $clone(1) }; $f($string))", "$clone"],
    ["a.($uppercase := $lowercase; $uppercase(b))", "$uppercase"],
    ["a@$sum.b", "$sum"],
    ["a#$count.b", "$count"],
    ["($json := 1)", "$json"],
    ["b[($length := 3)]", "$length"],
  ])("is refused when it could change what others see: %s", async (expression, detail) => {
    const [result] = await engine.map([
      { template: { person: { email: expression }, event: { type: "$uppercase(t)" } }, payload: { t: "x" } },
    ]);
    expect(result).toEqual({
      values: { "event.type": "X" },
      problems: [{ code: "mapping_forbidden", target: "person.email", detail }],
    });
  });

  test.each([
    ["($total := $sum(a); $total * 2)", { a: [1, 2] }, 6],
    ["$map(a, function($number, $i){ $number + $i })", { a: [1, 2] }, [1, 3]],
    ["a#$i.{'n': $, 'i': $i}[0].i", { a: [5, 6] }, 0],
    ["$clone(a).b", { a: { b: 1 } }, 1],
  ])("may name its own variables: %s", async (expression, payload, value) => {
    expect(await engine.evaluate(expression, payload)).toMatchObject({ ok: true, value });
  });

  test("does not see what another one did to the same payload", async () => {
    const [result] = await engine.map([
      {
        template: { person: {}, event: { list: "a.b[]", first: "$string(a.b)" } },
        payload: { a: { b: ["x"] } },
      },
    ]);
    expect(result?.values).toEqual({ "event.list": ["x"], "event.first": '["x"]' });
  });
});
