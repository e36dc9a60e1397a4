import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { AudienceField } from "#contract/audiences.ts";
import type { PersonListItem } from "#contract/people.ts";
import { cn } from "#web/lib/cn.ts";
import { useHasAllRecords } from "#web/lib/session.ts";
import { useMedia } from "#web/lib/use-media.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { DataTable, type ServerSort } from "#web/ui/data-table.tsx";
import { CellEditingProvider, focusFirstCell } from "./editable-cell.tsx";
import { type OwnerChoice, peopleColumns } from "./people-columns.tsx";
import type { Selection } from "./selection.tsx";
import type { ChangePerson } from "./use-person-change.ts";

type PeopleTableProps = {
  rows: PersonListItem[];
  rowCount: number | "unknown";
  chosenColumns: readonly string[];
  customFields: ReadonlyMap<string, AudienceField>;
  colleagues: readonly OwnerChoice[] | undefined;
  selection: Selection;
  mayChange: boolean;
  serverSort: ServerSort;
  onPage: (id: string) => void;
  onEdit: (id: string) => void;
  onWhy: ((person: PersonListItem) => void) | undefined;
  onChange: ChangePerson;
  onEnd: () => void;
  preload: () => Promise<unknown>;
};

const byId = ({ id }: PersonListItem) => id;

/** The list of people as a table whose cells can be edited. */
export const PeopleTable = (props: PeopleTableProps) => {
  const { chosenColumns, customFields, colleagues, selection, mayChange, onPage, onEdit, onWhy, onChange } =
    props;
  const { t } = useTranslation();
  const maySelect = useHasAllRecords() && mayChange;
  const wording = useWording();
  // A double click needs a mouse; a finger opens the person.
  const isPrecise = useMedia("(pointer: fine)");
  const { columns, minWidth } = useMemo(
    () =>
      peopleColumns(chosenColumns, {
        wording,
        maySelect,
        colleagues,
        customFields,
        onPage: ({ id }) => onPage(id),
        onEdit: ({ id }) => onEdit(id),
        onWhy,
      }),
    [chosenColumns, wording, maySelect, colleagues, customFields, onPage, onEdit, onWhy],
  );
  const editFocused = () => focusFirstCell(document.activeElement?.closest("tr"));
  const rowKeys: Record<string, (row: PersonListItem) => void> = {
    e: ({ id }) => onEdit(id),
    ...(maySelect ? { x: ({ id }: PersonListItem) => selection.toggle(id) } : {}),
    ...(mayChange ? { F2: editFocused, ArrowRight: editFocused } : {}),
  };
  return (
    <CellEditingProvider value={mayChange && isPrecise ? onChange : undefined}>
      <DataTable
        label={t("screen.people.full")}
        columns={columns}
        rows={props.rows}
        rowId={byId}
        rowCount={props.rowCount}
        onOpen={({ id }) => onPage(id)}
        isSelected={({ id }) => selection.has(id)}
        rowKeys={rowKeys}
        serverSort={props.serverSort}
        onEnd={props.onEnd}
        preload={props.preload}
        fixed
        minWidth={minWidth}
        className={cn("max-h-[max(420px,calc(100dvh-206px))]", selection.ids.length > 0 && "sm:mb-15")}
      />
    </CellEditingProvider>
  );
};
