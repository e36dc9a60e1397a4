import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { settingsApi } from "#contract/settings.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useUser } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Card } from "#web/ui/card.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Switch } from "#web/ui/switch.tsx";

export const SecurityCard = () => {
  const { t } = useTranslation();
  const { hasSecondFactor } = useUser();
  const { data, error, refetch } = useQuery(apiQuery(settingsApi.security));
  const save = useApiMutation(settingsApi.saveSecurity);
  const service = t("settings.security.title");

  const change = async (adminSecondFactor: boolean) => {
    try {
      await save.mutateAsync({ body: { adminSecondFactor } });
      toast({ title: t("success.title"), description: t("settings.configurationSaved", { service }) });
    } catch (failure) {
      toast({
        title: t("error.title"),
        description: t("settings.configurationFailed", { service }),
        detail: serverMessage(failure),
        variant: "destructive",
      });
    }
  };

  return (
    <Card title={service}>
      {data ? (
        <Field
          label={t("settings.security.adminSecondFactor")}
          hint={t(
            hasSecondFactor
              ? "settings.security.adminSecondFactorHint"
              : "settings.security.adminSecondFactorFirst",
          )}
        >
          <Switch
            checked={data.adminSecondFactor}
            disabled={save.isPending}
            onCheckedChange={(checked) => void change(checked)}
          />
        </Field>
      ) : error ? (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-15" />
      )}
    </Card>
  );
};
