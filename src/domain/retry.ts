/** How often something that failed is tried again, and how long it waits each time. */
export type RetryPolicy = {
  /** Attempts in all, the first one included. */
  maxAttempts: number;
  firstDelayMs: number;
  /** Each wait is this many times the one before it. */
  factor: number;
  maxDelayMs: number;
};

const seconds = 1000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** Every retry policy of the product. */
export const retryPolicies = {
  /** A message that its vendor could not take for now. */
  send: { maxAttempts: 6, firstDelayMs: 5 * seconds, factor: 3, maxDelayMs: hours },
  /** An API or a mailbox that could not be read; its endpoint is tried until an operator switches it off. */
  pull: { maxAttempts: Number.POSITIVE_INFINITY, firstDelayMs: minutes, factor: 2, maxDelayMs: 6 * hours },
  /** One operation of a vendor, repeated at once; what fails for longer is left to the policy of its caller. */
  vendorOperation: { maxAttempts: 4, firstDelayMs: 500, factor: 3, maxDelayMs: 10 * seconds },
  /** The sync of people with a vendor; after the last attempt it is paused. */
  sync: { maxAttempts: 6, firstDelayMs: 30 * seconds, factor: 3, maxDelayMs: hours },
  /** What was accepted from a vendor or waits to be sent to one: for about two days. */
  integration: { maxAttempts: 50, firstDelayMs: 5 * seconds, factor: 3, maxDelayMs: hours },
  /** A background job. */
  job: { maxAttempts: 4, firstDelayMs: 5 * seconds, factor: 2, maxDelayMs: minutes },
  /** A job that its schedule repeats soon anyway. */
  scheduledJob: { maxAttempts: 2, firstDelayMs: 5 * seconds, factor: 2, maxDelayMs: 5 * seconds },
  /** The deletion of recordings at a vendor: for about two days, because only the vendor can make it happen. */
  recordingDeletion: { maxAttempts: 10, firstDelayMs: minutes, factor: 3, maxDelayMs: 12 * hours },
  /** An opt-out that was spoken in a call, while the database does not answer. */
  optOut: { maxAttempts: 200, firstDelayMs: 200, factor: 2, maxDelayMs: 10 * seconds },
  /** A model that could not answer a step of a sequence; the time of the step limits how often. */
  aiStep: { maxAttempts: Number.POSITIVE_INFINITY, firstDelayMs: minutes, factor: 4, maxDelayMs: hours },
  /** A message that could not be worked off, before an operator is asked to read it. */
  inboundMessage: { maxAttempts: 8, firstDelayMs: 500, factor: 3, maxDelayMs: minutes },
  /** What was said in a call, while the database does not answer. */
  callRecord: { maxAttempts: 60, firstDelayMs: 200, factor: 2, maxDelayMs: 5 * seconds },
  /** The connection that listens for notifications of the database. */
  reconnect: { maxAttempts: Number.POSITIVE_INFINITY, firstDelayMs: 100, factor: 2, maxDelayMs: 5 * seconds },
  /** A notification for a device, whose push service does not take it for now; within the hour in which it counts. */
  push: { maxAttempts: 6, firstDelayMs: 10 * seconds, factor: 3, maxDelayMs: 20 * minutes },
  /** A transaction that the database ended because of a deadlock. */
  deadlock: { maxAttempts: 5, firstDelayMs: 20, factor: 2, maxDelayMs: 200 },
} as const satisfies Record<string, RetryPolicy>;

/** The wait after that many failed attempts; 1 is the first. */
export const retryDelayMs = (policy: RetryPolicy, failures: number): number =>
  Math.min(policy.maxDelayMs, policy.firstDelayMs * policy.factor ** (Math.max(1, failures) - 1));

export const mayRetry = (policy: RetryPolicy, failures: number): boolean => failures < policy.maxAttempts;
