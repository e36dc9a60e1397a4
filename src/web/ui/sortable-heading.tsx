import { ArrowDown, ArrowUp } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import { cn } from "#web/lib/cn.ts";

type SortableHeadingProps = {
  direction: false | "asc" | "desc";
  onSort: ((event: unknown) => void) | undefined;
  className: string | undefined;
  style?: CSSProperties | undefined;
  children: ReactNode;
};

const ariaSort = { asc: "ascending", desc: "descending" } as const;

export const SortableHeading = ({ direction, onSort, className, style, children }: SortableHeadingProps) => {
  const Arrow = direction === "desc" ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      {...(direction ? { "aria-sort": ariaSort[direction] } : {})}
      style={style}
      className={cn("h-9 px-3.5 text-left font-[560] text-[11.5px] text-faint", className)}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className="-mx-1 inline-flex items-center gap-1 rounded px-1 [text-align:inherit] hover:text-ink"
        >
          {children}
          <Arrow aria-hidden="true" className={cn("size-3", !direction && "invisible")} />
        </button>
      ) : (
        children
      )}
    </th>
  );
};
