import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { type AiProvider, aiProvidersApi } from "#contract/ai-providers.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";

/** Updates the cached list before the server answers and reverts it on failure. */
export const useSetProviderEnabled = () => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { mutateAsync } = useApiMutation(aiProvidersApi.update);

  return useCallback(
    async ({ id }: AiProvider, enabled: boolean): Promise<void> => {
      const key = apiQuery(aiProvidersApi.list).queryKey;
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

/** Shows the new order before the server answers and the old one again on failure. */
export const useOrderProviders = () => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { mutateAsync } = useApiMutation(aiProvidersApi.order);

  return useCallback(
    async (before: AiProvider[], after: AiProvider[]): Promise<void> => {
      const key = apiQuery(aiProvidersApi.list).queryKey;
      await client.cancelQueries({ queryKey: key });
      client.setQueryData(key, after);
      try {
        await mutateAsync({ body: { ids: after.map(({ id }) => id) } });
      } catch (error) {
        client.setQueryData(key, before);
        toast({
          title: t("error.title"),
          description: t("brain.orderFailed"),
          detail: serverMessage(error),
          variant: "destructive",
        });
      }
    },
    [client, mutateAsync, t],
  );
};
