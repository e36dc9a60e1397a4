/** One payload as JSON text, and the expressions to evaluate on it. */
export type WorkerTask = { text: string; expressions: string[]; maxSize: number };
export type WorkerRequest = { batch: number; tasks: WorkerTask[] };

export type FailedExpression = { ok: false; slow: true } | { ok: false; slow: false; detail: string };
export type ExpressionResult = { ok: true; value: unknown } | FailedExpression;

export const slowExpression: FailedExpression = { ok: false, slow: true };
export const failedExpression = (detail: string): FailedExpression => ({ ok: false, slow: false, detail });

/** Consecutive results of a batch from the expression at `from`. A batch may have several replies. */
export type WorkerReply = { batch: number; from: number; results: ExpressionResult[] };

export type WorkerSettings = {
  timeBoxMs: number;
  /** Index of the expression that is being evaluated, or `noExpression`. */
  progress: SharedArrayBuffer;
};

export const noExpression = -1;
