import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { rowsBeforeConditions, typesOfSequencesOnly } from "#domain/broadcasts/first-message.ts";
import { insertStep } from "#web/components/sequence/draft-steps.ts";
import { type StepLimits, StepLimitsProvider } from "#web/components/sequence/step-limits.ts";
import { StepList } from "#web/components/sequence/step-list.tsx";
import { StepSheet } from "#web/components/sequence/step-panel.tsx";
import { numberSteps, toTree } from "#web/components/sequence/step-tree.ts";
import { useStepEdits } from "#web/components/sequence/use-step-edits.ts";
import type { BroadcastEditor } from "./use-broadcast-editor.ts";

/** The steps of a broadcast, as in a sequence. A step opens over the page. */
export const StepsFields = ({ editor }: { editor: BroadcastEditor }) => {
  const { t } = useTranslation();
  const { draft, stepIssues, changeSteps, changeStep } = editor;
  const { steps } = draft;
  const [selectedId, setSelectedId] = useState<string>();
  const edits = useStepEdits({ steps, changeSteps, changeStep }, setSelectedId);
  const selected = steps.find(({ id }) => id === selectedId);
  // What the server refuses of a broadcast is not offered.
  const limits = useMemo<StepLimits>(
    () => ({
      types: typesOfSequencesOnly,
      waits: ["around", "event"],
      conditionsFrom: rowsBeforeConditions(steps) || steps.length + 1,
      waitsFrom: draft.when.kind === "local" ? 1 : 0,
    }),
    [steps, draft.when.kind],
  );
  // A refused step is opened at its first problem.
  const firstIssue = stepIssues[0]?.stepId;
  useEffect(() => {
    if (firstIssue !== undefined) setSelectedId(firstIssue);
  }, [firstIssue]);
  return (
    <StepLimitsProvider value={limits}>
      <div className="rounded-lg border border-line">
        {steps.length === 0 && <p className="px-4 pt-4 text-sm text-soft">{t("sequence.empty")}</p>}
        <StepList
          steps={steps}
          selectedId={selected?.id}
          issues={stepIssues}
          progress={undefined}
          hasFigures={false}
          isEditable
          onSelect={setSelectedId}
          onAdd={(step, place) => {
            changeSteps((current) => insertStep(current, step, place));
            setSelectedId(step.id);
          }}
          onMove={edits.move}
          onShowRuns={undefined}
        />
        {selected && (
          <StepSheet
            steps={steps}
            step={selected}
            number={numberSteps(toTree(steps)).get(selected.id) ?? ""}
            issues={stepIssues.filter(({ stepId }) => stepId === selected.id)}
            isEditable
            edits={edits}
            onClose={() => setSelectedId(undefined)}
          />
        )}
      </div>
    </StepLimitsProvider>
  );
};
