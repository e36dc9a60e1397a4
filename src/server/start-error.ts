/** A start that cannot go on for a reason a person can mend: the message is shown alone, without a stack. */
export class StartError extends Error {
  override name = "StartError";
}
