import { useQuery } from "@tanstack/react-query";
import { goLiveApi } from "#contract/go-live.ts";
import { workspaceApi } from "#contract/workspace.ts";
import { apiQuery } from "#web/lib/api.ts";
import { useMay } from "#web/lib/session.ts";

/** Whether no channel reaches real people yet. In the demo the simulators count as channels. */
export const useNoChannel = (isAsked: boolean): boolean => {
  const isAdmin = useMay("settings", "manage");
  const { data: status } = useQuery(apiQuery(workspaceApi.status));
  const isOwn = status?.demo === false;
  const { data } = useQuery({ ...apiQuery(goLiveApi.progress), enabled: isAsked && isOwn && isAdmin });
  return isAsked && isOwn && data !== undefined && !data.channels.some(({ isReady }) => isReady);
};
