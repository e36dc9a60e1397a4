import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type SyncView, syncsApi } from "#contract/syncs.ts";
import { syncCounts } from "#domain/sync/sync-state.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { SyncConnect } from "./sync-connect.tsx";
import { SyncRules } from "./sync-rules.tsx";

const useCommands = (service: string, label: string) => {
  const { t } = useTranslation();
  const commands = {
    preview: useApiMutation(syncsApi.preview),
    start: useApiMutation(syncsApi.start),
    pause: useApiMutation(syncsApi.pause),
    resume: useApiMutation(syncsApi.resume),
    stop: useApiMutation(syncsApi.stop),
    restart: useApiMutation(syncsApi.restart),
    confirmDeletions: useApiMutation(syncsApi.confirmDeletions),
  };
  const run = async (name: keyof typeof commands): Promise<void> => {
    try {
      await commands[name].mutateAsync({ params: { service } });
      toast({ title: t("success.title"), description: t(`sync.done.${name}`, { label }) });
    } catch (error) {
      toast({
        title: t("error.title"),
        description: t("sync.failed"),
        detail: serverMessage(error),
        variant: "destructive",
      });
    }
  };
  const isBusy = Object.values(commands).some(({ isPending }) => isPending);
  return { run, isBusy };
};

/** What the preview found, or the load did. */
const Counts = ({ sync }: { sync: SyncView }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const shown = syncCounts.filter((name) => (sync.counts[name] ?? 0) > 0);
  if (shown.length === 0) return null;
  const isPreview = sync.phase === "preview";
  return (
    <section className="grid gap-2">
      <h3 className="font-[600] text-sm">{t(isPreview ? "sync.wouldDo" : "sync.loadDid")}</h3>
      <dl className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {shown.map((name) => (
          <div
            key={name}
            className="flex flex-col-reverse justify-end rounded-lg border border-line px-3 py-2"
          >
            <dt className="text-faint text-xs">{t(`sync.count.${name}`, { label: sync.label })}</dt>
            <dd className="font-[620] text-base tabular-nums">{format.number(sync.counts[name] ?? 0)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
};

/** A step that cannot be taken back, with its question. */
type Question = "stop" | "restart" | "confirmDeletions";

type ProblemProps = {
  sync: SyncView;
  isBusy: boolean;
  onResume: () => void;
  onAsk: (question: Question) => void;
};

/** Why the sync stopped, and what an administrator can do about it. */
const SyncProblem = ({ sync, isBusy, onResume, onAsk }: ProblemProps) => {
  const { t } = useTranslation();
  const isAdmin = useMay("integrations", "manage");
  const { problem, problemKind, state } = sync;
  if (!problem) return null;
  const question =
    problemKind === "account" ? "restart" : problemKind === "deletions" ? "confirmDeletions" : undefined;
  return (
    <FormAlert
      action={
        isAdmin &&
        state === "failed" && (
          <span className="flex flex-wrap gap-2">
            <Button size="sm" disabled={isBusy} onClick={onResume}>
              {t(question ? `sync.again.${question}` : "sync.resume")}
            </Button>
            {question && (
              <Button size="sm" disabled={isBusy} onClick={() => onAsk(question)}>
                {t(`sync.ask.${question}.confirm`)}
              </Button>
            )}
          </span>
        )
      }
    >
      {problem}
    </FormAlert>
  );
};

type SyncOverviewProps = { sync: SyncView; onMap: () => void };

export const SyncOverview = ({ sync, onMap }: SyncOverviewProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const isAdmin = useMay("integrations", "manage");
  const { run, isBusy } = useCommands(sync.service, sync.label);
  const [question, setQuestion] = useState<Question>();
  const { phase, state, label, total, processed } = sync;
  const isWalking = state === "running" && (phase === "preview" || phase === "load");
  const hasStarted = phase === "load" || phase === "live";
  const hasMap = sync.map.length > 0;
  return (
    <div className="grid gap-5">
      <SyncProblem sync={sync} isBusy={isBusy} onResume={() => void run("resume")} onAsk={setQuestion} />
      {sync.oauth?.state === "revoked" && <SyncConnect sync={sync} />}
      <p className="text-sm text-soft">
        {state === "failed" || state === "paused"
          ? t(`sync.about.${state}`, { label })
          : t(`sync.about.${isWalking && phase === "preview" ? "previewing" : phase}`, { label })}
      </p>
      {sync.account && <p className="text-faint text-xs">{t("sync.account", { name: sync.account })}</p>}
      {isWalking && (
        <div className="grid gap-1.5">
          <ProgressBar label={t("sync.progress")} value={total ? processed / total : 0} />
          <p className="text-faint text-xs tabular-nums">
            {t("sync.progressText", {
              processed: format.number(processed),
              total: total === null ? "…" : format.number(total),
            })}
          </p>
        </div>
      )}
      <Counts sync={sync} />
      {isAdmin && (
        <div className="flex flex-wrap gap-2">
          {!hasMap && (
            <Button variant="primary" onClick={onMap}>
              {t("sync.toMap")}
            </Button>
          )}
          {hasMap && !hasStarted && state !== "running" && (
            <>
              <Button
                variant={phase === "setup" ? "primary" : "secondary"}
                disabled={isBusy}
                onClick={() => void run("preview")}
              >
                {t("sync.preview")}
              </Button>
              <Button
                variant={phase === "preview" ? "primary" : "secondary"}
                disabled={isBusy}
                onClick={() => void run("start")}
              >
                {t("sync.start")}
              </Button>
            </>
          )}
          {state === "running" && (
            <Button disabled={isBusy} onClick={() => void run("pause")}>
              {t("sync.pause")}
            </Button>
          )}
          {state === "paused" && (
            <Button variant="primary" disabled={isBusy} onClick={() => void run("resume")}>
              {t("sync.resume")}
            </Button>
          )}
          {hasStarted && (
            <Button variant="ghost" disabled={isBusy} onClick={() => setQuestion("stop")}>
              {t("sync.stop")}
            </Button>
          )}
        </div>
      )}
      {hasMap && <SyncRules key={JSON.stringify([sync.rule, sync.map])} sync={sync} />}
      {sync.reportsUntil && (
        <p className="text-faint text-xs">
          {t("sync.reports", { label, time: format.dateTime(sync.reportsUntil) })}
        </p>
      )}
      {sync.webhookUrl && (
        <Field label={t("sync.webhook")} hint={t("sync.webhookText", { label })}>
          <CopyField value={sync.webhookUrl} />
        </Field>
      )}
      {question && (
        <ConfirmDialog
          title={t(`sync.ask.${question}.title`, { label })}
          text={t(
            question === "confirmDeletions" && sync.onRemoteDelete === "delete"
              ? "sync.ask.confirmDeletions.erases"
              : `sync.ask.${question}.text`,
            { label },
          )}
          confirm={t(`sync.ask.${question}.confirm`)}
          busy={isBusy}
          onCancel={() => setQuestion(undefined)}
          onConfirm={() => void run(question).then(() => setQuestion(undefined))}
        />
      )}
    </div>
  );
};
