import { useQuery } from "@tanstack/react-query";
import { workIntegrationsApi } from "#contract/work-integrations.ts";
import { apiQuery } from "#web/lib/api.ts";

/** What a vendor of leads, chats or tasks does here. */
export const useWork = (service: string) =>
  useQuery(apiQuery(workIntegrationsApi.get, { params: { service } }));
