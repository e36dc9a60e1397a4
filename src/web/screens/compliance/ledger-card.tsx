import { Download, type LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { serverMessage } from "#web/lib/api.ts";
import { useHasRole } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { type DataColumn, DataTable } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type LedgerCardProps<Row extends { id: string }> = {
  title: string;
  caption: string;
  columns: DataColumn<Row>[];
  pages: {
    rows: Row[] | undefined;
    error: Error | null;
    hasMore: boolean;
    isLoadingMore: boolean;
    loadMore: () => void;
    refetch: () => void;
  };
  onOpen?: (row: Row) => void;
  /** Path of the download; administrators only. */
  exportPath: string;
  empty: { icon: LucideIcon; title: string; text: string };
};

export const LedgerCard = <Row extends { id: string }>(props: LedgerCardProps<Row>) => {
  const { title, caption, columns, pages, onOpen, exportPath, empty } = props;
  const isAdmin = useHasRole("admin");
  const { t } = useTranslation();
  const { rows, error, hasMore, isLoadingMore, loadMore, refetch } = pages;
  return (
    <Card
      className="overflow-hidden"
      title={title}
      caption={caption}
      aside={
        isAdmin && (
          <Button size="sm" asChild>
            <a href={exportPath} download>
              <Download aria-hidden="true" />
              {t("compliance.export.csv")}
            </a>
          </Button>
        )
      }
    >
      {rows ? (
        rows.length > 0 ? (
          <div className="-mx-4 -mb-4">
            <DataTable
              label={title}
              columns={columns}
              rows={rows}
              rowId={({ id }) => id}
              {...(onOpen ? { onOpen } : {})}
              className="border-line border-t"
            />
            <div className="flex min-h-12 items-center justify-between gap-3 border-line border-t px-4 py-2">
              <p role="status" className="text-faint text-xs tabular-nums">
                {t("compliance.log.shown", { count: rows.length })}
              </p>
              {hasMore && (
                <Button size="sm" disabled={isLoadingMore} onClick={loadMore}>
                  {t(isLoadingMore ? "compliance.log.loadingMore" : "compliance.log.more")}
                </Button>
              )}
            </div>
          </div>
        ) : (
          <EmptyState {...empty} />
        )
      ) : error ? (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={refetch} />
      ) : (
        <div className="grid gap-3" aria-busy="true">
          {["a", "b", "c", "d", "e"].map((row) => (
            <Skeleton key={row} className="h-8" />
          ))}
        </div>
      )}
    </Card>
  );
};
