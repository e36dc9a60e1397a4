import { useQuery } from "@tanstack/react-query";
import { RefreshCw, Undo2 } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type LearnedScore, learningApi, type ScoreModelSummary } from "#contract/learning.ts";
import type { ScoreName } from "#domain/scoring/model.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useCommands } from "#web/lib/commands.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { formatPoints, modelName, refusalText } from "./learning-text.ts";
import { TakeOverDialog } from "./take-over-dialog.tsx";
import { TrainingProgress } from "./training-progress.tsx";
import { isTraining, type LearningState } from "./use-learning.ts";
import { type UsableModel, useRollBack } from "./use-roll-back.ts";

/** Points from which the distance between scores and outcomes is highlighted. */
const manyPointsOff = 4;

const stateTones = { in_use: "ok", replaced: "quiet", waiting: "warn", not_used: "warn" } as const;

type HistoryRowProps = {
  name: string;
  trained: string;
  outcomes?: string | undefined;
  rightFirst?: string | undefined;
  offBy?: { text: string; isHigh: boolean } | undefined;
  happened: ReactNode;
  action: ReactNode;
};

/** On narrow screens the figures are below the name. */
const HistoryRow = ({ name, trained, outcomes, rightFirst, offBy, happened, action }: HistoryRowProps) => {
  const { t } = useTranslation();
  const missing = t("brain.quality.notMeasured");
  const figures = [
    outcomes && `${t("brain.training.outcomes")}: ${outcomes}`,
    rightFirst && `${t("brain.training.rightFirst")}: ${rightFirst}`,
    offBy && `${t("brain.training.offBy")}: ${offBy.text}`,
  ];
  return (
    <tr className="border-line border-t">
      <th scope="row" className="py-2.5 pr-3 pl-4 text-left align-top font-[560] lg:align-middle">
        {name}
        <span className="block font-[400] text-faint text-xs lg:hidden">{trained}</span>
        <span className="block font-[400] text-faint text-xs tabular-nums lg:hidden">
          {figures.filter(Boolean).join(" · ")}
        </span>
      </th>
      <td className="px-3 text-soft max-lg:hidden">{trained}</td>
      <td className="px-3 text-right max-lg:hidden">{outcomes ?? missing}</td>
      <td className="px-3 text-right max-lg:hidden">{rightFirst ?? missing}</td>
      <td className={cn("px-3 text-right max-lg:hidden", offBy?.isHigh && "text-warn")}>
        {offBy?.text ?? missing}
      </td>
      <td className="py-2.5 pr-4 pl-3 align-top lg:py-2 lg:pr-3 lg:align-middle">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 max-lg:justify-end max-lg:text-right">
          {happened}
        </div>
        <div className="mt-2 flex justify-end lg:hidden">{action}</div>
      </td>
      <td className="py-1.5 pr-4 pl-3 text-right max-lg:hidden">{action}</td>
    </tr>
  );
};

const RollBackButton = ({ model, onClick }: { model: string; onClick: () => void }) => {
  const { t } = useTranslation();
  return (
    <Button
      className="h-9 px-2.5 text-xs lg:h-7 lg:px-2"
      aria-label={t("brain.training.rollBackNamed", { model })}
      onClick={onClick}
    >
      <Undo2 aria-hidden="true" />
      {t("brain.training.rollBack")}
    </Button>
  );
};

type HistoryTableProps = {
  score: LearnedScore;
  models: readonly ScoreModelSummary[];
  onRollBack: ((model: UsableModel) => void) | undefined;
  /** Opens what the newest model would do, which waits for an administrator. */
  onReview: ((model: ScoreModelSummary) => void) | undefined;
};

