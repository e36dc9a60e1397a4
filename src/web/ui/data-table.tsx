import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_basic,
  sortFn_datetime,
  sortFn_text,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import {
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import { cn } from "#web/lib/cn.ts";
import { useShortcuts } from "#web/lib/keyboard.ts";
import { SortableHeading } from "./sortable-heading.tsx";
import { useVisibleRows } from "./use-visible-rows.ts";

type TableRowProps<Row extends object> = {
  columns: readonly DataColumn<Row>[];
  row: Row;
  index: number;
  /** The one row that the tab key reaches. */
  active: boolean;
  selected: boolean;
};

const PlainRow = <Row extends object>({ columns, row, index, active, selected }: TableRowProps<Row>) => (
  <tr
    data-index={index}
    aria-rowindex={index + 2}
    tabIndex={active ? 0 : -1}
    className={cn(
      "h-11 border-line border-b last:border-b-0 focus-visible:-outline-offset-2",
      selected ? "bg-sea-tint" : "hover:bg-hover",
    )}
  >
    {columns.map(({ id, cell, meta }) => (
      <td key={id} className={cn("px-3.5", meta?.className)}>
        {cell({ row: { original: row } })}
      </td>
    ))}
  </tr>
);

/** Drawn again only when something of its own changed, whatever happens to the table around it. */
const TableRow = memo(PlainRow) as typeof PlainRow;

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: {
    alphanumeric: sortFn_alphanumeric,
    basic: sortFn_basic,
    datetime: sortFn_datetime,
    text: sortFn_text,
  },
});

export type DataColumn<Row extends object> = {
  id: string;
  header: string | (() => ReactNode);
  /** Called for every row in view, so it is no component and uses no hooks. */
  cell: (context: { row: { original: Row } }) => ReactNode;
  enableSorting?: boolean;
  /** What the column is sorted by. */
  accessorFn?: (row: Row) => unknown;
  sortFn?: "alphanumeric" | "basic" | "datetime" | "text";
  meta?: { className?: string };
};

type DataTableProps<Row extends object> = {
  label: string;
  /** Columns and rows must keep their identity between renders. */
  columns: DataColumn<Row>[];
  rows: Row[];
  rowId: (row: Row) => string;
  onOpen?: (row: Row) => void;
  isSelected?: (row: Row) => boolean;
  /** Single keys that act on the row in focus. */
  rowKeys?: Record<string, (row: Row) => void>;
  /** How many rows there are in all, where not all of them are here yet. */
  rowCount?: number | "unknown";
  /** Called when the last rows come near. */
  onEnd?: () => void;
  /** Called when a row is pointed at or in focus: what opening one takes can be fetched. */
  onApproach?: () => Promise<unknown>;
  /** Columns keep the width their classes give them, whatever rows come into view. */
  fixed?: boolean;
  className?: string;
};

/** This many rows before the last one, the next are asked for. */
const ahead = 20;

/** Holds the place of the rows that are not drawn. */
const Gap = ({ height }: { height: number }) =>
  height > 0 && (
    <tbody aria-hidden="true">
      <tr style={{ height }} />
    </tbody>
  );

const indexOf = (element: Element | null): number | undefined =>
  element instanceof HTMLElement && element.dataset.index ? Number(element.dataset.index) : undefined;

/** Draws only the rows in view. `j` and `k` walk through them, Enter opens one, further keys are the user's. */
export const DataTable = <Row extends object>(props: DataTableProps<Row>) => {
  const { label, columns, rows: data, rowId, onOpen, isSelected, rowKeys, onEnd, className } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  // Keys may follow each other faster than the table is drawn, so they go by these.
  const place = useRef(0);
  const pendingFocus = useRef(0);
  const table = useTable({
    features,
    columns: columns as ColumnDef<typeof features, Row, unknown>[],
    data,
    getRowId: rowId,
  });
  const { rows } = table.getRowModel();
  const { rowCount = rows.length } = props;
  const { items, before, after, scrollTo } = useVisibleRows(label, scroller, rows);

  const moveTo = (index: number) => {
    place.current = index;
    setActive(index);
  };
  const goTo = (index: number) => {
    const next = Math.min(rows.length - 1, Math.max(0, index));
    moveTo(next);
    scrollTo(next);
    cancelAnimationFrame(pendingFocus.current);
    pendingFocus.current = requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`tr[data-index="${next}"]`)?.focus(),
    );
  };
  const hasFocus = () => scroller.current?.contains(document.activeElement) ?? false;
  const step = (by: number) => goTo(hasFocus() ? place.current + by : place.current);
  const withActive = (action: (row: Row) => void) => () => {
    const row = rows[place.current];
    if (row && hasFocus()) action(row.original);
  };
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    ...Object.fromEntries(Object.entries(rowKeys ?? {}).map(([key, action]) => [key, withActive(action)])),
  });

  const lastDrawn = items.at(-1)?.index ?? 0;
  const nearsEnd = lastDrawn >= rows.length - ahead;
  useEffect(() => {
    if (nearsEnd) onEnd?.();
  }, [nearsEnd, onEnd]);

  // What cannot be fetched now is asked for again, and told, when a row is opened.
  const approach = () => void props.onApproach?.().catch(() => {});
  const onFocus = (event: FocusEvent) => {
    approach();
    const index = indexOf(event.target.closest("tr"));
    if (index !== undefined) moveTo(index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[indexOf(event.target as Element) ?? -1];
    if (!row) return;
    if (event.key === "Enter") onOpen?.(row.original);
    if (event.key === "ArrowDown") step(1);
    if (event.key === "ArrowUp") step(-1);
    if (["Enter", "ArrowDown", "ArrowUp"].includes(event.key)) event.preventDefault();
  };

  return (
    // Relative, so that what only screen readers see scrolls along instead of making the page longer.
    <div ref={scroller} className={cn("relative base:max-h-[70dvh] overflow-auto", className)}>
      <table
        aria-label={label}
        aria-rowcount={rowCount === "unknown" ? -1 : rowCount + 1}
        className={cn("w-full border-collapse text-sm", props.fixed && "table-fixed")}
      >
        <thead className="sticky top-0 z-10 bg-panel shadow-[inset_0_-1px_0_var(--line)]">
          <tr aria-rowindex={1}>
            {columns.map(({ id, header, meta }) => {
              const column = table.getColumn(id);
              return (
                <SortableHeading
                  key={id}
                  direction={column?.getIsSorted() ?? false}
                  onSort={column?.getCanSort() ? column.getToggleSortingHandler() : undefined}
                  className={meta?.className}
                >
                  {typeof header === "function" ? header() : header}
                </SortableHeading>
              );
            })}
          </tr>
        </thead>
        <Gap height={before} />
        <tbody onPointerEnter={approach} onFocus={onFocus} onKeyDown={onKeyDown}>
          {items.map(({ index }) => {
            const row = rows[index];
            return (
              row && (
                <TableRow
                  key={row.id}
                  columns={columns}
                  row={row.original}
                  index={index}
                  active={index === active}
                  selected={isSelected?.(row.original) ?? false}
                />
              )
            );
          })}
        </tbody>
        <Gap height={after} />
      </table>
    </div>
  );
};
