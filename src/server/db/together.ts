import { errorCode } from "#server/log.ts";

type Answers<T extends readonly unknown[]> = { -readonly [K in keyof T]: Awaited<T[K]> };

/** The transaction had failed before: what is refused for that is not to blame. */
const alreadyFailed = "25P02";

/**
 * Waits for all that a transaction asked for at once, also when some of it failed: what is still under way must not
 * outlive the transaction. Of several failures, the one that caused the others is told.
 */
export const together = async <const T extends readonly unknown[]>(asked: T): Promise<Answers<T>> => {
  const answers = await Promise.allSettled(asked);
  const failures = answers.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
  if (failures.length > 0) throw failures.find((one) => errorCode(one) !== alreadyFailed) ?? failures[0];
  return answers.map((one) => (one.status === "fulfilled" ? one.value : undefined)) as Answers<T>;
};
