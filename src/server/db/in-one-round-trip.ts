import { errorCode } from "./errors.ts";

type Results<T extends readonly unknown[]> = { -readonly [K in keyof T]: Awaited<T[K]> };

/** in_failed_sql_transaction: refused because an earlier statement of the transaction failed. */
const alreadyFailed = "25P02";

/**
 * Waits for statements that were sent together, also when some of them fail: none may outlive its transaction. Of
 * several failures, the one that caused the others is thrown.
 */
export const inOneRoundTrip = async <const T extends readonly unknown[]>(
  statements: T,
): Promise<Results<T>> => {
  const results = await Promise.allSettled(statements);
  const failures = results.flatMap((result) =>
    result.status === "rejected" ? [result.reason as unknown] : [],
  );
  if (failures.length > 0) throw failures.find((error) => errorCode(error) !== alreadyFailed) ?? failures[0];
  return results.map((result) => (result.status === "fulfilled" ? result.value : undefined)) as Results<T>;
};
