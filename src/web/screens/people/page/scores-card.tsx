import { useQuery } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { personPageApi, type ScoreStepView } from "#contract/person-page.ts";
import { dateIn } from "#domain/day.ts";
import { scoreNames } from "#domain/scoring/model.ts";
import { useZone } from "#web/components/thread/use-zone.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { describeEntry } from "#web/lib/timeline-text.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ScorePlot } from "./score-plot.tsx";
import { ScoreSteps } from "./score-steps.tsx";

const dayMs = 86_400_000;
const spans = { recent: 14, all: null } as const;
type Span = keyof typeof spans;

const legendClasses = { intent: "bg-beam", propensity: "bg-sea", churn: "bg-soft" } as const;

/** The words of what moved the scores: what a message said before that a message came. */
const useStepText = () => {
  const { t } = useTranslation();
  const wording = useWording();
  return ({ event }: ScoreStepView): { title: string; source: string | null } => {
    const { title, text, intent } = describeEntry(event, t, wording);
    if (intent && intent !== "other") return { title: t(`reading.intent.${intent}`), source: title };
    return { title, source: event.eventType === "status_changed" ? text : null };
  };
};

/** "Today 9:14 AM", "Fri 5:04 PM" or "Nov 3". */
export const useWhen = (): ((at: string) => string) => {
  const { t } = useTranslation();
  const format = useFormat();
  const zone = useZone();
  return (at) => {
    const [instant, now] = [Date.parse(at), Date.now()];
    if (dateIn(instant, zone) === dateIn(now, zone))
      return t("personPage.todayAt", { time: format.time(at) });
    return now - instant < 6 * dayMs ? format.weekdayTime(at) : format.day(at);
  };
};

export const ScoresCard = ({ personId, onOpen }: { personId: string; onOpen: (entryId: string) => void }) => {
  const { t } = useTranslation();
  const describe = useStepText();
  const when = useWhen();
  const [span, setSpan] = useState<Span>("all");
  const { data, error, refetch } = useQuery(
    apiQuery(personPageApi.scoreHistory, { params: { id: personId } }),
  );
  if (data === null)
    return (
      <Card title={t("personPage.scores.title")}>
        <EmptyState
          icon={Sparkles}
          title={t("people.profile.none")}
          text={t("people.profile.noneText")}
          className="py-8"
        />
      </Card>
    );
  const startAt = data ? Date.parse(data.start.at) : 0;
  const days = spans[span];
  const from = days === null || !data ? startAt : Math.max(startAt, Date.parse(data.end.at) - days * dayMs);
  const stepText = (step: ScoreStepView): string => {
    const { title, source } = describe(step);
    const effects = scoreNames.flatMap((name) => {
      const value = step.effect[name];
      return value === 0
        ? []
        : [`${t(`personPage.score.${name}`)} ${value > 0 ? "+" : "−"}${Math.abs(value)}`];
    });
    return [`${step.number}. ${[title, source].filter(Boolean).join(", ")}`, when(step.at), ...effects].join(
      " · ",
    );
  };
  return (
    <Card
      title={t("personPage.scores.title")}
      caption={<span className="max-sm:hidden">{t("personPage.scores.hint")}</span>}
      aside={
        <SegmentedControl
          label={t("personPage.scores.span")}
          options={[
            { id: "recent", label: t("personPage.scores.recent") },
            { id: "all", label: t("personPage.all") },
          ]}
          value={span}
          onChange={setSpan}
        />
      }
    >
      {!data && error && (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <div aria-busy="true" className="grid gap-4">
          <Skeleton className="h-[252px]" />
          <Skeleton className="h-48" />
        </div>
      )}
      {data && (
        <div className="grid gap-3.5">
          <p className="flex gap-3.5 text-soft text-xs sm:hidden">
            {scoreNames.map((name) => (
              <span key={name} className="inline-flex items-center gap-1.5">
                <span aria-hidden="true" className={cn("h-[3px] w-3.5 rounded", legendClasses[name])} />
                {t(`personPage.score.short.${name}`)}
              </span>
            ))}
          </p>
          <ScorePlot history={data} from={from} stepText={stepText} />
          {!data.isComputed && (
            <p className="rounded-lg bg-hover px-3 py-2 text-xs">{t("personPage.scores.brought")}</p>
          )}
          <ScoreSteps history={data} describe={describe} when={when} onOpen={onOpen} />
          <p className="text-faint text-xs">{t("personPage.scores.model", { version: data.version })}</p>
        </div>
      )}
    </Card>
  );
};
