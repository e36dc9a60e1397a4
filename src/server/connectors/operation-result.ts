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
  /** Of the vendor's answer, where it sent one. */
  status?: number;
};
export type OperationResult<T> = { ok: true; value: T } | { ok: false; error: OperationError };

/** Whether the vendor says that what was asked for does not exist any more; any other refusal proves nothing. */
export const isGone = ({ kind, status }: OperationError): boolean =>
  kind === "invalid" && (status === 404 || status === 410);
