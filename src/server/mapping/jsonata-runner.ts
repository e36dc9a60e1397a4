import { Worker } from "node:worker_threads";
import type {
  ExpressionResult,
  WorkerReply,
  WorkerRequest,
  WorkerSettings,
  WorkerTask,
} from "./worker-messages.ts";

export type RunnerOptions = { timeBoxMs: number; idleMs: number };

type Task = WorkerTask & { outcomes: (ExpressionResult | undefined)[]; done: () => void };
type Slot = { task: Task; index: number };

/** Real JSONata, in a thread of its own that can be ended whatever it is doing. */
export type JsonataRunner = {
  /** An outcome for each expression; it never rejects. */
  run: (payload: unknown, expressions: string[], maxSize: number) => Promise<ExpressionResult[]>;
  close: () => Promise<void>;
};

const maxTasks = 64;
const maxText = 1_000_000;
/** Larger ones are read by plain paths only. */
const maxPayload = 4_000_000;
/** An expression that was too slow this often in a row is left alone for a while. */
const strikesUntilRest = 3;
const restMs = 30_000;
const slow: ExpressionResult = { ok: false, slow: true };
const failed = (detail: string): ExpressionResult => ({ ok: false, slow: false, detail });

const asText = (payload: unknown): string | undefined => {
  try {
    return JSON.stringify(payload) ?? "null";
  } catch {
    return undefined;
  }
};

export const createJsonataRunner = ({ timeBoxMs, idleMs }: RunnerOptions): JsonataRunner => {
  const queue: Task[] = [];
  const strikes = new Map<string, { count: number; until: number }>();
  /** A thread's own mark of where it is: one that is being ended must not move the mark of the next. */
  let current = new Int32Array(new SharedArrayBuffer(4));
  let worker: Worker | undefined;
  let inFlight: Slot[] | undefined;
  let batch = 0;
  let failedStarts = 0;
  let closed = false;
  let watch: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;

  const settle = ({ task, index }: Slot, outcome: ExpressionResult): void => {
    const expression = task.expressions[index] ?? "";
    task.outcomes[index] = outcome;
    if (outcome.ok) strikes.delete(expression);
    else if (outcome.slow) {
      const count = (strikes.get(expression)?.count ?? 0) + 1;
      if (strikes.size > 1000) strikes.clear();
      strikes.set(expression, { count, until: performance.now() + restMs });
    }
    if (!task.outcomes.includes(undefined)) task.done();
  };
  const rests = (expression: string): boolean => {
    const record = strikes.get(expression);
    return record !== undefined && record.count >= strikesUntilRest && performance.now() < record.until;
  };

  const end = (): Promise<unknown> => {
    const ending = worker;
    worker = undefined;
    clearInterval(watch);
    clearTimeout(idle);
    ending?.removeAllListeners();
    ending?.on("error", () => {});
    return ending?.terminate() ?? Promise.resolve();
  };

  /** The thread is gone: the expression it was at gets the blame, everything unanswered is asked again. */
  const recover = (blame: ExpressionResult): void => {
    const unanswered = (inFlight ?? []).filter(({ task, index }) => task.outcomes[index] === undefined);
    const at = Atomics.load(current, 0);
    const guilty = at < 0 ? undefined : inFlight?.[at];
    inFlight = undefined;
    void end();
    if (guilty && guilty.task.outcomes[guilty.index] === undefined) settle(guilty, blame);
    else if (++failedStarts > 2)
      for (const slot of unanswered) settle(slot, failed("Mappings cannot be run"));
    const open = unanswered.filter(({ task }) => task.outcomes.includes(undefined));
    queue.unshift(...new Set(open.map(({ task }) => task)));
    flush();
  };

  const onReply = (reply: WorkerReply): void => {
    if (reply.batch !== batch || inFlight === undefined) return;
    failedStarts = 0;
    reply.outcomes.forEach((outcome, offset) => {
      const slot = inFlight?.[reply.from + offset];
      if (slot && slot.task.outcomes[slot.index] === undefined) settle(slot, outcome);
    });
    if (inFlight.some(({ task, index }) => task.outcomes[index] === undefined)) return;
    inFlight = undefined;
    clearInterval(watch);
    worker?.unref();
    idle = setTimeout(() => void end(), idleMs).unref();
    flush();
  };

  const start = (): Worker => {
    const progress = new SharedArrayBuffer(4);
    current = new Int32Array(progress);
    const settings: WorkerSettings = { timeBoxMs, progress };
    const started = new Worker(new URL("./jsonata-worker.ts", import.meta.url), {
      workerData: settings,
      env: {},
      execArgv: ["--disable-warning=ExperimentalWarning"],
      resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    });
    started.on("message", onReply);
    started.on("error", (error: Error & { code?: string }) => {
      const memory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      if (worker === started)
        recover(failed(memory ? "It takes too much memory" : error.message.slice(0, 300)));
    });
    started.on("exit", () => {
      if (worker === started) recover(failed("Its thread ended"));
    });
    return started;
  };

  /** Ends the thread when one expression holds it; the library's own time box is kinder and comes first. */
  const startWatch = (): void => {
    let seen = -1;
    let since = performance.now();
    watch = setInterval(
      () => {
        const at = Atomics.load(current, 0);
        if (at !== seen || at < 0) {
          seen = at;
          since = performance.now();
        } else if (performance.now() - since > timeBoxMs) recover(slow);
      },
      Math.max(5, timeBoxMs / 5),
    );
    watch.unref();
  };

  const flush = (): void => {
    if (inFlight !== undefined || closed) return;
    const slots: Slot[] = [];
    const tasks: WorkerTask[] = [];
    let size = 0;
    while (queue.length > 0 && tasks.length < maxTasks && (size === 0 || size < maxText)) {
      const task = queue.shift() as Task;
      const open: Slot[] = [];
      task.expressions.forEach((expression, index) => {
        if (task.outcomes[index] !== undefined) return;
        if (rests(expression)) settle({ task, index }, slow);
        else open.push({ task, index });
      });
      if (open.length === 0) continue;
      slots.push(...open);
      size += task.text.length;
      const expressions = open.map(({ index }) => task.expressions[index] ?? "");
      tasks.push({ text: task.text, expressions, maxSize: task.maxSize });
    }
    if (tasks.length === 0) return;
    clearTimeout(idle);
    inFlight = slots;
    batch += 1;
    worker ??= start();
    Atomics.store(current, 0, -1);
    worker.ref();
    const request: WorkerRequest = { batch, tasks };
    worker.postMessage(request);
    startWatch();
  };

  return {
    run: (payload, expressions, maxSize) =>
      new Promise((resolve) => {
        const outcomes: (ExpressionResult | undefined)[] = expressions.map(() =>
          closed ? failed("Mappings are no longer run") : undefined,
        );
        const done = () => resolve(outcomes as ExpressionResult[]);
        if (closed || expressions.length === 0) return done();
        const text = asText(payload);
        if (text === undefined || text.length > maxPayload)
          return resolve(expressions.map(() => failed("The payload is too large for this expression")));
        const task: Task = { text, expressions, maxSize, outcomes, done };
        queue.push(task);
        // Whatever else is asked for in this turn travels along.
        queueMicrotask(flush);
      }),
    close: async () => {
      closed = true;
      await end();
      const open = new Set([...queue.splice(0), ...(inFlight ?? []).map(({ task }) => task)]);
      inFlight = undefined;
      for (const task of open)
        task.expressions.forEach((_, index) => {
          if (task.outcomes[index] === undefined)
            settle({ task, index }, failed("Mappings are no longer run"));
        });
    },
  };
};
