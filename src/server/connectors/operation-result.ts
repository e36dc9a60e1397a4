import type { LocalizedText } from "./test-result.ts";

/** `auth`: only an operator can help. `rate`, `transient`: later. `invalid`: this request never succeeds. */
export type OperationErrorKind = "auth" | "rate" | "transient" | "invalid";
export type OperationError = {
  kind: OperationErrorKind;
  message: LocalizedText;
  /** What the vendor asked for; absent where it named no time. */
  retryAfterMs?: number;
  /** Whether the vendor may have done what was asked. */
  mayHaveHappened: boolean;
};
export type OperationResult<T> = { ok: true; value: T } | { ok: false; error: OperationError };
