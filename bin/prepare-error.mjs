/** A failed preparation that the user can fix: the message is shown without a stack. */
export class PrepareError extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
