import { SearchX, UsersRound } from "lucide-react";
import { lazy, Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { PersonListItem } from "#contract/people.ts";
import { personTypes } from "#domain/person.ts";
import { serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useCommands } from "#web/lib/commands.ts";
import { useFormat } from "#web/lib/format.ts";
import { useHasRole } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { DataTable } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { peopleColumns } from "./people-columns.tsx";
import { SelectionProvider, useSelection } from "./selection.tsx";
import { PeopleToolbar } from "./toolbar.tsx";
import { usePeople, usePeopleFilters } from "./use-people.ts";

const skeletonRows = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

const TableSkeleton = () => (
  <Card className="p-0">
    <div aria-busy="true" className="divide-y divide-line">
      {skeletonRows.map((row) => (
        <div key={row} className="flex h-11 items-center gap-4 px-3.5">
          <Skeleton className="size-7 rounded-full" />
          <Skeleton className="w-40" />
          <Skeleton className="ml-auto w-24 max-sm:hidden" />
          <Skeleton className="w-20" />
        </div>
      ))}
    </div>
  </Card>
);

// Most visits open no person, so the dialog code is loaded when a row is hovered or focused.
const loadPersonDialog = async () => ({ default: (await import("./person/person-dialog.tsx")).PersonDialog });
const PersonDialog = lazy(loadPersonDialog);
const BulkProgress = lazy(async () => ({ default: (await import("./bulk-progress.tsx")).BulkProgress }));
const BulkBar = lazy(async () => ({ default: (await import("./bulk-bar.tsx")).BulkBar }));

const byId = ({ id }: PersonListItem) => id;
const noRows: PersonListItem[] = [];
const newPerson = "new";

const PeopleScreen = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const mayChange = useHasRole("operator");
  const { filters, order, setSort, personId, bulkId, setFilters, clearFilters, openPerson } =
    usePeopleFilters();
  const { rows, total, totalIs, error, isPlaceholderData, loadMore, refetch } = usePeople(filters, order);
  const selection = useSelection(rows ?? noRows);
  const columns = useMemo(
    () => peopleColumns(t, mayChange, ({ id }) => openPerson(id)),
    [t, mayChange, openPerson],
  );
  const hasSelection = selection.ids.length > 0;
  const isFiltered = Object.values(filters).some(Boolean);
  const closePerson = () => openPerson(undefined);
  const rowKeys: Record<string, (row: PersonListItem) => void> = {
    e: ({ id }) => openPerson(id),
    ...(mayChange ? { x: ({ id }: PersonListItem) => selection.toggle(id) } : {}),
  };

  useCommands(
    useMemo(
      () => [
        ...(mayChange
          ? [{ id: "people add", label: t("people.add"), run: () => openPerson(newPerson) }]
          : []),
        ...personTypes.map((type) => ({
          id: `people ${type}`,
          label: t(`people.only.${type}`),
          run: () => setFilters({ type }),
        })),
        { id: "people all", label: t("people.clearFilters"), run: clearFilters },
      ],
      [t, mayChange, openPerson, setFilters, clearFilters],
    ),
  );

  const countText =
    total === undefined
      ? undefined
      : t(totalIs === "at_least" ? "people.atLeast" : "people.count", {
          count: total,
          shown: format.number(total),
        });

  const addButton = mayChange && (
    <Button variant="primary" onClick={() => openPerson(newPerson)}>
      {t("people.add")}
    </Button>
  );

  return (
    <SelectionProvider value={selection}>
      <PeopleToolbar
        filters={filters}
        setFilters={setFilters}
        order={order}
        setSort={setSort}
        countText={countText}
        onAdd={() => openPerson(newPerson)}
      />
      {error && !rows ? (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      ) : !rows ? (
        <TableSkeleton />
      ) : rows.length > 0 ? (
        <Card className="overflow-hidden p-0">
          <div aria-busy={isPlaceholderData} className={isPlaceholderData ? "opacity-60" : undefined}>
            <DataTable
              key={JSON.stringify([filters, order])}
              label={t("screen.people.full")}
              columns={columns}
              rows={rows}
              rowId={byId}
              rowCount={totalIs === "exact" && total !== undefined ? total : "unknown"}
              onOpen={({ id }) => openPerson(id)}
              isSelected={({ id }) => selection.has(id)}
              rowKeys={rowKeys}
              serverSort={{ ...order, onSort: setSort }}
              onEnd={loadMore}
              preload={loadPersonDialog}
              fixed
              className={cn("max-h-[max(420px,calc(100dvh-166px))]", hasSelection && "sm:mb-15")}
            />
          </div>
        </Card>
      ) : (
        <Card>
          {isFiltered ? (
            <EmptyState
              icon={SearchX}
              title={t("people.noMatch")}
              text={t("people.noMatchText")}
              action={<Button onClick={clearFilters}>{t("people.clearFilters")}</Button>}
            />
          ) : (
            <EmptyState
              icon={UsersRound}
              title={t("empty.people.title")}
              text={t("empty.people.text")}
              action={addButton}
            />
          )}
        </Card>
      )}
      <Suspense fallback={null}>
        {hasSelection ? (
          <BulkBar
            selection={selection}
            filters={filters}
            total={total}
            totalIs={totalIs}
            onStarted={(id) => setFilters({ bulk: id })}
          />
        ) : (
          mayChange &&
          bulkId && <BulkProgress key={bulkId} id={bulkId} onClose={() => setFilters({ bulk: undefined })} />
        )}
      </Suspense>
      <Suspense fallback={null}>
        {personId && (
          <PersonDialog
            key={personId}
            id={personId === newPerson ? undefined : personId}
            onClose={closePerson}
          />
        )}
      </Suspense>
    </SelectionProvider>
  );
};

export default PeopleScreen;
