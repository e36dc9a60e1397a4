import { SearchX, Upload, UsersRound } from "lucide-react";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import type { PersonListItem } from "#contract/people.ts";
import type { Audience } from "#domain/audience/audience.ts";
import { viewShapes } from "#domain/audience/view.ts";
import { personTypes } from "#domain/person.ts";
import { AudienceChips } from "#web/components/audience/audience-chips.tsx";
import { FilterButton } from "#web/components/audience/filter-button.tsx";
import { useAudienceFields } from "#web/components/audience/use-audience.ts";
import { ExportButton } from "#web/components/export/export-button.tsx";
import type { SelectedPerson } from "#web/components/person/person-picker.tsx";
import { serverMessage } from "#web/lib/api.ts";
import { useCommands } from "#web/lib/commands.ts";
import { useFormat } from "#web/lib/format.ts";
import { personName } from "#web/lib/person-name.ts";
import { useHasAllRecords, useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { narrowToArea, narrowToElsewhere } from "./area-counts.ts";
import { customColumnPrefix } from "./column-list.ts";
import { ColumnsMenu } from "./columns-menu.tsx";
import { exportedColumns, exportedPeople } from "./export-source.ts";
import { importStartPath } from "./import/import-path.ts";
import { personPagePath } from "./page/person-page-path.ts";
import { PeopleTable } from "./people-table.tsx";
import { RecentBatches } from "./recent-batches.tsx";
import { SelectionProvider, useSelection } from "./selection.tsx";
import { PeopleToolbar } from "./toolbar.tsx";
import { usePeople, usePeopleFilters } from "./use-people.ts";
import { usePeopleView } from "./use-people-view.ts";
import { useChangePerson } from "./use-person-change.ts";
import { ViewsBar } from "./views-bar.tsx";

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
const PeopleMap = lazy(async () => ({ default: (await import("./people-map.tsx")).PeopleMap }));
const Board = lazy(async () => ({ default: (await import("./board.tsx")).Board }));
const WhyDialog = lazy(async () => ({
  default: (await import("#web/components/audience/why-dialog.tsx")).WhyDialog,
}));

const noRows: PersonListItem[] = [];
const newPerson = "new";
const noFilters = { search: undefined, type: undefined, status: undefined, tag: undefined };

const PeopleScreen = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const mayChange = useMay("people", "work");
  const mayImport = useHasAllRecords() && mayChange;
  const { params, filters, personId, bulkId, setFilters, openPerson } = usePeopleFilters();
  const peopleView = usePeopleView(params, setFilters);
  const { state, source, isMissing, isReady, viewsError, refetchViews, change, setSort } = peopleView;
  const { audience, order, columns, shape } = state;
  const isBoard = shape === "board";
  const isMap = shape === "map";
  const { rows, total, totalIs, isReadable, error, isPlaceholderData, loadMore, refetch } = usePeople(
    filters,
    source,
    order,
    { enabled: isReady },
  );
  const selection = useSelection(isBoard || isMap ? noRows : (rows ?? noRows));
  const changePerson = useChangePerson();
  const [isFilterOpen, setFilterOpen] = useState(false);
  const [why, setWhy] = useState<{ person: SelectedPerson | undefined }>();
  const { fields } = useAudienceFields();
  const customFields = useMemo(
    () => new Map([...(fields ?? [])].filter(([id]) => id.startsWith(customColumnPrefix))),
    [fields],
  );
  // The users that an owner is chosen from are those that a filter may name.
  const colleagues = useMemo(
    () =>
      fields
        ?.get("owner")
        ?.choices?.flatMap(({ value, label }) => (label === null ? [] : [{ id: value, name: label }])),
    [fields],
  );
  const hasSelection = selection.ids.length > 0;
  const isFiltered = audience !== undefined || Object.values(filters).some(Boolean);
  const closePerson = () => openPerson(undefined);
  const setAudience = useCallback((next: Audience | undefined) => change({ audience: next }), [change]);
  /** A number of the map leads to its people. */
  const listArea = useCallback(
    (code: string) => change({ shape: "list", audience: narrowToArea(audience, code) }),
    [change, audience],
  );
  const listElsewhere = useCallback(
    () => change({ shape: "list", audience: narrowToElsewhere(audience) }),
    [change, audience],
  );
  const clearFilters = useCallback(() => {
    setFilters(noFilters);
    change({ audience: undefined });
  }, [setFilters, change]);
  const askWhy = useCallback(
    (person: PersonListItem) =>
      setWhy({ person: { id: person.id, name: personName(person, t("people.unnamed")) } }),
    [t],
  );
  const onWhy = audience ? askWhy : undefined;
  const [, navigate] = useLocation();
  const pagePath = useCallback(
    (id: string) => personPagePath(id, { ...filters, ...source, ...order }),
    [filters, source, order],
  );
  const openPage = useCallback((id: string) => navigate(pagePath(id)), [navigate, pagePath]);

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
    total === undefined || !isReady
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

  const list = () => {
    if (isMissing || state.isBroken)
      return (
        <Card>
          <EmptyState
            icon={SearchX}
            title={t(isMissing ? "people.views.missing" : "people.filter.broken")}
            text={t(isMissing ? "people.views.missingText" : "people.filter.brokenText")}
            action={
              <Button onClick={() => setFilters({ view: undefined, where: undefined })}>
                {t("people.views.showAll")}
              </Button>
            }
          />
        </Card>
      );
    const failure = error ?? (isReady ? null : viewsError);
    if (failure && !rows)
      return (
        <ErrorCard
          title={t("error.load")}
          detail={serverMessage(failure)}
          onRetry={() => void (isReady ? refetch() : refetchViews())}
        />
      );
    if (!rows || !isReady) return <TableSkeleton />;
    if (isBoard && (rows.length > 0 || isFiltered))
      return (
        <Suspense fallback={<TableSkeleton />}>
          <Board
            filters={filters}
            source={source}
            order={order}
            mayChange={mayChange}
            onPage={({ id }) => openPage(id)}
            onEdit={({ id }) => openPerson(id)}
            onWhy={onWhy}
            onChange={changePerson}
          />
        </Suspense>
      );
    if (isMap && (rows.length > 0 || isFiltered))
      return (
        <Suspense fallback={<TableSkeleton />}>
          <PeopleMap filters={filters} source={source} onArea={listArea} onElsewhere={listElsewhere} />
        </Suspense>
      );
    if (rows.length > 0)
      return (
        <Card className="overflow-hidden p-0">
          <div aria-busy={isPlaceholderData} className={isPlaceholderData ? "opacity-60" : undefined}>
            <PeopleTable
              key={JSON.stringify([filters, audience, order])}
              rows={rows}
              rowCount={totalIs === "exact" && total !== undefined ? total : "unknown"}
              chosenColumns={columns}
              customFields={customFields}
              colleagues={colleagues}
              selection={selection}
              mayChange={mayChange}
              serverSort={{ ...order, onSort: setSort }}
              onPage={openPage}
              onEdit={openPerson}
              onWhy={onWhy}
              onChange={changePerson}
              onEnd={loadMore}
              preload={loadPersonDialog}
            />
          </div>
        </Card>
      );
    return (
      <Card>
        {isFiltered ? (
          <EmptyState
            icon={SearchX}
            title={t("people.noMatch")}
            text={!isReadable ? t("audience.brokenView") : t("people.noMatchText")}
            action={<Button onClick={clearFilters}>{t("people.clearFilters")}</Button>}
          />
        ) : (
          <EmptyState
            icon={UsersRound}
            title={t("empty.people.title")}
            text={t("empty.people.text")}
            action={
              mayImport ? (
                <div className="flex flex-wrap justify-center gap-2">
                  {addButton}
                  <Button asChild>
                    <Link href={importStartPath}>
                      <Upload aria-hidden="true" />
                      {t("import.button")}
                    </Link>
                  </Button>
                </div>
              ) : (
                addButton
              )
            }
          />
        )}
      </Card>
    );
  };

  return (
    <SelectionProvider value={selection}>
      <ViewsBar peopleView={peopleView} onWhy={audience ? () => setWhy({ person: undefined }) : undefined}>
        <SegmentedControl
          label={t("people.shape.label")}
          options={viewShapes.map((id) => ({ id, label: t(`people.shape.${id}`) }))}
          value={shape}
          onChange={(next) => change({ shape: next })}
        />
        {shape === "list" && (
          <ColumnsMenu
            columns={columns}
            customFields={customFields}
            onChange={(next) => change({ columns: next })}
          />
        )}
      </ViewsBar>
      <PeopleToolbar
        filters={filters}
        setFilters={setFilters}
        order={isMap ? undefined : order}
        setSort={setSort}
        countText={countText}
        exportButton={
          <ExportButton
            people={exportedPeople(filters, { view: source.view, audience })}
            columns={exportedColumns(columns)}
            count={total}
            isAtLeast={totalIs === "at_least"}
          />
        }
        historyButton={<RecentBatches colleagues={colleagues} />}
        filterButton={
          <FilterButton
            audience={audience}
            isOpen={isFilterOpen}
            onOpenChange={setFilterOpen}
            onChange={setAudience}
          />
        }
        onAdd={() => openPerson(newPerson)}
      />
      {audience && fields && (
        <div className="flex min-w-0 flex-wrap items-center gap-1.5">
          <AudienceChips
            audience={audience}
            fields={fields}
            onChange={setAudience}
            onOpen={() => setFilterOpen(true)}
          />
        </div>
      )}
      {list()}
      <Suspense fallback={null}>
        {hasSelection ? (
          <BulkBar
            selection={selection}
            // The filter itself and not the view that it is saved as, which may change meanwhile.
            listed={exportedPeople(filters, { view: undefined, audience })}
            columns={exportedColumns(columns)}
            colleagues={colleagues}
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
            pagePath={personId === newPerson ? undefined : pagePath(personId)}
            onClose={closePerson}
          />
        )}
        {why && audience && (
          <WhyDialog audience={audience} person={why.person} onClose={() => setWhy(undefined)} />
        )}
      </Suspense>
    </SelectionProvider>
  );
};

export default PeopleScreen;
