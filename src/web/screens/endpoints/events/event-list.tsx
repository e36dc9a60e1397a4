import type { LucideIcon } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { IngestedEvent } from "#contract/events.ts";
import { serverMessage } from "#web/lib/api.ts";
import { Card } from "#web/ui/card.tsx";
import { DataTable } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { eventColumns } from "./event-columns.tsx";

const byId = ({ id }: IngestedEvent) => id;

type EventListProps = {
  label: string;
  events: {
    rows: IngestedEvent[] | undefined;
    error: Error | null;
    hasMore: boolean;
    isPlaceholderData: boolean;
    loadMore: () => void;
    refetch: () => Promise<unknown>;
  };
  /** Other filters make another list, which begins at its top. */
  listKey: string;
  openId: string | undefined;
  onOpen: (id: string) => void;
  /** Called with what scrolls, whenever it did. */
  onScroll?: (scroller: Element) => void;
  showsProblems?: boolean;
  empty: { icon: LucideIcon; title: string; text: string; action?: ReactNode };
};

export const EventList = (props: EventListProps) => {
  const { label, events, listKey, openId, onOpen, onScroll, showsProblems = false, empty } = props;
  const { t } = useTranslation();
  const columns = useMemo(() => eventColumns({ t, onOpen, showsProblems }), [t, onOpen, showsProblems]);
  const { rows, error, hasMore, isPlaceholderData, loadMore, refetch } = events;
  if (error && !rows)
    return (
      <ErrorCard
        title={t("endpoints.event.loadFailed")}
        detail={serverMessage(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!rows)
    return (
      <Card>
        <div aria-busy="true" className="grid gap-3">
          {["a", "b", "c", "d", "e"].map((row) => (
            <Skeleton key={row} className="h-8" />
          ))}
        </div>
      </Card>
    );
  if (rows.length === 0)
    return (
      <Card>
        <EmptyState {...empty} />
      </Card>
    );
  return (
    <Card className="overflow-hidden p-0">
      <div
        aria-busy={isPlaceholderData}
        className={isPlaceholderData ? "opacity-60" : undefined}
        onScrollCapture={({ target }) => target instanceof Element && onScroll?.(target)}
      >
        <DataTable
          key={listKey}
          label={label}
          columns={columns}
          rows={rows}
          rowId={byId}
          rowCount={hasMore ? "unknown" : rows.length}
          onOpen={({ id }) => onOpen(id)}
          isSelected={({ id }) => id === openId}
          onEnd={loadMore}
          fixed
          className="max-h-[max(360px,calc(100dvh-400px))]"
        />
      </div>
    </Card>
  );
};
