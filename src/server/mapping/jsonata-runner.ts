import { createJsonataProcess } from "./jsonata-process.ts";
import {
  type ExpressionResult,
  type FailedExpression,
  failedExpression,
  slowExpression,
  type WorkerReply,
  type WorkerTask,
} from "./worker-messages.ts";

export type RunnerOptions = { timeBoxMs: number; idleMs: number };

/** Evaluates JSONata in a child process, which can be killed whatever an expression does. */
export type JsonataRunner = {
  /** One result for each expression. Never rejects. */
  run: (payload: unknown, expressions: string[], maxSize: number) => Promise<ExpressionResult[]>;
  close: () => Promise<void>;
};

type PendingTask = WorkerTask & { results: (ExpressionResult | undefined)[]; onDone: () => void };
type PendingExpression = { task: PendingTask; index: number };
type Batch = { tasks: WorkerTask[]; expressions: PendingExpression[] };

const maxBatchTasks = 64;
const maxBatchTextLength = 1_000_000;
/** Larger payloads are only read by plain paths. */
const maxPayloadLength = 4_000_000;
const maxFailedStarts = 2;
const closedResult = failedExpression("Mappings are no longer run");

export const createJsonataRunner = ({ timeBoxMs, idleMs }: RunnerOptions): JsonataRunner => {
  const queue: PendingTask[] = [];
  const slowExpressions = createSlowExpressions();
  let inFlight: PendingExpression[] | undefined;
  let batchNumber = 0;
  let failedStarts = 0;
  /** After a process was lost at an unknown expression, payloads are evaluated one by one until one is lost alone. */
  let isolating = 0;
  let isClosed = false;

  const complete = ({ task, index }: PendingExpression, result: ExpressionResult): void => {
    slowExpressions.record(task.expressions[index] ?? "", result);
    task.results[index] = result;
    if (!task.results.includes(undefined)) task.onDone();
  };

  const handleReply = ({ batch, from, results }: WorkerReply): void => {
    if (batch !== batchNumber || inFlight === undefined) return;
    results.forEach((result, offset) => {
      const expression = inFlight?.[from + offset];
      if (expression && isOpen(expression)) complete(expression, result);
    });
    if (inFlight.some(isOpen)) return;
    inFlight = undefined;
    failedStarts = 0;
    child.becomeIdle();
    sendNextBatch();
  };

  /** The expression at which the process was lost fails; the other open ones of the batch are queued again. */
  const handleLoss = (failure: FailedExpression, index: number | undefined): void => {
    const open = (inFlight ?? []).filter(isOpen);
    const culprit = index === undefined ? undefined : inFlight?.[index];
    const isAlone = new Set(open.map(({ task }) => task)).size === 1;
    inFlight = undefined;
    if (culprit && isOpen(culprit)) complete(culprit, failure);
    else if (isAlone && ++failedStarts > maxFailedStarts)
      for (const expression of open) complete(expression, failure);
    const unfinished = [...new Set(open.map(({ task }) => task))].filter(({ results }) =>
      results.includes(undefined),
    );
    if (!culprit) isolating = unfinished.length;
    queue.unshift(...unfinished);
    sendNextBatch();
  };

  const child = createJsonataProcess({ timeBoxMs, idleMs, onReply: handleReply, onLost: handleLoss });

  const takeBatch = (): Batch => {
    const batch: Batch = { tasks: [], expressions: [] };
    let textLength = 0;
    const maxTasks = isolating > 0 ? 1 : maxBatchTasks;
    while (batch.tasks.length < maxTasks && textLength < maxBatchTextLength) {
      const task = queue.shift();
      if (!task) break;
      const open = openExpressions(task).filter((pending) => {
        const isPaused = slowExpressions.isPaused(task.expressions[pending.index] ?? "");
        if (isPaused) complete(pending, slowExpression);
        return !isPaused;
      });
      if (open.length === 0) continue;
      const expressions = open.map(({ index }) => task.expressions[index] ?? "");
      batch.tasks.push({ text: task.text, expressions, maxSize: task.maxSize });
      batch.expressions.push(...open);
      textLength += task.text.length;
    }
    return batch;
  };

  const sendNextBatch = (): void => {
    if (inFlight !== undefined || isClosed) return;
    const { tasks, expressions } = takeBatch();
    if (tasks.length === 0) return;
    inFlight = expressions;
    batchNumber += 1;
    isolating = Math.max(0, isolating - 1);
    child.post({ batch: batchNumber, tasks });
  };

  return {
    run: (payload, expressions, maxSize) =>
      new Promise((resolve) => {
        if (isClosed) return resolve(expressions.map(() => closedResult));
        if (expressions.length === 0) return resolve([]);
        const text = toJsonText(payload);
        if (text === undefined || text.length > maxPayloadLength)
          return resolve(
            expressions.map(() => failedExpression("The payload is too large for this expression")),
          );
        const results: (ExpressionResult | undefined)[] = expressions.map(() => undefined);
        const onDone = () => resolve(results as ExpressionResult[]);
        queue.push({ text, expressions, maxSize, results, onDone });
        // Tasks that are added in the same turn of the event loop share a batch.
        queueMicrotask(sendNextBatch);
      }),
    close: async () => {
      isClosed = true;
      child.end();
      const tasks = new Set([...queue.splice(0), ...(inFlight ?? []).map(({ task }) => task)]);
      inFlight = undefined;
      for (const task of tasks)
        for (const expression of openExpressions(task)) complete(expression, closedResult);
    },
  };
};

const isOpen = ({ task, index }: PendingExpression): boolean => task.results[index] === undefined;

const openExpressions = (task: PendingTask): PendingExpression[] =>
  task.expressions.map((_, index) => ({ task, index })).filter(isOpen);

const toJsonText = (payload: unknown): string | undefined => {
  try {
    return JSON.stringify(payload) ?? "null";
  } catch {
    return undefined;
  }
};

const failuresBeforePause = 3;
const pauseMs = 30_000;
const maxTrackedExpressions = 1000;

/** Pauses expressions that were too slow several times in a row, so that other mappings need not wait for them. */
const createSlowExpressions = () => {
  const failures = new Map<string, { count: number; pausedUntil: number }>();
  return {
    record: (expression: string, result: ExpressionResult): void => {
      if (result.ok) failures.delete(expression);
      else if (result.slow) {
        const count = (failures.get(expression)?.count ?? 0) + 1;
        if (failures.size > maxTrackedExpressions) failures.clear();
        failures.set(expression, { count, pausedUntil: performance.now() + pauseMs });
      }
    },
    isPaused: (expression: string): boolean => {
      const entry = failures.get(expression);
      return (
        entry !== undefined && entry.count >= failuresBeforePause && performance.now() < entry.pausedUntil
      );
    },
  };
};