const HistoryTable = ({ score, models, onRollBack, onReview }: HistoryTableProps) => {
  const { t } = useTranslation();
  const { numberLocale, number, dayTime, day } = useFormat();
  const pinned = score.isPinned && <span className="text-soft text-xs">{t("brain.training.pinned")}</span>;
  const startingInUse = score.model === null;
  const figuresOf = (metrics: LearnedScore["metrics"]) =>
    metrics
      ? {
          rightFirst: t("brain.quality.ofHundred", { amount: Math.round(metrics.auc * 100) }),
          offBy: {
            text: formatPoints(numberLocale, metrics.ece * 100),
            isHigh: metrics.ece * 100 >= manyPointsOff,
          },
        }
      : {};
  const sinceText = (model: ScoreModelSummary) =>
    model.inUseSince && (
      <span className="text-faint text-xs">{t("brain.training.since", { day: day(model.inUseSince) })}</span>
    );
  return (
    <table aria-label={t("brain.training.title")} className="w-full border-collapse text-sm">
      <thead className="text-faint text-xs">
        <tr className="[&_th]:py-2 [&_th]:font-[560]">
          <th scope="col" className="pr-3 pl-4 text-left">
            {t("brain.training.model")}
          </th>
          <th scope="col" className="px-3 text-left max-lg:hidden">
            {t("brain.training.trained")}
          </th>
          <th scope="col" className="px-3 text-right max-lg:hidden">
            {t("brain.training.outcomes")}
          </th>
          <th scope="col" className="px-3 text-right max-lg:hidden">
            {t("brain.training.rightFirst")}
          </th>
          <th scope="col" className="px-3 text-right max-lg:hidden">
            {t("brain.training.offBy")}
          </th>
          <th scope="col" className="px-3 text-left max-lg:pr-4 max-lg:text-right">
            {t("brain.training.happened")}
          </th>
          <th scope="col" className="max-lg:hidden">
            <span className="sr-only">{t("brain.training.action")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {models.map((model, index) => (
          <HistoryRow
            key={model.id}
            name={modelName(t, model)}
            trained={dayTime(model.trainedAt)}
            outcomes={number(model.outcomes)}
            {...figuresOf(model.metrics)}
            happened={
              <>
                <Badge tone={stateTones[model.state]}>{t(`brain.training.state.${model.state}`)}</Badge>
                {model.refusal && <span className="text-soft text-xs">{refusalText(t, model.refusal)}</span>}
                {model.state === "in_use" && pinned}
              </>
            }
            action={
              model.state === "in_use"
                ? sinceText(model)
                : model.state === "waiting"
                  ? index === 0 &&
                    onReview && (
                      <Button className="h-9 px-2.5 text-xs lg:h-7 lg:px-2" onClick={() => onReview(model)}>
                        {t("brain.takeOver.review")}
                      </Button>
                    )
                  : model.state === "replaced" &&
                    onRollBack && (
                      <RollBackButton model={modelName(t, model)} onClick={() => onRollBack(model)} />
                    )
            }
          />
        ))}
        <HistoryRow
          name={modelName(t, null)}
          trained={t("brain.training.byHand")}
          {...figuresOf(startingInUse ? score.metrics : null)}
          happened={
            <>
              <Badge tone={startingInUse ? "ok" : "quiet"}>
                {t(startingInUse ? "brain.training.state.in_use" : "brain.training.always")}
              </Badge>
              {startingInUse && pinned}
            </>
          }
          action={
            !startingInUse &&
            onRollBack && <RollBackButton model={modelName(t, null)} onClick={() => onRollBack(null)} />
          }
        />
      </tbody>
    </table>
  );
};

const useTrainNow = (state: LearningState | undefined) => {
  const { t } = useTranslation();
  const mayTrain = useMay("ai", "work");
  const { mutateAsync, isPending } = useApiMutation(learningApi.train);
  const isBusy = isPending || isTraining(state?.training);
  const train = useMemo(
    () => async () => {
      try {
        await mutateAsync(undefined);
        toast({ title: t("success.title"), description: t("brain.training.started") });
      } catch (error) {
        toast({
          title: t("error.title"),
          description: t("brain.training.startFailed"),
          detail: serverMessage(error),
          variant: "destructive",
        });
      }
    },
    [mutateAsync, t],
  );
  useCommands(
    useMemo(
      () =>
        mayTrain && !isBusy
          ? [{ id: "brain train", label: t("brain.training.now"), run: () => void train() }]
          : [],
      [mayTrain, isBusy, t, train],
    ),
  );
  return { mayTrain, isBusy, train };
};

type TrainingHistoryCardProps = { data: LearningState | undefined; chosen: ScoreName };

export const TrainingHistoryCard = ({ data, chosen }: TrainingHistoryCardProps) => {
  const { t } = useTranslation();
  const { number } = useFormat();
  const isAdmin = useMay("ai", "manage");
  const { mayTrain, isBusy, train } = useTrainNow(data);
  const models = useQuery(apiQuery(learningApi.models, { query: { score: chosen } }));
  const { change, isPending } = useRollBack(chosen);
  const [reviewed, setReviewed] = useState<ScoreModelSummary>();
  const [asked, setAsked] = useState<{ target: UsableModel }>();
  const score = data?.scores.find(({ name }) => name === chosen);
  const scoreName = t(`brain.score.${chosen}`);
  return (
    <Card
      title={t("brain.training.title")}
      caption={t("brain.training.caption", { score: scoreName })}
      aside={
        mayTrain && (
          <Button size="sm" disabled={isBusy || !data} onClick={() => void train()} className="max-sm:h-9">
            <RefreshCw aria-hidden="true" className={cn(isBusy && "animate-spin")} />
            {t("brain.training.now")}
          </Button>
        )
      }
    >
      {data && <TrainingProgress training={data.training} rescoring={data.rescoring} />}
      <p role="status" className="sr-only">
        {data?.training?.state === "succeeded" && t("brain.training.done")}
      </p>
      {score && models.data ? (
        <div className="-mx-4 -mb-2">
          <HistoryTable
            score={score}
            models={models.data}
            onReview={isAdmin ? setReviewed : undefined}
            onRollBack={isAdmin ? (target) => setAsked({ target }) : undefined}
          />
          {models.data.length === 0 && (
            <p className="border-line border-t px-4 pt-3 pb-2 text-faint text-xs">
              {t("brain.training.empty")}
            </p>
          )}
        </div>
      ) : models.error ? (
        <ErrorCard
          title={t("brain.training.failedLoad")}
          detail={serverMessage(models.error)}
          onRetry={() => void models.refetch()}
        />
      ) : (
        <div aria-busy="true" className="grid gap-3">
          {["newest", "before", "starting"].map((row) => (
            <Skeleton key={row} className="h-9" />
          ))}
        </div>
      )}
      {reviewed && <TakeOverDialog model={reviewed} onClose={() => setReviewed(undefined)} />}
      {asked && score && data && (
        <ConfirmDialog
          title={t("brain.training.confirmTitle", { model: modelName(t, asked.target) })}
          text={t("brain.training.confirmText", {
            score: scoreName,
            count: data.people,
            amount: number(data.people),
            model: modelName(t, asked.target),
            current: modelName(t, score.model),
          })}
          confirm={t("brain.training.confirm")}
          busy={isPending}
          onCancel={() => setAsked(undefined)}
          onConfirm={async () => {
            await change(asked.target, { model: score.model });
            setAsked(undefined);
          }}
        />
      )}
    </Card>
  );
};
