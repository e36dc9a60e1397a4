import type { TFunction } from "i18next";
import { ShieldAlert } from "lucide-react";
import type { IngestedEvent } from "#contract/events.ts";
import { useAge, useFormat } from "#web/lib/format.ts";
import { eventTones } from "#web/screens/endpoints/endpoint-tones.ts";
import { Badge } from "#web/ui/badge.tsx";
import type { DataColumn } from "#web/ui/data-table.tsx";
import { useProblemText } from "./problem-words.ts";

export const RelativeTime = ({ instant }: { instant: string }) => {
  const format = useFormat();
  const age = useAge(instant);
  return (
    <time dateTime={instant} title={format.dateTime(instant)} className="whitespace-nowrap">
      {age}
    </time>
  );
};

const ProblemText = ({ event }: { event: IngestedEvent }) => {
  const problemText = useProblemText();
  const text = event.problems.map(problemText).join(" · ");
  return (
    <span className="block truncate text-soft" title={text}>
      {text}
    </span>
  );
};

type EventCellProps = { event: IngestedEvent; t: TFunction; onOpen: (id: string) => void };

const EventCell = ({ event, t, onOpen }: EventCellProps) => (
  <div className="min-w-0">
    <div className="flex min-w-0 items-center gap-1.5">
      <button
        type="button"
        tabIndex={-1}
        onClick={() => onOpen(event.id)}
        className="min-w-0 truncate rounded text-left font-[540] hover:text-sea hover:underline"
      >
        {event.eventType ?? t("endpoints.event.untyped")}
      </button>
      {event.piiDetected && (
        <span className="shrink-0 text-faint" title={t("endpoints.event.hasPii")}>
          <ShieldAlert aria-hidden="true" className="size-3.5" />
          <span className="sr-only">{t("endpoints.event.hasPii")}</span>
        </span>
      )}
    </div>
    <p className="truncate text-faint text-xs leading-[15px] sm:hidden">
      {event.personName ?? <ProblemText event={event} />}
    </p>
  </div>
);

type EventColumnsOptions = { t: TFunction; onOpen: (id: string) => void; showsProblems: boolean };

export const eventColumns = ({
  t,
  onOpen,
  showsProblems,
}: EventColumnsOptions): DataColumn<IngestedEvent>[] => [
  {
    id: "event",
    enableSorting: false,
    header: t("endpoints.event.columnEvent"),
    cell: ({ row: { original } }) => <EventCell event={original} t={t} onOpen={onOpen} />,
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
        <span className="block truncate">{original.personName ?? t("endpoints.detail.unnamed")}</span>
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
