import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { complianceApi, type SavedContactPolicy } from "#contract/compliance.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Card } from "#web/ui/card.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Switch } from "#web/ui/switch.tsx";

const switchNames = ["sendOnHolidays", "answerInQuietHours"] as const;

/** Shows the pending value while saving; on failure the parent reloads the stored policy. */
const PolicySwitches = ({ stored, onRefused }: { stored: SavedContactPolicy; onRefused: () => void }) => {
  const { t } = useTranslation();
  const mayChange = useMay("compliance", "manage");
  const save = useApiMutation(complianceApi.savePolicy);
  const shownPolicy = save.isPending ? { ...stored, ...save.variables?.body } : stored;
  const change = (name: (typeof switchNames)[number], on: boolean) =>
    save.mutate(
      { body: { ...stored, [name]: on } },
      {
        onSuccess: () => toast({ title: t("success.title"), description: t("compliance.policy.saved") }),
        onError: (error) => {
          onRefused();
          toast({
            title: t("error.title"),
            description: serverMessage(error) ?? t("compliance.policy.failed"),
            variant: "destructive",
          });
        },
      },
    );
  return (
    <div className="grid gap-4">
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        {switchNames.map((name) => (
          <Field
            key={name}
            label={t(`compliance.policy.${name}`)}
            hint={t(`compliance.policy.hint.${name}`)}
            aside={
              <Switch
                checked={shownPolicy[name]}
                disabled={!mayChange || save.isPending}
                onCheckedChange={(on) => change(name, on)}
              />
            }
          >
            {null}
          </Field>
        ))}
      </div>
      {!mayChange && <p className="text-faint text-xs">{t("settings.adminOnly")}</p>}
    </div>
  );
};

export const PolicyCard = () => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery(complianceApi.policy));
  return (
    <Card title={t("compliance.policy.title")} caption={t("compliance.policy.caption")}>
      {data ? (
        <PolicySwitches stored={data} onRefused={() => void refetch()} />
      ) : error ? (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <div className="grid gap-x-8 gap-y-4 md:grid-cols-2" aria-busy="true">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </div>
      )}
    </Card>
  );
};
