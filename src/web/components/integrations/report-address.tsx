import { useTranslation } from "react-i18next";
import { type WorkIntegration, workIntegrationsApi } from "#contract/work-integrations.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";
import { Field } from "#web/ui/field.tsx";

export type WorkService = "facebook" | "linkedin" | "slack" | "telegram" | "asana";

type ReportAddressProps = { work: WorkIntegration; service: WorkService; label: string };

const isPublic = (url: string): boolean =>
  url.startsWith("https://") && !/^https:\/\/(localhost|127\.)/.test(url);

/** Where the vendor reports to, and the button that asks it to, where a request can. */
export const ReportAddress = ({ work, service, label }: ReportAddressProps) => {
  const { t } = useTranslation();
  const subscribe = useApiMutation(workIntegrationsApi.subscribe);
  const { webhookUrl, canSubscribe, isSubscribed } = work;
  // Nothing is stored about a page of Facebook or an account of LinkedIn, so nothing can be said about it.
  const showsState = canSubscribe && service !== "facebook" && service !== "linkedin";
  const submit = () =>
    subscribe.mutate(
      { params: { service } },
      {
        onSuccess: () =>
          toast({ title: t("success.title"), description: t("workIntegration.subscribe.done", { label }) }),
        onError: (error) =>
          toast({
            title: t("error.title"),
            description: t("workIntegration.subscribe.failed", { label }),
            detail: serverMessage(error),
            variant: "destructive",
          }),
      },
    );
  return (
    <div className="grid min-w-0 gap-3">
      <Field
        label={t("workIntegration.address.title")}
        hint={[
          t(`workIntegration.address.${service}`),
          ...(isPublic(webhookUrl) ? [] : [t("workIntegration.address.local")]),
        ].join(" ")}
        aside={
          showsState && (
            <Badge tone={isSubscribed ? "ok" : "quiet"}>
              {t(isSubscribed ? "workIntegration.subscribe.on" : "workIntegration.subscribe.off")}
            </Badge>
          )
        }
      >
        <CopyField value={webhookUrl} />
      </Field>
      {canSubscribe && service !== "slack" && (
        <div>
          <Button
            variant={showsState && !isSubscribed ? "primary" : "secondary"}
            disabled={subscribe.isPending}
            onClick={submit}
          >
            {t(
              showsState && isSubscribed
                ? "workIntegration.subscribe.again"
                : `workIntegration.subscribe.${service}`,
            )}
          </Button>
        </div>
      )}
    </div>
  );
};
