import { RotateCw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { type WorkIntegration, workIntegrationsApi } from "#contract/work-integrations.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";

/** What could not be done, with the vendor's own words, and a way to try it again. */
export const WorkProblems = ({ work: { service, waiting, failures } }: { work: WorkIntegration }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const retry = useApiMutation(workIntegrationsApi.retry);
  if (waiting === 0 && failures.length === 0) return null;
  const tryAgain = () =>
    retry.mutate(
      { params: { service } },
      {
        onSuccess: () =>
          toast({ title: t("success.title"), description: t("workIntegration.failures.retried") }),
        onError: (error) =>
          toast({ title: t("error.title"), description: serverMessage(error) ?? "", variant: "destructive" }),
      },
    );
  return (
    <section className="grid gap-3">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-[600] text-sm">{t("workIntegration.failures.title")}</h3>
        <Button size="sm" disabled={retry.isPending} onClick={tryAgain}>
          <RotateCw aria-hidden="true" />
          {t("workIntegration.failures.retry")}
        </Button>
      </div>
      <p className="text-soft text-xs">{t("workIntegration.failures.step")}</p>
      {waiting > 0 && (
        <p className="text-sm text-warn">
          {t("workIntegration.failures.waiting", { count: waiting, number: format.number(waiting) })}
        </p>
      )}
      <ul className="divide-y divide-line">
        {failures.map(({ id, kind, error, at }) => (
          <li key={id} className="grid gap-0.5 py-2 text-sm">
            <span className="flex justify-between gap-3">
              {t(`workIntegration.failures.kind.${kind}`)}
              <time dateTime={at} className="shrink-0 text-faint text-xs">
                {format.dateTime(at)}
              </time>
            </span>
            <span className="wrap-anywhere text-soft text-xs">{error}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};
