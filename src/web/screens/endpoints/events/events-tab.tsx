import { ArrowUp, Inbox, Pause, Play, SearchX } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { validationStatuses } from "#domain/ingestion/event.ts";
import { cn } from "#web/lib/cn.ts";
import { useCommands } from "#web/lib/commands.ts";
import { useShortcuts } from "#web/lib/keyboard.ts";
import type { EventFilter, SetView } from "#web/screens/endpoints/use-view.ts";
import { Button } from "#web/ui/button.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { Select } from "#web/ui/select.tsx";
import { EventList } from "./event-list.tsx";
import { addressOf } from "./range.ts";
import { RangeFields } from "./range-fields.tsx";
import { useEvents } from "./use-events.ts";

type EventsTabProps = {
  endpoint: IngestionEndpoint;
  filter: EventFilter;
  set: SetView;
  openId: string | undefined;
  onOpen: (id: string) => void;
  /** What to do while nothing came yet. */
  start: ReactNode;
};

/** So far down, what arrives would push away what is being read. */
const held = 88;
const cleared = { status: undefined, range: undefined, from: undefined, to: undefined };
/** Everything that arrives, as it arrives; it holds still while one pauses it or reads further down. */
export const EventsTab = ({ endpoint, filter, set, openId, onOpen, start }: EventsTabProps) => {
  const { t } = useTranslation();
  const [paused, setPaused] = useState(false);
  const [away, setAway] = useState(false);
  const scroller = useRef<Element>(null);
  const listKey = JSON.stringify(filter);
  // Another filter asks anew, so it is live until it is paused.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the filter is what this waits for
  useEffect(() => {
    setPaused(false);
    setAway(false);
  }, [listKey]);
  const live = !paused && !away;
  const found = useEvents(endpoint.id, filter, live);
  const filtered = filter.status !== undefined || filter.range.by !== "all";
  const toggle = useCallback(() => {
    setAway(false);
    setPaused((before) => !before);
  }, []);
  useShortcuts({ p: toggle });
  useCommands(
    useMemo(
      () => [
        {
          id: "events.pause",
          label: `${t("endpoints.tab.events")}: ${t(paused ? "endpoints.event.resume" : "endpoints.event.pause")}`,
          run: toggle,
        },
      ],
      [t, paused, toggle],
    ),
  );

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label={t("endpoints.event.filterStatus")}
          value={filter.status ?? ""}
          onChange={(event) => set({ status: event.target.value || undefined })}
          wrapperClassName="min-w-40 max-sm:flex-1"
        >
          <option value="">{t("endpoints.event.all")}</option>
          {validationStatuses.map((status) => (
            <option key={status} value={status}>
              {t(`endpoints.event.statuses.${status}`)}
            </option>
          ))}
        </Select>
        <RangeFields range={filter.range} onChange={(range) => set(addressOf(range))} />
        <div className="ml-auto flex items-center gap-2 max-sm:w-full max-sm:justify-between">
          <p role="status" className="flex items-center gap-1.5 text-soft text-xs">
            <span
              aria-hidden="true"
              className={cn("size-2 rounded-full", live ? "animate-pulse bg-ok" : "bg-edge")}
            />
            {t(
              live
                ? "endpoints.event.live"
                : away && !paused
                  ? "endpoints.event.held"
                  : "endpoints.event.paused",
            )}
          </p>
          {away && !paused && (
            <Button size="sm" onClick={() => scroller.current?.scrollTo({ top: 0 })}>
              <ArrowUp aria-hidden="true" />
              {t("endpoints.event.toTop")}
            </Button>
          )}
          <Button size="sm" onClick={toggle}>
            {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
            {t(paused ? "endpoints.event.resume" : "endpoints.event.pause")}
            <span aria-hidden="true" className="hidden sm:inline">
              <Kbd>P</Kbd>
            </span>
          </Button>
        </div>
      </div>
      <EventList
        label={t("endpoints.tab.events")}
        found={found}
        listKey={listKey}
        openId={openId}
        onOpen={onOpen}
        onScroll={(element) => {
          scroller.current = element;
          setAway(element.scrollTop > held);
        }}
        withReasons
        empty={
          filtered
            ? {
                icon: SearchX,
                title: t("endpoints.event.noMatch"),
                text: t("endpoints.event.noMatchText"),
                action: <Button onClick={() => set(cleared)}>{t("endpoints.event.clear")}</Button>,
              }
            : {
                icon: Inbox,
                title: t("endpoints.event.empty"),
                text: t(
                  endpoint.type === "webhook" ? "endpoints.event.emptyText" : "endpoints.event.emptyWait",
                ),
                action: start,
              }
        }
      />
    </div>
  );
};
