import { useCallback, useMemo } from "react";
import { useSearchParams } from "wouter";
import { type ValidationStatus, validationStatuses } from "#domain/ingestion/event.ts";
import { type Range, readRange } from "./events/range.ts";

export const tabIds = ["events", "dead", "replay", "mapping", "setup"] as const;
export type TabId = (typeof tabIds)[number];

export type EventFilter = { status: ValidationStatus | undefined; range: Range };

type Change = Partial<Record<"tab" | "event" | "status" | "range" | "from" | "to", string | undefined>>;
export type SetView = (change: Change, replace?: boolean) => void;

/** The tab, the filter and the open event live in the address, so that a view can be linked to. */
export const useView = () => {
  const [params, setParams] = useSearchParams();
  const tab = tabIds.find((id) => id === params.get("tab")) ?? tabIds[0];
  const status = validationStatuses.find((one) => one === params.get("status"));
  const [by, from, to] = [params.get("range"), params.get("from"), params.get("to")];
  const range = useMemo(() => readRange(by, from, to), [by, from, to]);
  const filter = useMemo<EventFilter>(() => ({ status, range }), [status, range]);
  const set = useCallback<SetView>(
    (change, replace = true) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
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
  /** Opening is a step of its own in the browser's history: going back closes. */
  const open = useCallback((event: string | undefined) => set({ event }, event === undefined), [set]);
  const goTo = useCallback(
    (next: TabId, also: Change = {}) =>
      set({
        event: undefined,
        status: undefined,
        range: undefined,
        from: undefined,
        to: undefined,
        ...also,
        tab: next,
      }),
    [set],
  );
  return { tab, filter, event: params.get("event") ?? undefined, set, open, goTo };
};
