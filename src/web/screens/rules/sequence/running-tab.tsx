import { UsersRound } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SequenceProgress, SequenceRun } from "#contract/runs.ts";
import type { RuleOptions } from "#domain/rules/rule.ts";
import type { SequenceRow } from "#web/components/sequence/step-tree.ts";
import { StopDialog } from "#web/components/sequence/stop-dialog.tsx";
import { useRunChange } from "#web/components/sequence/use-run-change.ts";
import type { RunsView, ShownRuns } from "#web/components/sequence/use-sequence-view.ts";
import { serverMessage } from "#web/lib/api.ts";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EndedCard } from "./ended-card.tsx";
import { GoalCard } from "./goal-card.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { RunBar } from "./run-bar.tsx";
import { type RunRequest, RunRow } from "./run-row.tsx";
import { useRuns } from "./use-runs.ts";
import { useStepChoices } from "./use-step-choices.ts";

type RunningTabProps = {
  ruleId: string;
  /** The steps as they are stored. */
  steps: readonly SequenceRow[];
  progress: SequenceProgress | undefined;
  /** As they are stored, like the figures. */
  options: RuleOptions;
  view: RunsView;
  mayChange: boolean;
  onView: (view: RunsView) => void;
};

const nothing: ReadonlySet<string> = new Set();
const idsOf = (runs: readonly SequenceRun[]): string[] => runs.map(({ id }) => id);

/** Who is in the sequence, or was, and what can be done with each. */
export const RunningTab = ({
  ruleId,
  steps,
  progress,
  options,
  view,
  mayChange,
  onView,
}: RunningTabProps) => {
  const { t } = useTranslation();
  const mayOpenPerson = useMay("people", "view");
  const { runs, error, refetch, hasMore, isLoadingMore, loadMore } = useRuns(ruleId, view);
  const { apply, isPending } = useRunChange();
  const choices = useStepChoices(steps);
  const [selected, setSelected] = useState(nothing);
  /** What is asked once more, and for which runs. */
  const [asked, setAsked] = useState<{ request: "move" | "stop"; ids: readonly string[] }>();
  const words = new Map(choices.map((choice) => [choice.id, choice.words]));
  const open = (runs ?? []).filter(({ state }) => state !== "ended");
  const chosen = open.filter(({ id }) => selected.has(id));
  const isAllChosen = chosen.length === open.length;

  const change = async (ids: readonly string[], request: Parameters<typeof apply>[1]) => {
    if (await apply(ids, request)) setSelected(nothing);
    setAsked(undefined);
  };
  const onRequest = (ids: readonly string[], request: RunRequest) => {
    if (request === "move" || request === "stop") setAsked({ request, ids });
    else void change(ids, { kind: request });
  };
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  const stepWords = ({ stepId, why }: SequenceRun): string => {
    if (why[0]?.code === "run_held_out") return t("sequence.runs.noStep");
    if (stepId === null) return t("sequence.runs.done");
    return words.get(stepId) ?? t("sequence.runs.removedStep");
  };
  const show = (next: RunsView) => {
    setSelected(nothing);
    onView(next);
  };

  const filters = (
    <div className="flex flex-wrap items-center gap-3 border-line border-b px-4 py-3">
      {mayChange && open.length > 0 && (
        <Checkbox
          checked={isAllChosen || (chosen.length > 0 && "indeterminate")}
          onCheckedChange={() => setSelected(isAllChosen ? nothing : new Set(idsOf(open)))}
          aria-label={t("sequence.runs.selectAll")}
          className="relative before:absolute before:-inset-2.5"
        />
      )}
      <Select
        aria-label={t("sequence.runs.step")}
        value={view.step ?? ""}
        onChange={({ target }) => show({ ...view, step: target.value || undefined })}
        wrapperClassName="min-w-0 flex-1 sm:max-w-80"
      >
        <option value="">{t("sequence.runs.allSteps")}</option>
        {choices.map(({ id, words: text }) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </Select>
      <SegmentedControl<ShownRuns>
        label={t("sequence.runs.state")}
        options={[
          { id: "running", label: t("sequence.runs.running") },
          { id: "ended", label: t("sequence.runs.ended") },
        ]}
        value={view.state}
        onChange={(state) => show({ ...view, state })}
      />
    </div>
  );
  const list = !runs ? (
    <div aria-busy="true" className="grid gap-3 p-4">
      {["a", "b", "c"].map((row) => (
        <Skeleton key={row} className="h-11" />
      ))}
    </div>
  ) : runs.length === 0 ? (
    <EmptyState
      icon={UsersRound}
      title={t(view.state === "ended" ? "sequence.runs.noneEnded" : "sequence.runs.none")}
      text={t("sequence.runs.noneText")}
    />
  ) : (
    <ul aria-label={t("sequence.tab.running")} className="divide-y divide-line">
      {runs.map((run) => (
        <RunRow
          key={run.id}
          run={run}
          stepWords={stepWords(run)}
          mayOpenPerson={mayOpenPerson}
          selection={
            mayChange && run.state !== "ended"
              ? { checked: selected.has(run.id), toggle: () => toggle(run.id) }
              : undefined
          }
          onRequest={(request) => onRequest([run.id], request)}
        />
      ))}
    </ul>
  );

  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_388px]">
      <div className="grid min-w-0 grid-cols-1 gap-3">
        {error && <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={refetch} />}
        {(runs || !error) && (
          <Card className="p-0">
            {filters}
            {list}
          </Card>
        )}
        {hasMore && (
          <Button className="justify-self-center" disabled={isLoadingMore} onClick={loadMore}>
            {t(isLoadingMore ? "compliance.log.loadingMore" : "compliance.log.more")}
          </Button>
        )}
        {chosen.length > 0 && (
          <RunBar
            runs={chosen}
            busy={isPending}
            onRequest={(request) => onRequest(idsOf(chosen), request)}
            onClear={() => setSelected(nothing)}
          />
        )}
      </div>
      <div className="grid min-w-0 grid-cols-1 gap-4">
        {progress?.goal && <GoalCard goal={progress.goal} options={options} />}
        <EndedCard ended={progress?.ended} />
      </div>
      {asked?.request === "stop" && (
        <StopDialog
          count={asked.ids.length}
          busy={isPending}
          onConfirm={() => void change(asked.ids, { kind: "stop" })}
          onCancel={() => setAsked(undefined)}
        />
      )}
      {asked?.request === "move" && (
        <MoveDialog
          count={asked.ids.length}
          steps={choices}
          busy={isPending}
          onMove={(stepId) => void change(asked.ids, { kind: "move", stepId })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  );
};
