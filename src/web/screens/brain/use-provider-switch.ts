import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { type AiProvider, aiProviders } from "#contract/ai-providers.ts";
import { query, serverMessage, useCall } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";

/** Switches a provider at once, and back when the server refuses. */
export const useSetProviderEnabled = () => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { mutateAsync } = useCall(aiProviders.update);

  return useCallback(
    async ({ id }: AiProvider, enabled: boolean): Promise<void> => {
      const key = query(aiProviders.list).queryKey;
      const setCached = (value: boolean) =>
        client.setQueryData(key, (list) =>
          list?.map((provider) => (provider.id === id ? { ...provider, enabled: value } : provider)),
        );
      await client.cancelQueries({ queryKey: key });
      setCached(enabled);
      try {
        await mutateAsync({ params: { id }, body: { enabled } });
        toast({ title: t("success.title"), description: t("brain.updated") });
      } catch (error) {
        setCached(!enabled);
        toast({
          title: t("error.title"),
          description: t("brain.updateFailed"),
          detail: serverMessage(error),
          variant: "destructive",
        });
      }
    },
    [client, mutateAsync, t],
  );
};
