import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Pause, Play, Square } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Batch, batchesApi } from "#contract/batches.ts";
import type { ImportDetail } from "#contract/imports.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { toast } from "#web/lib/toast.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { FileCard } from "./file-card.tsx";
import { ImportHead } from "./import-head.tsx";
import { useVerdictText } from "./row-text.ts";
import { useRate } from "./use-rate.ts";
import { coloredVerdicts, verdictColors } from "./verdict-colors.ts";

const latestRows = 6;

/** The rows that were written last. */
const LatestRows = ({ id, processed }: { id: string; processed: number }) => {
  const { t } = useTranslation();
  const verdictText = useVerdictText();
  const { data } = useQuery({
    ...apiQuery(batchesApi.rows, {
      params: { id },
      // Lines are counted from the heading.
      query: { after: Math.max(0, processed + 1 - latestRows), limit: latestRows },
    }),
    enabled: processed > 0,
    placeholderData: keepPreviousData,
  });
  const rows =
    data?.rows.filter(({ line, verdict }) => verdict !== null && line <= processed + 1).toReversed() ?? [];
  if (rows.length === 0) return null;
  return (
    <Card
      title={t("import.progress.latest")}
      caption={t("import.progress.live")}
      className="overflow-hidden p-0 pt-3.5 [&>div:first-child]:mb-2 [&>div:first-child]:px-4"
    >
      <ul>
        {rows.map((row) => {
          const text = (name: string) => {
            const value = row.after?.[name];
            return typeof value === "string" ? value : "";
          };
          const name =
            row.name ||
            [text("firstName"), text("lastName")].filter(Boolean).join(" ") ||
            t("people.unnamed");
          return (
            <li
              key={row.line}
              className="grid min-h-11 grid-cols-[28px_minmax(0,1fr)_auto] items-center gap-3 border-line border-t px-4 py-1.5 text-sm sm:grid-cols-[28px_minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1.6fr)]"
            >
              <Avatar name={name} />
              <span className="truncate font-[560]">{name}</span>
              <span className="truncate text-soft tabular-nums max-sm:hidden">
                {formatPhone(text("phone"))}
              </span>
              <span className="min-w-0">
                <Badge
                  tone={row.verdict === "added" ? "ok" : row.verdict === "refused" ? "bad" : "sea"}
                  className="max-w-full truncate"
                >
                  {verdictText(row)}
                </Badge>
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
};

type ProgressStepProps = { batch: Batch; detail: ImportDetail | undefined };

/** A running or paused import. It goes on at the server when the page is left. */
export const ProgressStep = ({ batch, detail }: ProgressStepProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const pause = useApiMutation(batchesApi.pause);
  const cancel = useApiMutation(batchesApi.cancel);
  const [isStopping, setIsStopping] = useState(false);
  const { id, state, processed, counts } = batch;
  const isPaused = state === "paused";
  const rate = useRate(processed, state === "running");
  const total = batch.total ?? 0;
  const done = total === 0 ? 0 : processed / total;
  const counted = coloredVerdicts.reduce((sum, verdict) => sum + (counts[verdict] ?? 0), 0);
  // Until a row is written, the figures are those of the check.
  const isPlanned = counted > processed;
  const secondsLeft = rate ? Math.ceil((total - processed) / rate) : undefined;
  const left =
    secondsLeft === undefined
      ? undefined
      : secondsLeft < 90
        ? t("import.progress.seconds", { count: secondsLeft, shown: format.number(secondsLeft) })
        : t("import.progress.minutes", {
            count: Math.round(secondsLeft / 60),
            shown: format.number(Math.round(secondsLeft / 60)),
          });

  const attempt = async (work: Promise<unknown>) => {
    try {
      await work;
    } catch (error) {
      toast({
        title: t("error.title"),
        description: serverMessage(error) ?? t("import.progress.failed"),
        variant: "destructive",
      });
    }
  };
  const progressText = t("import.progress.of", { total: format.number(total) });

  return (
    <>
      <ImportHead
        title={t(isPaused ? "import.progress.pausedTitle" : "import.progress.title")}
        subtitle={t(isPaused ? "import.progress.pausedText" : "import.progress.text")}
        step="import"
      />
      <FileCard batch={batch} file={detail?.file}>
        <Button
          disabled={pause.isPending}
          onClick={() => void attempt(pause.mutateAsync({ params: { id }, body: { paused: !isPaused } }))}
        >
          {isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
          {t(isPaused ? "import.progress.resume" : "import.progress.pause")}
        </Button>
        <Button onClick={() => setIsStopping(true)}>
          <Square aria-hidden="true" />
          {t("import.progress.stop")}
        </Button>
      </FileCard>
      <Card className="grid gap-3 py-5">
        <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
          <span className="font-[680] text-[32px] leading-9 tracking-tight tabular-nums">
            {format.number(processed)}
          </span>
          <span className="text-base text-soft tabular-nums">{progressText}</span>
          <span className="ml-auto text-sm text-soft tabular-nums">
            {isPaused
              ? t("import.state.paused")
              : rate !== undefined &&
                t("import.progress.rate", { shown: format.number(Math.round(rate)), left: left ?? "" })}
          </span>
        </div>
        <div
          role="progressbar"
          aria-label={t("import.progress.title")}
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={processed}
          aria-valuetext={`${format.number(processed)} ${progressText}`}
          className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-hover dark:bg-line"
        >
          {coloredVerdicts.map((verdict) => (
            <span
              key={verdict}
              className="h-full transition-[width] duration-300 motion-reduce:transition-none"
              style={{
                width: `${(100 * done * (counts[verdict] ?? 0)) / Math.max(1, counted)}%`,
                background: verdictColors[verdict],
              }}
            />
          ))}
        </div>
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-soft">
          {isPlanned && <li>{t("import.progress.planned")}</li>}
          {coloredVerdicts
            .filter((verdict) => verdict !== "unchanged" || (counts.unchanged ?? 0) > 0)
            .map((verdict) => (
              <li key={verdict} className="flex items-center gap-1.5 tabular-nums">
                <span
                  aria-hidden="true"
                  className="size-[7px] rounded-full"
                  style={{ background: verdictColors[verdict] }}
                />
                {t(`import.progress.${verdict}`, { shown: format.number(counts[verdict] ?? 0) })}
              </li>
            ))}
        </ul>
      </Card>
      <LatestRows id={id} processed={processed} />
      {isStopping && (
        <ConfirmDialog
          title={t("import.progress.stopTitle")}
          text={t("import.progress.stopText")}
          confirm={t("import.progress.stop")}
          busy={cancel.isPending}
          onCancel={() => setIsStopping(false)}
          onConfirm={() =>
            void attempt(cancel.mutateAsync({ params: { id } })).then(() => setIsStopping(false))
          }
        />
      )}
    </>
  );
};
