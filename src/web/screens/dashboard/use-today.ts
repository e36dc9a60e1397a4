import { useQuery } from "@tanstack/react-query";
import { settings } from "#contract/settings.ts";
import { startOfDay } from "#domain/day.ts";
import { query } from "#web/lib/api.ts";
import { useTicking } from "#web/lib/clock.ts";

/** A name for the workspace's current day, which changes at its midnight; empty until its timezone is known. */
export const useWorkspaceDay = (): string => {
  const { data } = useQuery(query(settings.general));
  return useTicking((now) => (data ? String(startOfDay(now, data.timezone)) : ""));
};
