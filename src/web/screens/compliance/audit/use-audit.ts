import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useSearchParams } from "wouter";
import { auditFilters, compliance } from "#contract/compliance.ts";
import { callApi } from "#web/lib/api.ts";

type AuditType = (typeof auditFilters)[number];
export type AuditFilter = { type?: AuditType; search?: string };

/** The filter lives in the address, so that a view of the log can be shared. */
export const useAuditFilter = () => {
  const [params, setParams] = useSearchParams();
  const type = auditFilters.find((each) => each === params.get("type"));
  const search = params.get("q")?.trim().slice(0, 200) ?? "";
  const filter = useMemo<AuditFilter>(
    () => ({ ...(type ? { type } : {}), ...(search ? { search } : {}) }),
    [type, search],
  );
  const setFilter = useCallback(
    (change: { type?: string; q?: string }) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(change)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  return { filter, setFilter };
};

export const useAudit = (filter: AuditFilter) =>
  useInfiniteQuery({
    queryKey: [...compliance.auditLogs.path.split("/"), "pages", filter],
    queryFn: ({ pageParam }) =>
      callApi(compliance.auditLogs, {
        query: { ...filter, ...(pageParam === undefined ? {} : { before: pageParam }) },
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ nextBefore }) => nextBefore ?? undefined,
    placeholderData: keepPreviousData,
    meta: { topics: compliance.auditLogs.topics },
  });

export const exportAddress = (format: "csv" | "jsonl", filter: AuditFilter): string =>
  `${compliance.exportAudit.path}?${new URLSearchParams({ format, ...filter })}`;
