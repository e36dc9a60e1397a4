import { type LucideIcon, SearchX } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { serverMessage } from "#web/lib/api.ts";
import { useCommands } from "#web/lib/commands.ts";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { type DataColumn, DataTable } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { csvLinks, ExportMenu } from "./export-menu.tsx";
import { type AnyLedgerChoice, LedgerFilters } from "./ledger-filters.tsx";

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
  choices: readonly AnyLedgerChoice[];
  filter: Record<string, string | undefined>;
  setFilter: (change: Record<string, string>) => void;
  clearFilter: () => void;
  searchLabel: string;
  onOpen?: (row: Row) => void;
  /** Path of the download; administrators only. */
  exportPath: string;
  empty: { icon: LucideIcon; title: string; text: string };
};

export const LedgerCard = <Row extends { id: string }>(props: LedgerCardProps<Row>) => {
  const { title, caption, columns, pages, choices, filter, setFilter, clearFilter, onOpen, empty } = props;
  const isAdmin = useMay("compliance", "manage");
  const { t, i18n } = useTranslation();
  const { rows, error, hasMore, isLoadingMore, loadMore, refetch } = pages;
  const isFiltered = Object.keys(filter).length > 0;
  const query = new URLSearchParams(filter as Record<string, string>).toString();
  const links = useMemo(
    () => (isAdmin ? csvLinks(props.exportPath, query, i18n.language) : []),
    [isAdmin, props.exportPath, query, i18n.language],
  );
  useCommands(
    useMemo(
      () =>
        links.map(({ id, href }) => ({
          id: `ledger export ${id}`,
          label: `${title}: ${t(`compliance.export.${id}`)}`,
          run: () => location.assign(href),
        })),
      [title, t, links],
    ),
  );
  const more = hasMore && (
    <Button size="sm" disabled={isLoadingMore} onClick={loadMore}>
      {isLoadingMore
        ? t("compliance.log.loadingMore")
        : t(isFiltered && rows?.length === 0 ? "compliance.log.searchOlder" : "compliance.log.more")}
    </Button>
  );
  return (
    <Card
      className="overflow-hidden"
      title={title}
      caption={caption}
      aside={
        isAdmin && (
          <div className="relative">
            <ExportMenu links={links} isFiltered={isFiltered} />
          </div>
        )
      }
    >
      <LedgerFilters
        choices={choices}
        filter={filter}
        searchLabel={props.searchLabel}
        onChange={setFilter}
        onClear={clearFilter}
      />
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
              {more}
            </div>
          </div>
        ) : isFiltered ? (
          <EmptyState
            icon={SearchX}
            title={t(hasMore ? "compliance.log.noMatchSoFar" : "compliance.log.noMatch")}
            text={t("compliance.filter.noMatchText")}
            action={more}
          />
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
