/** A start-up failure that the operator can fix: only the message is shown, without a stack trace. */
export class StartError extends Error {
  override name = "StartError";
}
