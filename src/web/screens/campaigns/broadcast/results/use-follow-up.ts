import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { broadcastsApi } from "#contract/broadcasts.ts";
import type { BroadcastInput } from "#domain/broadcasts/broadcast.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { broadcastPath } from "#web/screens/campaigns/broadcast-path.ts";

/** Stores a new draft that is made of a broadcast, and opens it in the editor. */
export const useFollowUp = () => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const { mutateAsync, isPending } = useApiMutation(broadcastsApi.create);
  const open = async (input: BroadcastInput): Promise<void> => {
    try {
      const { id } = await mutateAsync({ body: input });
      navigate(broadcastPath(id));
    } catch (error) {
      toast({
        title: t("error.title"),
        description: t("campaigns.failed.save"),
        detail: serverMessage(error),
        variant: "destructive",
      });
    }
  };
  return { open, isPending };
};
