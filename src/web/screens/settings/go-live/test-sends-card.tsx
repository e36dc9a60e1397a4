import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { settingsApi } from "#contract/settings.ts";
import { workspaceApi } from "#contract/workspace.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { LabelledSwitch } from "./labelled-switch.tsx";

/** Whether rules may write to the simulators while a channel has no live account. */
export const TestSendsCard = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useQuery(apiQuery(settingsApi.testSends));
  const { data: status } = useQuery(apiQuery(workspaceApi.status));
  const { mutate, isPending } = useApiMutation(settingsApi.saveTestSends);
  if (!data || !status) return <Skeleton className="h-36 rounded-card" />;
  // Without simulators there is nothing to allow.
  if (!status.sandbox) return null;
  const change = (allowed: boolean) =>
    mutate(
      { body: { allowed } },
      {
        onError: (failure) =>
          toast({
            title: t("error.title"),
            description: serverMessage(failure) ?? t("error.save"),
            variant: "destructive",
          }),
      },
    );
  return (
    <Card
      title={t("goLive.testSends.title")}
      aside={data.allowed && <Badge tone="warn">{t("goLive.testSends.on")}</Badge>}
    >
      <div className="grid gap-3 text-sm">
        <p className="text-soft">{t("goLive.testSends.text")}</p>
        {status.demo && <p className="text-soft">{t("goLive.testSends.demo")}</p>}
        <LabelledSwitch
          label={t("goLive.testSends.allow")}
          checked={data.allowed}
          disabled={isPending}
          onChange={change}
        />
        {data.at && (
          <p className="text-faint text-xs">
            {t("goLive.testSends.changed", { by: data.by ?? "", at: format.dateTime(data.at) })}
          </p>
        )}
      </div>
    </Card>
  );
};
