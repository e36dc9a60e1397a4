import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { voice } from "#contract/voice.ts";
import { query, serverMessage } from "#web/lib/api.ts";
import { Card } from "#web/ui/card.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { VoiceConfigForm } from "./config-form.tsx";

export const VoiceConfigCard = ({ readOnly }: { readOnly: boolean }) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(query(voice.config));
  return (
    <Card title={t("voice.config.title")} caption={t("voice.config.caption")}>
      {data ? (
        <VoiceConfigForm storedConfig={data} readOnly={readOnly} />
      ) : error ? (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <div className="grid gap-4" aria-busy="true">
          <Skeleton className="h-15" />
          <Skeleton className="h-15" />
          <Skeleton className="h-32" />
        </div>
      )}
    </Card>
  );
};
