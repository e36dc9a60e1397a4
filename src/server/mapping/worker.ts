import { parentPort, workerData } from "node:worker_threads";
import jsonata from "jsonata";
import { parseJsonText } from "#domain/ingestion/plain-expression.ts";
import { boundedCache } from "./bounded.ts";
import { limitGrowth, maxText, refuse, tooLong } from "./growth.ts";
import type { Outcome, WorkerReply, WorkerRequest, WorkerSettings } from "./messages.ts";

/*
 * Runs what people wrote as mappings. Time, depth and lists are bounded by the library, growth of texts here;
 * what none of that stops (a regular expression without end, a full heap) is ended from outside.
 */
const { timeBoxMs, progress } = workerData as WorkerSettings;
const current = new Int32Array(progress);
const maxFrames = 500;
const maxSequence = 100_000;
const postEveryMs = 20;

limitGrowth(maxSequence);
// Whatever a mapping does, it leaves nothing behind for the next one.
for (const prototype of [Object.prototype, Array.prototype, Function.prototype, String.prototype])
  Object.preventExtensions(prototype);

const grows = new Set(["function", "lambda", "bind", "apply", "transform", "partial"]);
/** Only these can make texts that are longer than what came in; only they pay for the check. */
const mayGrow = (ast: unknown): boolean => {
  if (Array.isArray(ast)) return ast.some(mayGrow);
  if (ast === null || typeof ast !== "object" || ast instanceof RegExp) return false;
  const node = ast as { type?: unknown; value?: unknown };
  if (grows.has(String(node.type)) || (node.type === "binary" && node.value === "&")) return true;
  return Object.values(ast).some(mayGrow);
};
const afterEachStep = Symbol.for("jsonata.__evaluate_exit") as unknown as string;
const watchGrowth = (_: unknown, __: unknown, ___: unknown, result: unknown): void => {
  if (typeof result === "string" && result.length > maxText) tooLong();
};

/** JSON's idea of a value, no larger than allowed: what JSONata marks its lists with, and functions, do not leave. */
const plainCopy = (value: unknown, maxSize: number): unknown => {
  let left = maxSize;
  const copy = (inner: unknown, depth: number): unknown => {
    left -= typeof inner === "string" ? inner.length : 3;
    if (left < 0 || depth > 100) refuse(`The result is larger than ${maxSize} characters`);
    if (Array.isArray(inner)) return Array.from(inner, (item) => copy(item, depth + 1));
    if (inner === null || typeof inner !== "object") return typeof inner === "function" ? undefined : inner;
    if ("_jsonata_function" in inner || "_jsonata_lambda" in inner) return undefined;
    const fields = Object.entries(inner).map(([key, field]): [string, unknown] => {
      left -= key.length;
      return [key, copy(field, depth + 1)];
    });
    return Object.fromEntries(fields);
  };
  return copy(value, 0);
};

const compile = (expression: string): jsonata.Expression => {
  const compiled = jsonata(expression, { timeout: timeBoxMs, stack: maxFrames, sequence: maxSequence });
  compiled.registerFunction("eval", () => refuse("$eval is not available"));
  compiled.registerFunction("json", (text: unknown) => parseJsonText(text));
  if (mayGrow(compiled.ast())) compiled.assign(afterEachStep, watchGrowth);
  return compiled;
};
const compiled = boundedCache<jsonata.Expression>(500);

const failure = (error: unknown): Outcome => {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === "D1012") return { ok: false, slow: true };
  return { ok: false, slow: false, detail: String(message ?? code ?? error).slice(0, 300) };
};

const run = async (expression: string, payload: unknown, maxSize: number): Promise<Outcome> => {
  try {
    const value = await compiled(expression, () => compile(expression)).evaluate(payload, {});
    return { ok: true, value: plainCopy(value, maxSize) };
  } catch (error) {
    return failure(error);
  }
};

const answer = async ({ batch, tasks }: WorkerRequest): Promise<void> => {
  let at = 0;
  let part: WorkerReply = { batch, from: 0, outcomes: [] };
  let posted = performance.now();
  const post = () => {
    if (part.outcomes.length > 0) parentPort?.postMessage(part);
    part = { batch, from: at, outcomes: [] };
    posted = performance.now();
  };
  for (const { text, expressions, maxSize } of tasks) {
    const payload = parseJsonText(text);
    for (const expression of expressions) {
      // What is finished is handed over before anything that could be ended from outside takes it along.
      if (performance.now() - posted > postEveryMs) post();
      Atomics.store(current, 0, at);
      part.outcomes.push(await run(expression, payload, maxSize));
      at += 1;
    }
  }
  Atomics.store(current, 0, -1);
  post();
};

parentPort?.on("message", (request: WorkerRequest) => void answer(request));
