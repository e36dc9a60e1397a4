import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const rows = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

export const TableSkeleton = () => (
  <Card className="p-0">
    <div aria-busy="true" className="divide-y divide-line">
      {rows.map((row) => (
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
