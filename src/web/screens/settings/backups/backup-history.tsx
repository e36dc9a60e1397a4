import { DatabaseBackup } from "lucide-react";
import { useTranslation } from "react-i18next";
import { type Backup, type BackupOverview, backupsApi } from "#contract/backups.ts";
import type { BackupState } from "#domain/backups/backup.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { toast } from "#web/lib/toast.ts";
import { wordDuration, wordSize } from "#web/screens/settings/health/health-values.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

const tones: Record<BackupState, "ok" | "warn" | "bad" | "quiet"> = {
  running: "quiet",
  verified: "ok",
  unverified: "warn",
  failed: "bad",
};

const BackupRow = ({ backup }: { backup: Backup }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { state, stage, trigger, target, problem, bytes, rows, startedAt, endedAt, name, isDeleted } = backup;
  const size = wordSize(bytes, format);
  const seconds = endedAt === null ? 0 : (Date.parse(endedAt) - Date.parse(startedAt)) / 1000;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1 px-4 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-[540] tabular-nums">
          <time dateTime={startedAt}>{format.dateTime(startedAt)}</time>
        </h3>
        <Badge tone={tones[state]}>{t(`backups.state.${state}`)}</Badge>
        {isDeleted && <Badge tone="quiet">{t("backups.deleted")}</Badge>}
        <span className="text-faint text-xs">
          {t(`backups.trigger.${trigger}`)} · {t(`backups.targetName.${target}`)}
        </span>
      </div>
      {state === "running" ? (
        <p role="status" className="text-soft tabular-nums">
          {t(`backups.stage.${stage}`, { size })}
        </p>
      ) : (
        <p className="break-all text-soft text-xs tabular-nums">
          {state !== "failed" &&
            `${t("backups.facts", { size, rows: format.number(rows), duration: wordDuration(seconds, format) })} · ${name}`}
        </p>
      )}
      {problem && <p className="max-w-[80ch] text-warn">{t(`backups.problem.${problem}`)}</p>}
    </li>
  );
};

export const BackupHistory = ({ overview: { settings, backups } }: { overview: BackupOverview }) => {
  const { t } = useTranslation();
  const start = useApiMutation(backupsApi.start);
  const isRunning = backups.some(({ state }) => state === "running");

  const backUpNow = async () => {
    try {
      await start.mutateAsync();
      toast({ title: t("success.title"), description: t("backups.started") });
    } catch (error) {
      toast({
        title: t("error.title"),
        description: t("backups.startFailed"),
        detail: serverMessage(error),
        variant: "destructive",
      });
    }
  };

  return (
    <Card title={t("backups.historyTitle")} caption={t("backups.historyCaption")}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <Button
            disabled={settings === null || isRunning || start.isPending}
            onClick={() => void backUpNow()}
          >
            {t("backups.now")}
          </Button>
          {settings === null && <span className="text-faint text-xs">{t("backups.saveFirst")}</span>}
        </div>
        {backups.length === 0 ? (
          <EmptyState icon={DatabaseBackup} title={t("backups.empty")} text={t("backups.emptyText")} />
        ) : (
          <ul aria-label={t("backups.list")} className="divide-y divide-line rounded-lg border border-line">
            {backups.map((backup) => (
              <BackupRow key={backup.id} backup={backup} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
};
