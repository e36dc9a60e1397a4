/** One payload as JSON text, and what is asked of it. */
export type WorkerTask = { text: string; expressions: string[]; maxSize: number };
export type WorkerRequest = { batch: number; tasks: WorkerTask[] };

export type ExpressionResult =
  | { ok: true; value: unknown }
  | { ok: false; slow: true }
  | { ok: false; slow: false; detail: string };

/** Outcomes of a batch, expression by expression in order, in as many parts as it takes. */
export type WorkerReply = { batch: number; from: number; outcomes: ExpressionResult[] };

export type WorkerSettings = {
  timeBoxMs: number;
  /** Which expression of the batch is being worked on; -1 while none is. */
  progress: SharedArrayBuffer;
};
