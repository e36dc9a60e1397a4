import type { DataColumn } from "#web/ui/data-table.tsx";
import { PersonLink } from "./person-link.tsx";

type PersonEntry = { personId: string | null; personName: string | null; createdAt: string };

type PersonColumnProps<Row> = {
  header: string;
  dateTime: (instant: string) => string;
  /** Shown for an entry without a person. */
  fallback?: string;
  /** Further facts for the narrowest screens, which have no column for them. */
  narrow?: (row: Row) => string;
  className: string;
};

/** The person of an entry; on the narrowest screens also its time. */
export const personColumn = <Row extends PersonEntry>(props: PersonColumnProps<Row>): DataColumn<Row> => {
  const { header, dateTime, fallback, narrow, className } = props;
  return {
    id: "person",
    header,
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <>
        <PersonLink
          id={original.personId}
          name={original.personName}
          {...(fallback === undefined ? {} : { fallback })}
        />
        <span className="block truncate pb-1.5 text-faint text-xs leading-[15px] sm:hidden">
          {[narrow?.(original), dateTime(original.createdAt)].filter(Boolean).join(" · ")}
        </span>
      </>
    ),
    meta: { className },
  };
};
