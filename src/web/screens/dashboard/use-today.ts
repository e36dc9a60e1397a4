import { useQuery } from "@tanstack/react-query";
import { settings } from "#contract/settings.ts";
import { startOfDay } from "#domain/day.ts";
import { query } from "#web/lib/api.ts";
import { useClockText } from "#web/lib/clock.ts";

/** A name for the workspace's current day, which changes at its midnight; empty until its timezone is known. */
export const useToday = (): string => {
  const { data } = useQuery(query(settings.general));
  return useClockText((now) => (data ? String(startOfDay(now, data.timezone)) : ""));
};
