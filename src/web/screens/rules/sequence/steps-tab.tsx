import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { SequenceProgress } from "#contract/runs.ts";
import { insertStep } from "#web/components/sequence/draft-steps.ts";
import { FigureHeads, FigureLegend } from "#web/components/sequence/step-figures.tsx";
import { StepList } from "#web/components/sequence/step-list.tsx";
import { NoStep, StepPanel, StepSheet } from "#web/components/sequence/step-panel.tsx";
import { numberSteps, toTree } from "#web/components/sequence/step-tree.ts";
import type { RunsView } from "#web/components/sequence/use-sequence-view.ts";
import { useStepEdits } from "#web/components/sequence/use-step-edits.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMedia } from "#web/lib/use-media.ts";
import { Card } from "#web/ui/card.tsx";
import { StartRows } from "./start-rows.tsx";
import type { SequenceEditor } from "./use-sequence-editor.ts";

type StepsTabProps = {
  editor: SequenceEditor;
  progress: SequenceProgress | undefined;
  isEditable: boolean;
  selectedId: string | undefined;
  onSelect: (id: string | undefined) => void;
  /** Undefined where there are no runs to show. */
  onShowRuns: ((view: RunsView) => void) | undefined;
  /** What saving would do to the people inside. */
  effects: ReactNode;
};

/** How many people are at steps that the draft no longer has. */
const countAtRemovedSteps = (editor: SequenceEditor, progress: SequenceProgress | undefined): number => {
  const kept = new Set(editor.draft.actions.map(({ id }) => id));
  return (progress?.steps ?? [])
    .filter(({ stepId }) => !kept.has(stepId))
    .reduce((sum, { here }) => sum + here, 0);
};

/** What the sequence does, step by step, and the form of the chosen step. */
export const StepsTab = (props: StepsTabProps) => {
  const { editor, progress, isEditable, selectedId, onSelect, onShowRuns, effects } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const hasRoom = useMedia("(min-width: 1280px)");
  const { draft, issues, change, changeSteps, changeStep } = editor;
  const steps = draft.actions;
  const edits = useStepEdits({ steps, changeSteps, changeStep }, onSelect);
  const selected = steps.find(({ id }) => id === selectedId) ?? (hasRoom ? steps[0] : undefined);
  const displaced = countAtRemovedSteps(editor, progress);
  const panel = selected && {
    steps,
    step: selected,
    number: numberSteps(toTree(steps)).get(selected.id) ?? "",
    issues: issues.filter(({ stepId }) => stepId === selected.id),
    isEditable,
    edits,
  };
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_388px]">
      <div className="grid min-w-0 gap-4">
        <Card className="p-0">
          <StartRows draft={draft} isEditable={isEditable} onChange={(options) => change({ options })} />
          {steps.length > 0 && <FigureHeads hasGoal={progress?.goal != null} />}
          {steps.length === 0 && (
            <p className="px-4 pt-4 text-sm text-soft">
              {t(isEditable ? "sequence.empty" : "sequence.emptyReadOnly")}
            </p>
          )}
          <StepList
            steps={steps}
            selectedId={selected?.id}
            issues={issues}
            progress={progress}
            isEditable={isEditable}
            onSelect={onSelect}
            onAdd={(step, place) => {
              editor.changeSteps((current) => insertStep(current, step, place));
              onSelect(step.id);
            }}
            onMove={edits.move}
            onShowRuns={onShowRuns && ((step, state) => onShowRuns({ step, state }))}
          />
          {steps.length > 0 && (
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-t px-4 py-2.5">
              <FigureLegend />
              {displaced > 0 && (
                <p role="status" className="text-warn text-xs tabular-nums">
                  {t("sequence.displaced", { count: displaced, shown: format.number(displaced) })}
                </p>
              )}
            </div>
          )}
        </Card>
        {effects}
      </div>
      {hasRoom && (panel ? <StepPanel {...panel} /> : <NoStep>{t("sequence.choose")}</NoStep>)}
      {!hasRoom && panel && <StepSheet {...panel} onClose={() => onSelect(undefined)} />}
    </div>
  );
};
