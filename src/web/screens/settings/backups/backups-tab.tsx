import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { backupsApi } from "#contract/backups.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { Card } from "#web/ui/card.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { BackupHistory } from "./backup-history.tsx";
import { BackupScheduleForm } from "./backup-schedule-form.tsx";

export const BackupsTab = () => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery(backupsApi.get));
  if (error && !data)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-60" />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Card title={t("backups.scheduleTitle")}>
        <BackupScheduleForm stored={data} onReload={refetch} />
      </Card>
      <BackupHistory overview={data} />
    </div>
  );
};
