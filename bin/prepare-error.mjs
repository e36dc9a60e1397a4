/** A preparation that cannot go on for a reason a person can mend: the message is shown alone. */
export class PrepareError extends Error {}
