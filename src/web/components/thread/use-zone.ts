import { useQuery } from "@tanstack/react-query";
import { settingsApi } from "#contract/settings.ts";
import { apiQuery } from "#web/lib/api.ts";

/** The workspace's time zone. */
export const useZone = (): string => {
  const { data } = useQuery(apiQuery(settingsApi.general));
  return data?.timezone ?? "UTC";
};
