import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { settingsApi } from "#contract/settings.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";

/** Recordings of deleted calls that a vendor still has; nothing when there are none. */
export const RecordingDeletions = ({ readOnly }: { readOnly: boolean }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useQuery(apiQuery(settingsApi.recordingDeletions));
  const retry = useApiMutation(settingsApi.retryRecordingDeletions);
  if (!data || data.waiting + data.failedCount === 0) return null;
  const askAgain = async (): Promise<void> => {
    try {
      await retry.mutateAsync();
      toast({ title: t("success.title"), description: t("settings.recordings.retried") });
    } catch (error) {
      toast({ title: t("error.title"), detail: serverMessage(error), variant: "destructive" });
    }
  };
  return (
    <div className="grid gap-2 rounded-lg border border-line px-3.5 py-2.5 text-sm">
      {data.waiting > 0 && <p role="status">{t("settings.recordings.waiting", { count: data.waiting })}</p>}
      {data.failedCount > 0 && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p role="status">{t("settings.recordings.failed", { count: data.failedCount })}</p>
            {!readOnly && (
              <Button type="button" onClick={() => void askAgain()} disabled={retry.isPending}>
                {t("settings.recordings.retry")}
              </Button>
            )}
          </div>
          <ul className="grid gap-1 text-soft text-xs tabular-nums">
            {data.failed.map(({ id, at, failure, account, recordingIds, providerCallId }) => (
              <li key={id}>
                {format.dateTime(at)}: {recordingIds.join(", ") || (providerCallId ?? id)} –{" "}
                {t(`settings.recordings.failure.${failure}`, { account })}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
};
