import { useCallback } from "react";
import { useSearchParams } from "wouter";
import { channels } from "#domain/channels/channel.ts";

export const calendarViews = ["day", "week", "list"] as const;
export type CalendarView = (typeof calendarViews)[number];

/** Days that each view shows. */
export const daysOfView = { day: 1, week: 7, list: 14 } as const;

const isDate = (text: string | null): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? "");

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const readId = (text: string | null): string | undefined =>
  text !== null && idPattern.test(text) ? text : undefined;

const dayMs = 86_400_000;
const shiftDate = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** The first day, the view and the filters are stored in the URL, so that a plan can be linked to. */
export const useCalendarView = () => {
  const [params, setParams] = useSearchParams();
  const asked = params.get("from");
  const from = isDate(asked) ? asked : undefined;
  const view = calendarViews.find((id) => id === params.get("view")) ?? "week";
  const channel = channels.find((id) => id === params.get("channel"));
  const ruleId = readId(params.get("rule"));
  /** `me` stays the one who looks, so that the link works for a colleague. */
  const owner = params.get("owner") === "me" ? "me" : readId(params.get("owner"));
  const set = useCallback(
    (changes: Record<string, string | undefined>) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(changes))
            if (value === undefined) next.delete(name);
            else next.set(name, value);
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  return {
    ...{ from, view, channel, ruleId, owner },
    setView: (next: CalendarView) => set({ view: next === "week" ? undefined : next }),
    setChannel: (next: string) => set({ channel: next === "" ? undefined : next }),
    setRule: (next: string) => set({ rule: next === "" ? undefined : next }),
    setOwner: (next: string) => set({ owner: next === "" ? undefined : next }),
    toToday: () => set({ from: undefined }),
    toDay: (date: string) => set({ from: date, view: "day" }),
    /** `first`: the first day that is shown. */
    move: (first: string, days: number) => set({ from: shiftDate(first, days) }),
  };
};
