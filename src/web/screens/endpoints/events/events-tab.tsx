import { ArrowUp, Inbox, Pause, Play, SearchX } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { validationStatuses } from "#domain/ingestion/event.ts";
import { cn } from "#web/lib/cn.ts";
import { useCommands } from "#web/lib/commands.ts";
import { useShortcuts } from "#web/lib/keyboard.ts";
import type { EventFilter, SetEndpointView } from "#web/screens/endpoints/use-endpoint-view.ts";
import { Button } from "#web/ui/button.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { Select } from "#web/ui/select.tsx";
import { EventList } from "./event-list.tsx";
import { toTimeRangeParams } from "./time-range.ts";
import { TimeRangeFields } from "./time-range-fields.tsx";
import { useEvents } from "./use-events.ts";

type EventsTabProps = {
  endpoint: IngestionEndpoint;
  filter: EventFilter;
  setView: SetEndpointView;
  openId: string | undefined;
  onOpen: (id: string) => void;
  /** Shown while there are no events. */
  emptyAction: ReactNode;
};

/** Scrolled further than this (pixels), live updates stop so that rows do not move. */
const scrollThreshold = 88;
const noFilter = { status: undefined, range: undefined, from: undefined, to: undefined };

/** Live list of events. Updates stop while it is paused or scrolled down. */
export const EventsTab = ({ endpoint, filter, setView, openId, onOpen, emptyAction }: EventsTabProps) => {
  const { t } = useTranslation();
  const [paused, setPaused] = useState(false);
  const [isScrolled, setScrolled] = useState(false);
  const scroller = useRef<Element>(null);
  const listKey = JSON.stringify(filter);
  // A changed filter resumes live updates.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the filter changes
  useEffect(() => {
    setPaused(false);
    setScrolled(false);
  }, [listKey]);
  const isLive = !paused && !isScrolled;
  const events = useEvents(endpoint.id, filter, isLive);
  const isFiltered = filter.status !== undefined || filter.range.by !== "all";
  const toggle = useCallback(() => {
    setScrolled(false);
    setPaused((wasPaused) => !wasPaused);
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
          onChange={(event) => setView({ status: event.target.value || undefined })}
          wrapperClassName="min-w-40 max-sm:flex-1"
        >
          <option value="">{t("endpoints.event.all")}</option>
          {validationStatuses.map((status) => (
            <option key={status} value={status}>
              {t(`endpoints.event.statuses.${status}`)}
            </option>
          ))}
        </Select>
        <TimeRangeFields range={filter.range} onChange={(range) => setView(toTimeRangeParams(range))} />
        <div className="ml-auto flex items-center gap-2 max-sm:w-full max-sm:justify-between">
          <p role="status" className="flex items-center gap-1.5 text-soft text-xs">
            <span
              aria-hidden="true"
              className={cn("size-2 rounded-full", isLive ? "animate-pulse bg-ok" : "bg-edge")}
            />
            {t(
              isLive
                ? "endpoints.event.live"
                : isScrolled && !paused
                  ? "endpoints.event.held"
                  : "endpoints.event.paused",
            )}
          </p>
          {isScrolled && !paused && (
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
        events={events}
        listKey={listKey}
        openId={openId}
        onOpen={onOpen}
        onScroll={(element) => {
          scroller.current = element;
          setScrolled(element.scrollTop > scrollThreshold);
        }}
        showsProblems
        empty={
          isFiltered
            ? {
                icon: SearchX,
                title: t("endpoints.event.noMatch"),
                text: t("endpoints.event.noMatchText"),
                action: <Button onClick={() => setView(noFilter)}>{t("endpoints.event.clear")}</Button>,
              }
            : {
                icon: Inbox,
                title: t("endpoints.event.empty"),
                text: t(
                  endpoint.type === "webhook" ? "endpoints.event.emptyText" : "endpoints.event.emptyWait",
                ),
                action: emptyAction,
              }
        }
      />
    </div>
  );
};
