import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { phoneApi } from "#contract/phone.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { Card } from "#web/ui/card.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** The address that the telephone provider calls. */
export const CallbackCard = () => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery(phoneApi.callback));
  return (
    <Card title={t("phone.callback.title")}>
      {data?.url ? (
        <div className="grid gap-4">
          <p className="max-w-[75ch] text-sm text-soft">{t("phone.callback.text")}</p>
          <Field label={t("phone.callback.address")} className="max-w-2xl">
            <CopyField value={data.url} />
          </Field>
        </div>
      ) : data ? (
        <p className="max-w-[75ch] text-sm text-soft">{t("phone.callback.missing")}</p>
      ) : error ? (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-24" />
      )}
    </Card>
  );
};
