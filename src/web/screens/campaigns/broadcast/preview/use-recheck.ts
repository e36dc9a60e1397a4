import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { RequestOf } from "#contract/api-route.ts";
import { broadcastsApi } from "#contract/broadcasts.ts";
import { callApi, serverMessage } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { useBroadcastAction } from "#web/screens/campaigns/broadcast/use-broadcast-action.ts";

type Change = RequestOf<typeof broadcastsApi.update>["body"];

/** Saves a change made in the preview and checks everybody again. */
export const useRecheck = (id: string, onRecheck: ((isRechecked: boolean) => void) | undefined) => {
  const { t } = useTranslation();
  const { run } = useBroadcastAction();
  const [isBusy, setIsBusy] = useState(false);
  const change = async (body: Change) => {
    setIsBusy(true);
    onRecheck?.(true);
    try {
      // Without a version, which a running check changes all the time. The check that follows loads the page again.
      await callApi(broadcastsApi.update, { params: { id }, body });
      await run("check", id);
    } catch (error) {
      toast({
        title: t("error.title"),
        description: t("campaigns.failed.save"),
        detail: serverMessage(error),
        variant: "destructive",
      });
    }
    setIsBusy(false);
    onRecheck?.(false);
  };
  return { change, isBusy };
};
