import { CircleCheck } from "lucide-react";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import type { IngestedEvent } from "#contract/events.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import type { EventFilter, SetEndpointView } from "#web/screens/endpoints/use-endpoint-view.ts";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/select.tsx";
import { EventList } from "./event-list.tsx";
import { useEvents } from "./use-events.ts";

const anyTime = { by: "all" } as const;

/** Ids increase with time. */
const newestFirst = (left: IngestedEvent, right: IngestedEvent): number => (left.id < right.id ? 1 : -1);

/** The oldest loaded id; empty when the list is complete. */
const oldestLoadedId = (rows: readonly IngestedEvent[], hasMore: boolean): string =>
  hasMore ? (rows.at(-1)?.id ?? "") : "";

/** Dead events, invalid events, or both merged into one list. */
const useDeadEvents = (endpointId: string, only: "dead" | "invalid" | undefined) => {
  const dead = useEvents(endpointId, { status: "dead", range: anyTime }, only !== "invalid");
  const invalid = useEvents(endpointId, { status: "invalid", range: anyTime }, only !== "dead");
  const { rows: deadRows, hasMore: hasMoreDead, loadMore: loadMoreDead } = dead;
  const { rows: invalidRows, hasMore: hasMoreInvalid, loadMore: loadMoreInvalid } = invalid;

  const rows = useMemo(() => {
    if (only) return only === "dead" ? deadRows : invalidRows;
    if (!deadRows || !invalidRows) return undefined;
    // Older rows are held back until both lists are loaded that far.
    const ends = [oldestLoadedId(deadRows, hasMoreDead), oldestLoadedId(invalidRows, hasMoreInvalid)];
    return [...deadRows, ...invalidRows].filter(({ id }) => ends.every((end) => id >= end)).sort(newestFirst);
  }, [only, deadRows, invalidRows, hasMoreDead, hasMoreInvalid]);

  const loadMore = useCallback(() => {
    if (only !== "invalid") loadMoreDead();
    if (only !== "dead") loadMoreInvalid();
  }, [only, loadMoreDead, loadMoreInvalid]);

  const lists = only ? [only === "dead" ? dead : invalid] : [dead, invalid];
  return {
    rows,
    error: lists.find(({ error }) => error)?.error ?? null,
    hasMore: lists.some(({ hasMore }) => hasMore),
    isPlaceholderData: false,
    loadMore,
    refetch: () => Promise.all(lists.map(({ refetch }) => refetch())),
  };
};

type DeadTabProps = {
  endpoint: IngestionEndpoint;
  filter: EventFilter;
  setView: SetEndpointView;
  openId: string | undefined;
  onOpen: (id: string) => void;
  onReplay: (status: "dead" | "invalid") => void;
};

const deadKinds = ["dead", "invalid"] as const;

export const DeadTab = ({ endpoint, filter, setView, openId, onOpen, onReplay }: DeadTabProps) => {
  const { t } = useTranslation();
  const mayReplay = useMay("endpoints", "work");
  const format = useFormat();
  const counts = { dead: endpoint.deadLetters, invalid: endpoint.invalidEvents };
  const withCount = (label: string, count: number) => `${label} (${format.number(count)})`;
  const only = deadKinds.find((kind) => kind === filter.status);
  const events = useDeadEvents(endpoint.id, only);
  // A replay covers one status, so the button needs exactly one.
  const present = deadKinds.filter((kind) => events.rows?.some((event) => event.status === kind));
  const [replayKind, otherKind] = present;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label={t("endpoints.event.deadWhich")}
          value={only ?? ""}
          onChange={(event) => setView({ status: event.target.value || undefined })}
          wrapperClassName="min-w-40 max-sm:flex-1"
        >
          <option value="">
            {withCount(t("endpoints.event.deadBoth"), endpoint.deadLetters + endpoint.invalidEvents)}
          </option>
          {deadKinds.map((kind) => (
            <option key={kind} value={kind}>
              {withCount(t(`endpoints.event.statuses.${kind}`), counts[kind])}
            </option>
          ))}
        </Select>
        {mayReplay && replayKind && !otherKind && (
          <Button className="ml-auto" onClick={() => onReplay(replayKind)}>
            {t("endpoints.event.deadAll")}
          </Button>
        )}
      </div>
      <EventList
        label={t("endpoints.tab.dead")}
        events={events}
        listKey={only ?? ""}
        openId={openId}
        onOpen={onOpen}
        showsProblems
        empty={{
          icon: CircleCheck,
          title: t("endpoints.event.deadEmpty"),
          text: t("endpoints.event.deadEmptyText"),
        }}
      />
    </div>
  );
};
