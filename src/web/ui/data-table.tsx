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
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { cn } from "../lib/cn.ts";
import { useShortcuts } from "../lib/keyboard.ts";
import { SortableHeading } from "./sortable-heading.tsx";

type ColumnLook = { className?: string };

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: {
    alphanumeric: sortFn_alphanumeric,
    basic: sortFn_basic,
    datetime: sortFn_datetime,
    text: sortFn_text,
  },
  columnMeta: {} as ColumnLook,
});

export type DataColumn<Row extends object> = ColumnDef<typeof features, Row, unknown>;

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
  /** Columns keep the width their classes give them, whatever rows come into view. */
  fixed?: boolean;
  className?: string;
};

const rowHeight = 44;
/** This many rows before the last one, the next are asked for. */
const ahead = 20;

/** Holds the place of the rows that are not drawn. */
const Gap = ({ height }: { height: number }) =>
  height > 0 && (
    <tbody aria-hidden="true">
      <tr style={{ height }} />
    </tbody>
  );

/** Draws only the rows in view. `j` and `k` walk through them, Enter opens one, further keys are the user's. */
export const DataTable = <Row extends object>(props: DataTableProps<Row>) => {
  const { label, columns, rows: data, rowId, onOpen, isSelected, rowKeys, onEnd, className } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  // Keys may follow each other faster than the table is drawn, so they go by these.
  const place = useRef(0);
  const pendingFocus = useRef(0);
  const table = useTable({ features, columns, data, getRowId: rowId });
  const { rows } = table.getRowModel();
  const { rowCount = rows.length } = props;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 6,
  });
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);

  const moveTo = (index: number) => {
    place.current = index;
    setActive(index);
  };
  const goTo = (index: number) => {
    const next = Math.min(rows.length - 1, Math.max(0, index));
    moveTo(next);
    virtual.scrollToIndex(next);
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

  const onRowKey = (event: KeyboardEvent, row: Row) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === "Enter") onOpen?.(row);
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
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} aria-rowindex={1}>
              {group.headers.map((header) => (
                <SortableHeading
                  key={header.id}
                  direction={header.column.getIsSorted()}
                  onSort={header.column.getCanSort() ? header.column.getToggleSortingHandler() : undefined}
                  className={header.column.columnDef.meta?.className}
                >
                  <table.FlexRender header={header} />
                </SortableHeading>
              ))}
            </tr>
          ))}
        </thead>
        <Gap height={before} />
        <tbody>
          {items.map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            return (
              <tr
                key={row.id}
                data-index={item.index}
                aria-rowindex={item.index + 2}
                tabIndex={item.index === active ? 0 : -1}
                onFocus={() => moveTo(item.index)}
                onKeyDown={(event) => onRowKey(event, row.original)}
                className={cn(
                  "h-11 border-line border-b last:border-b-0 focus-visible:-outline-offset-2",
                  isSelected?.(row.original) ? "bg-sea-tint" : "hover:bg-hover",
                )}
              >
                {row.getAllCells().map((cell) => (
                  <td key={cell.id} className={cn("px-3.5", cell.column.columnDef.meta?.className)}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
        <Gap height={after} />
      </table>
    </div>
  );
};
