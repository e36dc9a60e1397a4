import { useTranslation } from "react-i18next";
import { integrationsApi } from "#contract/integrations.ts";
import { serverMessage, useCall } from "#web/lib/api.ts";
import type { FieldValue } from "#web/lib/json-schema.ts";
import { toast } from "#web/lib/toast.ts";

/** Asks the vendor with what a form holds, and says how it went. */
export const useConnectionTest = (service: string, label: string) => {
  const { t } = useTranslation();
  const { mutateAsync, isPending } = useCall(integrationsApi.test);

  const fail = (detail: string | undefined) =>
    toast({
      title: t("settings.test.failedTitle"),
      description: t("settings.test.failed", { service: label }),
      detail,
      variant: "destructive",
    });

  const test = async (body: Record<string, FieldValue>): Promise<void> => {
    try {
      const { success, message } = await mutateAsync({ params: { service }, body });
      if (!success) return fail(message);
      toast({
        title: t("settings.test.title"),
        description: t("settings.test.ok", { service: label }),
      });
    } catch (error) {
      fail(serverMessage(error));
    }
  };
  return { test, testing: isPending };
};
