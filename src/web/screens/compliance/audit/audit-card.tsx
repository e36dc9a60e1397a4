import { SearchX, ShieldCheck } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AuditEntry } from "#contract/compliance.ts";
import { serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { DataTable } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { auditColumns } from "./audit-columns.tsx";
import { AuditEntryDialog } from "./audit-entry-dialog.tsx";
import { AuditFilters } from "./audit-filters.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { useAuditFilter, useAuditLog } from "./use-audit.ts";
import { useAuditCommands } from "./use-audit-commands.ts";

const byId = ({ id }: AuditEntry) => id;

export const AuditCard = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const isAdmin = useMay("admin");
  const { filter, setFilter } = useAuditFilter();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useAuditLog(filter);
  const [openEntry, setOpenEntry] = useState<AuditEntry>();
  const columns = useMemo(() => auditColumns(t, format, setOpenEntry), [t, format]);
  const entries = useMemo(() => data?.pages.flatMap((page) => page.entries), [data]);
  useAuditCommands(filter, setFilter, isAdmin);

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
            <ExportMenu filter={filter} />
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
