import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { SearchX, ShieldCheck } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type AuditLogEntry, complianceApi } from "#contract/compliance.ts";
import { auditEventTypes } from "#domain/audit.ts";
import { callApiPage, serverMessage } from "#web/lib/api.ts";
import { useCommands } from "#web/lib/commands.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { DataTable } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AuditEntryDialog, auditColumns } from "./audit-entry.tsx";
import { AuditFilters, type AuditLogFilter, useAuditFilter } from "./audit-filters.tsx";
import { csvLinks, type ExportLink, ExportMenu } from "./export-menu.tsx";

const useAuditLog = (filter: AuditLogFilter, language: string) =>
  useInfiniteQuery({
    queryKey: [...complianceApi.auditLogs.path.split("/"), "pages", filter, language],
    queryFn: ({ pageParam }) =>
      callApiPage(complianceApi.auditLogs, {
        query: { ...filter, ...(pageParam === undefined ? {} : { before: pageParam }) },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    meta: { topics: complianceApi.auditLogs.topics },
  });

/** The signed lines have the names that are hashed; their search is in the language of the interface. */
const exportLinks = (filter: AuditLogFilter, language: string): ExportLink[] => {
  const { path } = complianceApi.exportAudit;
  const signed = new URLSearchParams({ format: "jsonl", ...filter, language });
  return [
    ...csvLinks(path, new URLSearchParams({ format: "csv", ...filter }).toString(), language),
    { id: "jsonl", href: `${path}?${signed}` },
  ];
};

const useAuditCommands = (
  setFilter: (change: { type: string }) => void,
  links: readonly ExportLink[],
): void => {
  const { t } = useTranslation();
  useCommands(
    useMemo(() => {
      const filters = ["", ...auditEventTypes] as const;
      return [
        ...filters.map((type) => ({
          id: `audit ${type}`,
          label: `${t("compliance.log.title")}: ${t(type === "" ? "compliance.log.all" : `compliance.log.type.${type}`)}`,
          run: () => setFilter({ type }),
        })),
        ...links.map(({ id, href }) => ({
          id: `audit export ${id}`,
          label: `${t("compliance.export.label")}: ${t(`compliance.export.${id}`)}`,
          run: () => location.assign(href),
        })),
      ];
    }, [t, setFilter, links]),
  );
};

const byId = ({ id }: AuditLogEntry) => id;

export const AuditCard = () => {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const isAdmin = useMay("audit", "manage");
  const { filter, setFilter } = useAuditFilter();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useAuditLog(
    filter,
    i18n.language,
  );
  const [openEntry, setOpenEntry] = useState<AuditLogEntry>();
  const columns = useMemo(() => auditColumns(t, format, setOpenEntry), [t, format]);
  const entries = useMemo(() => data?.pages.flatMap((page) => page.rows), [data]);
  const links = useMemo(
    () => (isAdmin ? exportLinks(filter, i18n.language) : []),
    [isAdmin, filter, i18n.language],
  );
  useAuditCommands(setFilter, links);

  const isFiltered = Object.keys(filter).length > 0;
  const loadMore = hasNextPage && (
    <Button size="sm" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {isFetchingNextPage
        ? t("compliance.log.loadingMore")
        : t(isFiltered && entries?.length === 0 ? "compliance.log.searchOlder" : "compliance.log.more")}
    </Button>
  );

  return (
    <Card
      className="px-0 pb-0"
      title={<span className="pl-4">{t("compliance.log.title")}</span>}
      caption={<span className="max-sm:hidden">{t("compliance.log.caption")}</span>}
      aside={
        isAdmin && (
          <div className="relative mr-4">
            <ExportMenu links={links} isFiltered={isFiltered} />
          </div>
        )
      }
    >
      <AuditFilters filter={filter} onChange={setFilter} />
      {entries ? (
        entries.length > 0 ? (
          <>
            <DataTable
              label={t("compliance.log.title")}
              columns={columns}
              rows={entries}
              rowId={byId}
              onOpen={setOpenEntry}
              className="border-line border-t"
            />
            <div className="flex min-h-12 items-center justify-between gap-3 border-line border-t px-4 py-2">
              <p role="status" className="text-faint text-xs tabular-nums">
                {t("compliance.log.shown", { count: entries.length })}
              </p>
              {loadMore}
            </div>
          </>
        ) : isFiltered ? (
          <EmptyState
            icon={SearchX}
            title={t(hasNextPage ? "compliance.log.noMatchSoFar" : "compliance.log.noMatch")}
            text={t("compliance.log.noMatchText")}
            action={loadMore}
          />
        ) : (
          <EmptyState
            icon={ShieldCheck}
            title={t("compliance.log.empty")}
            text={t("compliance.log.emptyText")}
          />
        )
      ) : error ? (
        <div className="p-4 pt-0">
          <ErrorCard
            title={t("compliance.log.failed")}
            detail={serverMessage(error)}
            onRetry={() => void refetch()}
          />
        </div>
      ) : (
        <div className="grid gap-3 p-4 pt-0" aria-busy="true">
          {["a", "b", "c", "d", "e"].map((row) => (
            <Skeleton key={row} className="h-8" />
          ))}
        </div>
      )}
      {openEntry && <AuditEntryDialog entry={openEntry} onClose={() => setOpenEntry(undefined)} />}
    </Card>
  );
};
