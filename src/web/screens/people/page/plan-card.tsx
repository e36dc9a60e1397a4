import { useQuery } from "@tanstack/react-query";
import { CircleStop, Pause, Play, Plus, SkipForward } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { planApi } from "#contract/plan.ts";
import { rulesApi } from "#contract/rules.ts";
import { runsApi, type SequenceRun } from "#contract/runs.ts";
import { stopHappeningText } from "#web/components/rule/rule-text.ts";
import { useRuleTextContext } from "#web/components/rule/rule-text-context.ts";
import { runStateName, runTime, runTone, runWhy } from "#web/components/sequence/run-facts.ts";
import {
  StartSequenceDialog,
  useStartableSequences,
} from "#web/components/sequence/start-sequence-dialog.tsx";
import { stepTitle } from "#web/components/sequence/step-text.ts";
import { hasId, numberSteps, toTree } from "#web/components/sequence/step-tree.ts";
import { StopDialog } from "#web/components/sequence/stop-dialog.tsx";
import { useRunChange } from "#web/components/sequence/use-run-change.ts";
import { apiQuery } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { PlannedItems } from "./planned-items.tsx";

/** The step of a run with its number; undefined while it is asked. */
const useStepWords = ({ rule, stepId }: SequenceRun): string | undefined => {
  const { t } = useTranslation();
  const context = useRuleTextContext();
  const { data } = useQuery({
    ...apiQuery(rulesApi.get, { params: { id: rule?.id ?? "" } }),
    enabled: rule !== null && !rule.isBroadcast,
  });
  const steps = data?.actions.filter(hasId) ?? [];
  const step = steps.find(({ id }) => id === stepId);
  const number = step && numberSteps(toTree(steps)).get(step.id);
  return step && t("sequence.person.step", { number: number ?? "", step: stepTitle(step, context) });
};

/** What would end the run besides an opt-out. */
const StopLine = ({ runId }: { runId: string }) => {
  const { t } = useTranslation();
  const context = useRuleTextContext();
  const { locale } = useFormat();
  const { data } = useQuery(apiQuery(runsApi.get, { params: { id: runId } }));
  if (!data) return null;
  const events = data.stopWhen.map((event) => t(`sequence.says.stop.${event}`));
  const list = new Intl.ListFormat(locale, { type: "disjunction" }).format([
    ...events,
    ...data.stopOn.map((happening) => stopHappeningText(happening, context)),
    t("sequence.says.stop.opted_out"),
  ]);
  return <p className="text-faint text-xs">{t("sequence.person.ends", { events: list })}</p>;
};

const RunActions = ({ run }: { run: SequenceRun }) => {
  const { t } = useTranslation();
  const { apply, isPending } = useRunChange();
  const [isStopping, setStopping] = useState(false);
  const isPaused = run.state === "paused";
  return (
    <div className="flex flex-wrap gap-1.5">
      <Button
        size="sm"
        className="max-sm:h-9"
        disabled={isPending}
        onClick={() => void apply([run.id], { kind: isPaused ? "resume" : "pause" })}
      >
        {isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
        {t(isPaused ? "sequence.act.resume" : "sequence.act.pause")}
      </Button>
      <Button
        size="sm"
        className="max-sm:h-9"
        disabled={isPending}
        onClick={() => void apply([run.id], { kind: "skip" })}
      >
        <SkipForward aria-hidden="true" />
        {t("sequence.act.skip")}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        className="text-bad max-sm:h-9"
        disabled={isPending}
        onClick={() => setStopping(true)}
      >
        <CircleStop aria-hidden="true" />
        {t("sequence.act.stop")}
      </Button>
      {isStopping && (
        <StopDialog
          count={1}
          busy={isPending}
          onConfirm={() => void apply([run.id], { kind: "stop" }).then(() => setStopping(false))}
          onCancel={() => setStopping(false)}
        />
      )}
    </div>
  );
};

const RunItem = ({ run, mayRun }: { run: SequenceRun; mayRun: boolean }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const wording = useWording();
  const step = useStepWords(run);
  const time = runTime(run);
  const name = run.rule?.name ?? t("personPage.rules.deleted");
  return (
    <li className="grid min-w-0 gap-1.5 border-line border-t pt-3 text-sm first:border-t-0 first:pt-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {run.rule ? (
          <Link
            href={run.rule.isBroadcast ? `/campaigns/${run.rule.id}` : `/rules/${run.rule.id}`}
            className="wrap-anywhere min-w-0 font-[560] text-sea hover:underline"
          >
            {name}
          </Link>
        ) : (
          <span className="min-w-0 font-[560] wrap-anywhere">{name}</span>
        )}
        {run.rule?.isBroadcast && <Badge>{t("sequence.person.broadcast")}</Badge>}
        <Badge tone={runTone(run)}>{t(`sequence.state.${runStateName(run)}`)}</Badge>
        {time && (
          <time dateTime={time} className="ml-auto shrink-0 text-soft text-xs">
            {format.dayTime(time)}
          </time>
        )}
      </p>
      {step && <p className="wrap-anywhere">{step}</p>}
      <p className="wrap-anywhere text-soft text-xs">{runWhy(run, wording)}</p>
      <StopLine runId={run.id} />
      {mayRun && <RunActions run={run} />}
    </li>
  );
};

/** What will happen to the person: sequences with their next step and what would end it, messages and broadcasts. */
export const PlanCard = ({ personId }: { personId: string }) => {
  const { t } = useTranslation();
  const mayView = useMay("rules", "view");
  const mayRun = useMay("rules", "work");
  const [isStarting, setStarting] = useState(false);
  const { data } = useQuery({ ...apiQuery(runsApi.list, { query: { personId } }), enabled: mayView });
  const { data: plan } = useQuery({
    ...apiQuery(planApi.person, { params: { id: personId } }),
    enabled: mayView,
  });
  const sequences = useStartableSequences();
  const runs = data?.runs ?? [];
  const mayStart = mayRun && sequences !== undefined && sequences.length > 0;
  const isPlanned = plan !== undefined && plan.messages.length + plan.broadcasts.length > 0;
  if (!data || (runs.length === 0 && !isPlanned && !mayStart)) return null;
  return (
    <Card
      title={t("sequence.person.title")}
      aside={
        mayStart && (
          <Button size="sm" variant="ghost" className="-my-1.5 max-sm:h-9" onClick={() => setStarting(true)}>
            <Plus aria-hidden="true" />
            {t("sequence.person.start")}
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        {runs.length > 0 && (
          <ul aria-label={t("sequence.person.title")} className="grid gap-3">
            {runs.map((run) => (
              <RunItem key={run.id} run={run} mayRun={mayRun} />
            ))}
          </ul>
        )}
        {isPlanned && <PlannedItems plan={plan} />}
        {runs.length === 0 && !isPlanned && <p className="text-faint text-sm">{t("sequence.person.none")}</p>}
      </div>
      {isStarting && <StartSequenceDialog personIds={[personId]} onClose={() => setStarting(false)} />}
    </Card>
  );
};
