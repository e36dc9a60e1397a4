import type { UseQueryResult } from "@tanstack/react-query";

/**
 * True while a query waits for its first answer; false once it answered, failed or is off. What stands below a part of
 * unknown height is rendered after it, so that it does not move.
 */
export const isFirstLoad = ({
  isPending,
  fetchStatus,
  failureCount,
}: Pick<UseQueryResult, "isPending" | "fetchStatus" | "failureCount">): boolean =>
  isPending && fetchStatus === "fetching" && failureCount === 0;
