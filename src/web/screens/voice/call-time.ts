import { formatCallDuration } from "#domain/voice/call.ts";
import { formatFixed } from "#web/lib/number-format.ts";

/** Milliseconds since the answer as m:ss. */
export const formatCallTime = (ms: number): string =>
  formatCallDuration(Math.max(0, Math.floor(ms / 1000))) ?? "";

/** Above this the wait is noticed. */
export const slowAnswerMs = 1200;
/** The answer time that calls aim for. */
export const targetAnswerMs = 1000;

export const formatSeconds = (ms: number, number: (value: number) => string): string =>
  formatFixed(ms / 1000, 2, number);
