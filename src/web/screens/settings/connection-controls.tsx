import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { integrationsApi } from "#contract/integrations.ts";
import { workspaceApi } from "#contract/workspace.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import type { FieldValue } from "#web/lib/json-schema.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";

/** Without a saved secret the sandbox answers, if it is enabled. */
export const ConnectionBadge = ({ mode }: { mode: "live" | "sandbox" | "off" | undefined }) => {
  const { t } = useTranslation();
  const { data: status } = useQuery(apiQuery(workspaceApi.status));
  if (mode === "live") return <Badge tone="ok">{t("integrations.mode.live")}</Badge>;
  if (mode === "off" || status?.sandbox === false) return <Badge>{t("integrations.mode.none")}</Badge>;
  return <Badge tone="warn">{t("integrations.mode.sandbox")}</Badge>;
};

type ConnectionFormButtonsProps = {
  service: string;
  /** Emphasises the save button. */
  dirty: boolean;
  saving: boolean;
  testing: boolean;
  onTest: () => void;
};

export const ConnectionFormButtons = ({
  service,
  dirty,
  saving,
  testing,
  onTest,
}: ConnectionFormButtonsProps) => {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button
        disabled={testing}
        onClick={onTest}
        {...(testing ? {} : { "aria-label": t("settings.test.named", { service }) })}
      >
        {testing ? t("settings.test.busy") : t("settings.test.button")}
      </Button>
      <Button
        type="submit"
        variant={dirty ? "primary" : "secondary"}
        disabled={saving}
        {...(saving ? {} : { "aria-label": t("settings.saveNamed", { service }) })}
      >
        {saving ? t("action.saving") : t("action.save")}
      </Button>
    </div>
  );
};

/** Tests the connection with the entered values. */
export const useConnectionTest = (service: string, label: string) => {
  const { t } = useTranslation();
  const { mutateAsync, isPending } = useApiMutation(integrationsApi.test);

  const showFailure = (detail: string | undefined) =>
    toast({
      title: t("settings.test.failedTitle"),
      description: t("settings.test.failed", { service: label }),
      detail,
      variant: "destructive",
    });

  const test = async (body: Record<string, FieldValue>): Promise<void> => {
    try {
      const { success, message } = await mutateAsync({ params: { service }, body });
      if (!success) return showFailure(message);
      toast({
        title: t("settings.test.title"),
        description: t("settings.test.ok", { service: label }),
      });
    } catch (error) {
      showFailure(serverMessage(error));
    }
  };
  return { test, testing: isPending };
};
