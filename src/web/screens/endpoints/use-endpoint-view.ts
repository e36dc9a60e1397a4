import { useCallback, useMemo } from "react";
import { useSearchParams } from "wouter";
import { type ValidationStatus, validationStatuses } from "#domain/ingestion/event.ts";
import { parseTimeRange, type TimeRange } from "./events/time-range.ts";

export const endpointTabIds = ["events", "dead", "replay", "mapping", "setup"] as const;
export type EndpointTabId = (typeof endpointTabIds)[number];

export type EventFilter = { status: ValidationStatus | undefined; range: TimeRange };

type ViewParams = Partial<Record<"tab" | "event" | "status" | "range" | "from" | "to", string | undefined>>;
export type SetEndpointView = (change: ViewParams, replace?: boolean) => void;

/** The tab, the filter and the open event are stored in the URL so that a view can be linked to. */
export const useEndpointView = () => {
  const [params, setParams] = useSearchParams();
  const tab = endpointTabIds.find((id) => id === params.get("tab")) ?? endpointTabIds[0];
  const status = validationStatuses.find((candidate) => candidate === params.get("status"));
  const [by, from, to] = [params.get("range"), params.get("from"), params.get("to")];
  const range = useMemo(() => parseTimeRange(by, from, to), [by, from, to]);
  const filter = useMemo<EventFilter>(() => ({ status, range }), [status, range]);
  const setView = useCallback<SetEndpointView>(
    (change, replace = true) =>
      setParams(
        (previous) => {
          const next = new URLSearchParams(previous);
          for (const [name, value] of Object.entries(change)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace },
      ),
    [setParams],
  );
  /** Opening adds a history entry, so that going back closes the view. */
  const openEvent = useCallback(
    (event: string | undefined) => setView({ event }, event === undefined),
    [setView],
  );
  const setTab = useCallback(
    (next: EndpointTabId, extraParams: ViewParams = {}) =>
      setView({
        event: undefined,
        status: undefined,
        range: undefined,
        from: undefined,
        to: undefined,
        ...extraParams,
        tab: next,
      }),
    [setView],
  );
  return { tab, filter, event: params.get("event") ?? undefined, setView, openEvent, setTab };
};
