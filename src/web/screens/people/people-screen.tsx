import { SearchX, UsersRound } from "lucide-react";
import { lazy, Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { PersonRow } from "#contract/people.ts";
import { personTypes } from "#domain/person.ts";
import { serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useCommands } from "#web/lib/commands.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { DataTable } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { peopleColumns } from "./people-columns.tsx";
import { SelectionProvider, useSelection } from "./selection.tsx";
import { TableSkeleton } from "./table-skeleton.tsx";
import { Toolbar } from "./toolbar.tsx";
import { useFilters } from "./use-filters.ts";
import { usePeople } from "./use-people.ts";

// Most visits open nobody, so the dialog's code comes when a row is approached.
const loadPersonDialog = async () => ({ default: (await import("./person-dialog.tsx")).PersonDialog });
const PersonDialog = lazy(loadPersonDialog);
const BulkBar = lazy(async () => ({ default: (await import("./bulk-bar.tsx")).BulkBar }));

const byId = ({ id }: PersonRow) => id;
const nobody: PersonRow[] = [];
const newPerson = "new";

const PeopleScreen = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const mayChange = useMay("operator");
  const { filters, person, set, clear, open } = useFilters();
  const { rows, total, totalIs, error, isPlaceholderData, readOn, refetch } = usePeople(filters);
  const selection = useSelection(rows ?? nobody);
  const columns = useMemo(() => peopleColumns(t, mayChange, ({ id }) => open(id)), [t, mayChange, open]);
  const selecting = selection.ids.length > 0;
  const filtered = Object.values(filters).some(Boolean);
  const close = () => open(undefined);
  const rowKeys: Record<string, (row: PersonRow) => void> = {
    e: ({ id }) => open(id),
    ...(mayChange ? { x: ({ id }: PersonRow) => selection.toggle(id) } : {}),
  };

  useCommands(
    useMemo(
      () => [
        ...(mayChange ? [{ id: "people add", label: t("people.add"), run: () => open(newPerson) }] : []),
        ...personTypes.map((type) => ({
          id: `people ${type}`,
          label: t(`people.only.${type}`),
          run: () => set({ type }),
        })),
        { id: "people all", label: t("people.clearFilters"), run: clear },
      ],
      [t, mayChange, open, set, clear],
    ),
  );

  const count =
    total === undefined
      ? undefined
      : t(totalIs === "at_least" ? "people.atLeast" : "people.count", {
          count: total,
          shown: format.number(total),
        });

  const add = mayChange && (
    <Button variant="primary" onClick={() => open(newPerson)}>
      {t("people.add")}
    </Button>
  );

  return (
    <SelectionProvider value={selection}>
      <Toolbar filters={filters} set={set} count={count} onAdd={() => open(newPerson)} />
      {error && !rows ? (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      ) : !rows ? (
        <TableSkeleton />
      ) : rows.length > 0 ? (
        <Card className="overflow-hidden p-0">
          <div aria-busy={isPlaceholderData} className={isPlaceholderData ? "opacity-60" : undefined}>
            <DataTable
              key={JSON.stringify(filters)}
              label={t("screen.people.full")}
              columns={columns}
              rows={rows}
              rowId={byId}
              rowCount={totalIs === "exact" && total !== undefined ? total : "unknown"}
              onOpen={({ id }) => open(id)}
              isSelected={({ id }) => selection.has(id)}
              rowKeys={rowKeys}
              onEnd={readOn}
              preload={loadPersonDialog}
              fixed
              className={cn("max-h-[max(420px,calc(100dvh-166px))]", selecting && "sm:mb-15")}
            />
          </div>
        </Card>
      ) : (
        <Card>
          {filtered ? (
            <EmptyState
              icon={SearchX}
              title={t("people.noMatch")}
              text={t("people.noMatchText")}
              action={<Button onClick={clear}>{t("people.clearFilters")}</Button>}
            />
          ) : (
            <EmptyState
              icon={UsersRound}
              title={t("empty.people.title")}
              text={t("empty.people.text")}
              action={add}
            />
          )}
        </Card>
      )}
      <Suspense fallback={null}>
        {selecting && <BulkBar ids={selection.ids} onDone={selection.clear} />}
      </Suspense>
      <Suspense fallback={null}>
        {person && (
          <PersonDialog key={person} id={person === newPerson ? undefined : person} onClose={close} />
        )}
      </Suspense>
    </SelectionProvider>
  );
};

export default PeopleScreen;
