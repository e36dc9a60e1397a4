import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { BroadcastDetail } from "#contract/broadcasts.ts";
import { broadcastsApi } from "#contract/broadcasts.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";

/** What is done with a stored broadcast by one press. A refusal is shown with the server's reason. */
export const useBroadcastAction = () => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const remove = useApiMutation(broadcastsApi.remove);
  const calls = {
    check: useApiMutation(broadcastsApi.check),
    unschedule: useApiMutation(broadcastsApi.unschedule),
    pause: useApiMutation(broadcastsApi.pause),
    resume: useApiMutation(broadcastsApi.resume),
    cancel: useApiMutation(broadcastsApi.cancel),
  };
  /** Whether the server did it. */
  const run = async (name: keyof typeof calls | "remove", id: string): Promise<boolean> => {
    try {
      if (name === "remove") {
        await remove.mutateAsync({ params: { id } });
        return true;
      }
      const changed = await calls[name].mutateAsync({ params: { id } });
      const { queryKey } = apiQuery(broadcastsApi.get, { params: { id } });
      // A page that opens next begins with the new state.
      client.setQueryData<BroadcastDetail>(queryKey, (before) => ({ actual: null, ...before, ...changed }));
      return true;
    } catch (error) {
      toast({
        title: t("error.title"),
        description: t(`campaigns.failed.${name}`),
        detail: serverMessage(error),
        variant: "destructive",
      });
      return false;
    }
  };
  return { run, isPending: remove.isPending || Object.values(calls).some(({ isPending }) => isPending) };
};
