import { memo } from "react";
import { cn } from "#web/lib/cn.ts";
import type { DataColumn } from "./data-table.tsx";

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
export const TableRow = memo(PlainRow) as typeof PlainRow;
