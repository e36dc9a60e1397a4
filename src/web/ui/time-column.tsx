import type { DataColumn } from "./data-table.tsx";

/** The time of creation; hidden on the narrowest screens. */
export const timeColumn = <Row extends { createdAt: string }>(
  header: string,
  dateTime: (instant: string) => string,
): DataColumn<Row> => ({
  id: "at",
  header,
  enableSorting: false,
  cell: ({ row: { original } }) => (
    <time dateTime={original.createdAt} className="whitespace-nowrap text-soft">
      {dateTime(original.createdAt)}
    </time>
  ),
  meta: { className: "hidden sm:table-cell" },
});
