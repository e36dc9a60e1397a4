import { parentPort, workerData } from "node:worker_threads";
import jsonata from "jsonata";
import { parseJsonText } from "#domain/ingestion/plain-expression.ts";
import { builtInFunctions, findForbiddenConstruct } from "./forbidden-constructs.ts";
import { limitGrowth, maxMappedTextLength, throwError, throwTextTooLong } from "./growth-limits.ts";
import { boundedCache, maxValueDepth } from "./size-limits.ts";
import {
  type ExpressionResult,
  failedExpression,
  forbiddenExpression,
  noExpression,
  slowExpression,
  type WorkerReply,
  type WorkerRequest,
  type WorkerSettings,
} from "./worker-messages.ts";

/*
 * Evaluates expressions that users wrote. JSONata limits time, depth and lists; this file limits the length of texts.
 * The process is killed for what remains, such as a runaway regular expression or a full heap.
 */
const { timeBoxMs, progress } = workerData as WorkerSettings;
const currentIndex = new Int32Array(progress);
const maxStackDepth = 500;
const maxSequenceLength = 100_000;
const maxCompiledExpressions = 500;
const maxErrorLength = 300;
const replyIntervalMs = 20;
/** Rough length of a value that is not a string, as JSON. */
const scalarLength = 3;
const jsonataTimeoutCode = "D1012";

limitGrowth(maxSequenceLength);
// One mapping must not leave anything behind for the next.
for (const prototype of [Object.prototype, Array.prototype, Function.prototype, String.prototype])
  Object.preventExtensions(prototype);
/** JSONata notes on a function where it was called last, so the function itself must stay extensible. */
const freezeBuiltIn = (builtIn: unknown): void => {
  if (builtIn === null || typeof builtIn !== "object") return;
  for (const [name, value] of Object.entries(builtIn)) {
    if (typeof value === "function" || (value !== null && typeof value === "object")) Object.freeze(value);
    Object.defineProperty(builtIn, name, { value, writable: false, configurable: false });
  }
};
for (const name of builtInFunctions) freezeBuiltIn(await jsonata(`$${name}`).evaluate({}));

const growingNodes = new Set(["function", "lambda", "bind", "apply", "transform", "partial"]);
/** Whether the expression can produce a text longer than its input. The others need no check. */
const mayGrow = (ast: unknown): boolean => {
  if (Array.isArray(ast)) return ast.some(mayGrow);
  if (ast === null || typeof ast !== "object" || ast instanceof RegExp) return false;
  const node = ast as { type?: unknown; value?: unknown };
  if (growingNodes.has(String(node.type)) || (node.type === "binary" && node.value === "&")) return true;
  return Object.values(ast).some(mayGrow);
};
/** JSONata calls the function bound to this symbol after each evaluation step. */
const afterEachStep = Symbol.for("jsonata.__evaluate_exit");
const checkTextLength = (_: unknown, __: unknown, ___: unknown, result: unknown): void => {
  if (typeof result === "string" && result.length > maxMappedTextLength) throwTextTooLong();
};

/** A copy of limited size with JSON values only: without functions and JSONata's marks on arrays. */
const copyAsJson = (value: unknown, maxSize: number): unknown => {
  let remaining = maxSize;
  const copy = (inner: unknown, depth: number): unknown => {
    remaining -= typeof inner === "string" ? inner.length : scalarLength;
    if (remaining < 0 || depth > maxValueDepth) throwError(`The result is larger than ${maxSize} characters`);
    if (Array.isArray(inner)) return Array.from(inner, (item) => copy(item, depth + 1));
    if (inner === null || typeof inner !== "object") return typeof inner === "function" ? undefined : inner;
    if ("_jsonata_function" in inner || "_jsonata_lambda" in inner) return undefined;
    const fields = Object.entries(inner).map(([key, field]): [string, unknown] => {
      remaining -= key.length;
      return [key, copy(field, depth + 1)];
    });
    return Object.fromEntries(fields);
  };
  return copy(value, 0);
};

type Compiled = { expression: jsonata.Expression } | { forbidden: string };

const compile = (expression: string): Compiled => {
  const compiled = jsonata(expression, {
    timeout: timeBoxMs,
    stack: maxStackDepth,
    sequence: maxSequenceLength,
  });
  const forbidden = findForbiddenConstruct(compiled.ast());
  if (forbidden !== undefined) return { forbidden };
  compiled.registerFunction("eval", () => throwError("$eval is not available"));
  compiled.registerFunction("json", (text: unknown) => parseJsonText(text));
  // JSONata's types only allow names that are strings.
  if (mayGrow(compiled.ast())) Reflect.apply(compiled.assign, compiled, [afterEachStep, checkTextLength]);
  return { expression: compiled };
};
const compiledExpressions = boundedCache<Compiled>(maxCompiledExpressions);

const toFailure = (error: unknown): ExpressionResult => {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === jsonataTimeoutCode) return slowExpression;
  return failedExpression(String(message ?? code ?? error).slice(0, maxErrorLength));
};

const evaluate = async (expression: string, payload: unknown, maxSize: number): Promise<ExpressionResult> => {
  try {
    const compiled = compiledExpressions(expression, () => compile(expression));
    if ("forbidden" in compiled) return forbiddenExpression(compiled.forbidden);
    return { ok: true, value: copyAsJson(await compiled.expression.evaluate(payload, {}), maxSize) };
  } catch (error) {
    return toFailure(error);
  }
};

const evaluateBatch = async ({ batch, tasks }: WorkerRequest): Promise<void> => {
  let index = 0;
  let reply: WorkerReply = { batch, from: 0, results: [] };
  let repliedAt = performance.now();
  const sendReply = () => {
    if (reply.results.length > 0) parentPort?.postMessage(reply);
    reply = { batch, from: index, results: [] };
    repliedAt = performance.now();
  };
  for (const { text, expressions, maxSize } of tasks) {
    for (const expression of expressions) {
      // Parsed for each, because JSONata marks the arrays that it reads.
      const payload = parseJsonText(text);
      // Results are sent early, because they are lost if the thread is ended.
      if (performance.now() - repliedAt > replyIntervalMs) sendReply();
      Atomics.store(currentIndex, 0, index);
      reply.results.push(await evaluate(expression, payload, maxSize));
      index += 1;
    }
  }
  Atomics.store(currentIndex, 0, noExpression);
  sendReply();
};

parentPort?.on("message", (request: WorkerRequest) => void evaluateBatch(request));
