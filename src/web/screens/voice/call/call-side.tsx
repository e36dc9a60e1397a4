import { Check, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type CallDetail, voiceApi } from "#contract/voice.ts";
import { type CallOutcome, callOutcomes } from "#domain/voice/call.ts";
import { checkCall, type SpeechSpan, talkShare } from "#domain/voice/call-review.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { useCallSummary } from "#web/lib/use-call-summary.ts";
import { useWorded } from "#web/lib/worded.ts";
import { contactName } from "#web/screens/voice/call-columns.tsx";
import { CallMoment, FactList, GoalList, ScoreList } from "#web/screens/voice/call-progress.tsx";
import { LatencyChart } from "#web/screens/voice/latency-chart.tsx";
import { Card } from "#web/ui/card.tsx";
import { Select } from "#web/ui/select.tsx";

type SideProps = { call: CallDetail; onJump: (atMs: number) => void };

const OutcomeCard = ({ call }: { call: CallDetail }) => {
  const { t } = useTranslation();
  const summaryText = useCallSummary();
  const worded = useWorded();
  const mayChange = useMay("voice", "work");
  const save = useApiMutation(voiceApi.setOutcome);
  const change = (value: string) =>
    save.mutate(
      { params: { id: call.id }, body: { outcome: value === "" ? null : (value as CallOutcome) } },
      {
        onSuccess: () => toast({ title: t("callPage.outcome.saved") }),
        onError: (failure) =>
          toast({
            title: t("callPage.outcome.failed"),
            description: serverMessage(failure) ?? t("error.save"),
            variant: "destructive",
          }),
      },
    );
  return (
    <Card title={t("callPage.outcome.title")} className="[&>div:first-child]:mb-3">
      <div className="grid gap-3 text-sm">
        <Select
          aria-label={t("callPage.outcome.title")}
          value={save.isPending ? (save.variables?.body.outcome ?? "") : (call.outcome ?? "")}
          disabled={!mayChange || save.isPending}
          onChange={(event) => change(event.target.value)}
        >
          <option value="">{t("callPage.outcome.none")}</option>
          {callOutcomes.map((outcome) => (
            <option key={outcome} value={outcome}>
              {worded("voice.outcome", outcome)}
            </option>
          ))}
        </Select>
        {call.endReason && (
          <p className="text-soft">
            {t("callPage.ended", { reason: t(`callPage.endReason.${call.endReason}`) })}
          </p>
        )}
        <p className={cn("whitespace-pre-line break-words", call.summary ? "text-ink" : "text-faint")}>
          {call.summary ? summaryText(call.summary) : t("callPage.noSummary")}
        </p>
        {call.nextAction && (
          <p className="rounded-lg bg-warn-tint px-3 py-2">
            <span className="text-soft text-xs">{t("people.profile.nextBestAction")}</span>
            <br />
            <b className="font-[600]">{worded("people.profile.action", call.nextAction)}</b>
          </p>
        )}
      </div>
    </Card>
  );
};

const HandoffCard = ({ call }: { call: CallDetail }) => {
  const { t } = useTranslation();
  const format = useFormat();
  if (!call.handoffReason) return null;
  return (
    <Card
      title={t("callPage.handoff.title")}
      caption={call.handoffAt && format.dateTime(call.handoffAt)}
      className="[&>div:first-child]:mb-2"
    >
      <p className="font-[560] text-sm">{t(`liveCalls.reason.${call.handoffReason}`)}</p>
      <p className={cn("mt-1 whitespace-pre-line break-words text-sm", !call.handoffNote && "text-faint")}>
        {call.handoffNote ?? t("callPage.handoff.noNote")}
      </p>
    </Card>
  );
};

