/** One payload as JSON text, and the expressions to evaluate on it. */
export type WorkerTask = { text: string; expressions: string[]; maxSize: number };
export type WorkerRequest = { batch: number; tasks: WorkerTask[] };

export type FailedExpression =
  | { ok: false; slow: true }
  /** `forbidden`: it was not evaluated, and `detail` is the construct that is not allowed. */
  | { ok: false; slow: false; detail: string; forbidden?: true };
export type ExpressionResult = { ok: true; value: unknown } | FailedExpression;

export const slowExpression: FailedExpression = { ok: false, slow: true };
export const failedExpression = (detail: string): FailedExpression => ({ ok: false, slow: false, detail });

export const forbiddenExpression = (construct: string): FailedExpression => ({
  ok: false,
  slow: false,
  detail: construct,
  forbidden: true,
});

/** Consecutive results of a batch from the expression at `from`. A batch may have several replies. */
export type WorkerReply = { batch: number; from: number; results: ExpressionResult[] };

/** From the child process; after `lost` it ends. The index is that of the expression it was at. */
export type ProcessMessage = { reply: WorkerReply } | { lost: FailedExpression; index: number | null };

export type WorkerSettings = {
  timeBoxMs: number;
  /** Index of the expression that is being evaluated, or `noExpression`. */
  progress: SharedArrayBuffer;
};

export const noExpression = -1;
