import type { TFunction } from "i18next";
import { type LucideIcon, ShieldAlert } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { IngestedEvent } from "#contract/events.ts";
import { eventName } from "#domain/ingestion/event-names.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { serverMessage } from "#web/lib/api.ts";
import { currentLanguage } from "#web/lib/i18n.ts";
import { eventTones } from "#web/screens/endpoints/endpoint-tones.ts";
import { RelativeTime } from "#web/screens/endpoints/relative-time.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { type DataColumn, DataTable } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useProblemText } from "./problem-text.ts";

const ProblemText = ({ event }: { event: IngestedEvent }) => {
  const problemText = useProblemText();
  const text = event.problems.map(problemText).join(" · ");
  return (
    <span className="block truncate text-soft" title={text}>
      {text}
    </span>
  );
};

type EventCellProps = {
  event: IngestedEvent;
  t: TFunction;
  onOpen: (id: string) => void;
  showsProblems: boolean;
};

const EventCell = ({ event, t, onOpen, showsProblems }: EventCellProps) => (
  <div className="min-w-0">
    <div className="flex min-w-0 items-center gap-1.5">
      <button
        type="button"
        tabIndex={-1}
        onClick={() => onOpen(event.id)}
        title={event.eventType ?? undefined}
        className="min-w-0 truncate rounded text-left font-[540] hover:text-sea hover:underline"
      >
        {event.eventType ? eventName(event.eventType, currentLanguage()) : t("endpoints.event.untyped")}
      </button>
      {event.piiDetected && (
        <span className="shrink-0 text-faint" title={t("endpoints.event.hasPii")}>
          <ShieldAlert aria-hidden="true" className="size-3.5" />
          <span className="sr-only">{t("endpoints.event.hasPii")}</span>
        </span>
      )}
    </div>
    {showsProblems ? (
      <p className="truncate text-faint text-xs leading-[15px] lg:hidden">
        <ProblemText event={event} />
      </p>
    ) : (
      <p className="truncate text-faint text-xs leading-[15px] sm:hidden">
        {event.personName ? formatPhone(event.personName) : <ProblemText event={event} />}
      </p>
    )}
  </div>
);

type EventColumnsOptions = { t: TFunction; onOpen: (id: string) => void; showsProblems: boolean };

const eventColumns = ({ t, onOpen, showsProblems }: EventColumnsOptions): DataColumn<IngestedEvent>[] => [
  {
    id: "event",
    enableSorting: false,
    header: t("endpoints.event.columnEvent"),
    cell: ({ row: { original } }) => (
      <EventCell event={original} t={t} onOpen={onOpen} showsProblems={showsProblems} />
    ),
  },
  {
    id: "status",
    enableSorting: false,
    header: t("endpoints.event.columnStatus"),
    cell: ({ row: { original } }) => (
      <Badge tone={eventTones[original.status]}>{t(`endpoints.event.statuses.${original.status}`)}</Badge>
    ),
    meta: { className: "w-26 max-sm:px-1.5 sm:w-32" },
  },
  {
    id: "person",
    enableSorting: false,
    header: t("endpoints.event.columnPerson"),
    cell: ({ row: { original } }) =>
      original.personId ? (
        <span className="block truncate">
          {original.personName ? formatPhone(original.personName) : t("endpoints.detail.unnamed")}
        </span>
      ) : (
        <span className="text-faint">{t("endpoints.event.nobody")}</span>
      ),
    meta: { className: "hidden w-52 sm:table-cell" },
  },
  ...(showsProblems
    ? [
        {
          id: "reasons",
          enableSorting: false,
          header: t("endpoints.event.columnProblems"),
          cell: ({ row: { original } }) => <ProblemText event={original} />,
          meta: { className: "hidden w-[34%] lg:table-cell" },
        } satisfies DataColumn<IngestedEvent>,
      ]
    : []),
  {
    id: "when",
    enableSorting: false,
    header: t("endpoints.event.columnTime"),
    cell: ({ row: { original } }) => (
      <span className="text-soft">
        <RelativeTime instant={original.createdAt} />
      </span>
    ),
    meta: { className: "w-30 text-right max-sm:px-2 max-sm:text-xs sm:w-40" },
  },
];

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
  /** A new key remounts the table, which resets its scroll position. */
  listKey: string;
  openId: string | undefined;
  onOpen: (id: string) => void;
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