const FactsCard = ({ call, onJump }: SideProps) => {
  const { t } = useTranslation();
  const { facts, goals } = call;
  if (facts.length + goals.length === 0) return null;
  const known = facts.filter(({ value }) => value !== null).length;
  const reached = goals.filter(({ atMs }) => atMs !== null).length;
  return (
    <Card
      title={t(facts.length > 0 ? "callPage.facts" : "liveCalls.goals")}
      caption={
        facts.length > 0
          ? t("liveCalls.of", { done: known, all: facts.length })
          : t("liveCalls.of", { done: reached, all: goals.length })
      }
      className="[&>div:first-child]:mb-3"
    >
      <div className="grid gap-4">
        {facts.length > 0 && (
          <FactList facts={facts} withQuotes missing={t("callPage.notAsked")} onJump={onJump} />
        )}
        {goals.length > 0 && (
          <div className={cn("grid gap-2", facts.length > 0 && "border-line border-t pt-3")}>
            {facts.length > 0 && (
              <h3 className="text-soft text-xs">
                {t("liveCalls.goals")} · {t("liveCalls.of", { done: reached, all: goals.length })}
              </h3>
            )}
            <GoalList goals={goals} isLive={false} onJump={onJump} />
          </div>
        )}
      </div>
    </Card>
  );
};

const ChecksCard = ({ call, onJump }: SideProps) => {
  const { t } = useTranslation();
  const checks = checkCall(call);
  return (
    <Card title={t("callPage.checks")} className="[&>div:first-child]:mb-3">
      {checks.length === 0 ? (
        <p className="text-faint text-sm">{t("callPage.notChecked")}</p>
      ) : (
        <ul className="grid gap-2 text-sm">
          {checks.map(({ check, passed, atMs }) => (
            <li key={check} className="flex items-start gap-2.5">
              {passed ? (
                <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ok" />
              ) : (
                <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-bad" />
              )}
              <span className={cn("min-w-0 flex-1", !passed && "font-[560] text-bad")}>
                {t(`callPage.check.${passed ? "passed" : "failed"}.${check}`)}
              </span>
              {atMs !== null && <CallMoment atMs={atMs} onJump={onJump} />}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
};

const TalkCard = ({ call, spans }: { call: CallDetail; spans: readonly SpeechSpan[] }) => {
  const { t } = useTranslation();
  const { number } = useFormat();
  const share = talkShare(spans);
  const interruptions = call.turns.filter(({ isInterrupted }) => isInterrupted).length;
  const name = call.personName?.split(" ")[0] ?? contactName(call);
  const hasLatency = call.turns.some(({ latency }) => latency !== null);
  if (!share && !hasLatency) return null;
  return (
    <Card title={t("callPage.talk.title")} className="[&>div:first-child]:mb-3">
      <div className="grid gap-4">
        {hasLatency && <LatencyChart turns={call.turns} />}
        {share && (
          <div className="grid gap-1.5">
            <p className="flex justify-between gap-3 text-soft text-xs tabular-nums">
              <span>{t("callPage.talk.business", { percent: number(share.business) })}</span>
              <span className="truncate">
                {t("callPage.talk.customer", { name, percent: number(share.customer) })}
              </span>
            </p>
            <div aria-hidden="true" className="flex h-1.5 gap-0.5 overflow-hidden rounded-full">
              <span className="bg-sea" style={{ width: `${share.business}%` }} />
              <span className="flex-1 bg-ink" />
            </div>
            <p className="text-faint text-xs">{t("callPage.talk.interruptions", { count: interruptions })}</p>
          </div>
        )}
      </div>
    </Card>
  );
};

/** What is known about a call besides its words. */
export const CallSide = ({
  call,
  spans,
  onJump,
}: SideProps & { spans: readonly SpeechSpan[] }): ReactNode => {
  const { t } = useTranslation();
  return (
    <div className="grid min-w-0 content-start gap-4">
      <OutcomeCard call={call} />
      <HandoffCard call={call} />
      <FactsCard call={call} onJump={onJump} />
      <ChecksCard call={call} onJump={onJump} />
      {call.scores && (
        <Card
          title={t("callPage.scores")}
          caption={t("callPage.scoresNow")}
          className="[&>div:first-child]:mb-3"
        >
          <ScoreList scores={call.scores} />
        </Card>
      )}
      <TalkCard call={call} spans={spans} />
    </div>
  );
};
