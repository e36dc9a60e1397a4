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
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
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
  /** The only row in the tab order. */
  active: boolean;
  selected: boolean;
  opens: boolean;
};

const PlainRow = <Row extends object>({
  columns,
  row,
  index,
  active,
  selected,
  opens,
}: TableRowProps<Row>) => (
  <tr
    data-index={index}
    aria-rowindex={index + 2}
    tabIndex={active ? 0 : -1}
    className={cn(
      "h-11 border-line border-b last:border-b-0 focus-visible:-outline-offset-2",
      selected ? "bg-sea-tint" : "hover:bg-hover",
      opens && "cursor-pointer",
    )}
  >
    {columns.map(({ id, cell, meta }) => (
      <td key={id} className={cn("px-3.5", meta?.className)}>
        {cell({ row: { original: row } })}
      </td>
    ))}
  </tr>
);

/** Memoised: re-renders only when its own props change. */
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
  /** Called for every visible row. It is not a component and must not use hooks. */
  cell: (context: { row: { original: Row } }) => ReactNode;
  enableSorting?: boolean;
  /** The value to sort by. */
  accessorFn?: (row: Row) => unknown;
  sortFn?: "alphanumeric" | "basic" | "datetime" | "text";
  /** Sorted by the server, by the name of the order; see `serverSort`. */
  serverSort?: string;
  meta?: { className?: string };
  /** Of the heading, for a width that is only known at run time. */
  style?: CSSProperties;
};

export type ServerSort = {
  sort: string;
  direction: "asc" | "desc";
  onSort: (sort: string) => void;
};

type DataTableProps<Row extends object> = {
  label: string;
  /** Columns and rows must be stable between renders. */
  columns: DataColumn<Row>[];
  rows: Row[];
  rowId: (row: Row) => string;
  onOpen?: (row: Row) => void;
  isSelected?: (row: Row) => boolean;
  /** Shortcuts that act on the focused row. */
  rowKeys?: Record<string, (row: Row) => void>;
  /** The order in which the server gives the rows. */
  serverSort?: ServerSort;
  /** Total number of rows, if not all of them are loaded. */
  rowCount?: number | "unknown";
  /** Called when the last loaded rows come near. */
  onEnd?: () => void;
  /** Called when a row is hovered or focused, to load what opening it needs. */
  preload?: () => Promise<unknown>;
  /** Column widths come from their classes instead of the visible rows. */
  fixed?: boolean;
  /** In pixels; a narrower table is scrolled sideways. */
  minWidth?: number | undefined;
  className?: string;
};

/** Number of rows before the end at which `onEnd` is called. */
const endMargin = 20;

/** Takes the space of rows that are not rendered. */
const Spacer = ({ height }: { height: number }) =>
  height > 0 && (
    <tbody aria-hidden="true">
      <tr style={{ height }} />
    </tbody>
  );

const rowIndexOf = (element: Element | null): number | undefined =>
  element instanceof HTMLElement && element.dataset.index ? Number(element.dataset.index) : undefined;

const controls = "a, button, input, select, textarea, label, summary, [role=checkbox], [role=menuitem]";

/** A click on a control inside the row, or one that ends a selection of text, does not open the row. */
const opensRow = (event: MouseEvent): boolean => {
  const target = event.target as Element;
  const control = target.closest(controls);
  if (control && event.currentTarget.contains(control)) return false;
  // A dialog opened from a cell is a child in React, but not in the page.
  return event.currentTarget.contains(target) && document.getSelection()?.isCollapsed !== false;
};

/** Renders only the visible rows. `j` and `k` move the focus, Enter or a click opens the row, `rowKeys` adds shortcuts. */
export const DataTable = <Row extends object>(props: DataTableProps<Row>) => {
  const { label, columns, rows: data, rowId, onOpen, isSelected, rowKeys, onEnd, className } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  // Refs, as keys may be pressed faster than the table renders.
  const focusedIndex = useRef(0);
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
    focusedIndex.current = index;
    setActive(index);
  };
  const focusRow = (index: number) => {
    const next = Math.min(rows.length - 1, Math.max(0, index));
    moveTo(next);
    scrollTo(next);
    cancelAnimationFrame(pendingFocus.current);
    pendingFocus.current = requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`tr[data-index="${next}"]`)?.focus(),
    );
  };
  const hasFocus = () => scroller.current?.contains(document.activeElement) ?? false;
  const moveFocus = (by: number) => focusRow(hasFocus() ? focusedIndex.current + by : focusedIndex.current);
  const onFocusedRow = (action: (row: Row) => void) => () => {
    const row = rows[focusedIndex.current];
    if (row && hasFocus()) action(row.original);
  };
  useShortcuts({
    j: () => moveFocus(1),
    k: () => moveFocus(-1),
    ...Object.fromEntries(Object.entries(rowKeys ?? {}).map(([key, action]) => [key, onFocusedRow(action)])),
  });

  const lastDrawn = items.at(-1)?.index ?? 0;
  const nearsEnd = lastDrawn >= rows.length - endMargin;
  useEffect(() => {
    if (nearsEnd) onEnd?.();
  }, [nearsEnd, onEnd]);

  // A failed load is repeated, and reported, when a row is opened.
  const preload = () => void props.preload?.().catch(() => {});
  const onFocus = (event: FocusEvent) => {
    preload();
    const index = rowIndexOf(event.target.closest("tr"));
    if (index !== undefined) moveTo(index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[rowIndexOf(event.target as Element) ?? -1];
    if (!row) return;
    if (event.key === "Enter") onOpen?.(row.original);
    if (event.key === "ArrowDown") moveFocus(1);
    if (event.key === "ArrowUp") moveFocus(-1);
    if (["Enter", "ArrowDown", "ArrowUp"].includes(event.key)) event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const row = rows[rowIndexOf((event.target as Element).closest("tr")) ?? -1];
    if (row && opensRow(event)) onOpen?.(row.original);
  };

  return (
    // Relative, so that visually hidden content scrolls along instead of extending the page.
    <div ref={scroller} className={cn("relative base:max-h-[70dvh] overflow-auto", className)}>
      <table
        aria-label={label}
        aria-rowcount={rowCount === "unknown" ? -1 : rowCount + 1}
        className={cn("w-full border-collapse text-sm", props.fixed && "table-fixed")}
        style={{ minWidth: props.minWidth }}
      >
        <thead className="sticky top-0 z-10 bg-panel shadow-[inset_0_-1px_0_var(--line)]">
          <tr aria-rowindex={1}>
            {columns.map(({ id, header, meta, style, serverSort: name }) => {
              const column = table.getColumn(id);
              const server = name === undefined ? undefined : props.serverSort;
              const serverDirection = server?.sort === name && server?.direction;
              return (
                <SortableHeading
                  key={id}
                  direction={server ? (serverDirection ?? false) : (column?.getIsSorted() ?? false)}
                  onSort={
                    server && name !== undefined
                      ? () => server.onSort(name)
                      : column?.getCanSort()
                        ? column.getToggleSortingHandler()
                        : undefined
                  }
                  className={meta?.className}
                  style={style}
                >
                  {typeof header === "function" ? header() : header}
                </SortableHeading>
              );
            })}
          </tr>
        </thead>
        <Spacer height={before} />
        <tbody onPointerEnter={preload} onFocus={onFocus} onKeyDown={onKeyDown} onClick={onClick}>
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
                  opens={onOpen !== undefined}
                />
              )
            );
          })}
        </tbody>
        <Spacer height={after} />
      </table>
    </div>
  );
};
