import { type KeyboardEvent, useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { SequenceProgress } from "#contract/runs.ts";
import { useRuleTextContext } from "#web/components/rule/rule-text-context.ts";
import { AddStep } from "./add-step.tsx";
import { mayMoveStep, type StepPlace } from "./draft-steps.ts";
import type { StepIssue } from "./sequence-draft.ts";
import { layoutSteps } from "./step-layout.ts";
import { BranchRow, StepRow, WaitRow } from "./step-row.tsx";
import { type SequenceRow, toTree } from "./step-tree.ts";
import type { ShownRuns } from "./use-sequence-view.ts";

type StepListProps = {
  steps: readonly SequenceRow[];
  selectedId: string | undefined;
  issues: readonly StepIssue[];
  progress: SequenceProgress | undefined;
  /** Where no run has steps of its own, there is nothing to count. */
  hasFigures?: boolean;
  isEditable: boolean;
  onSelect: (id: string) => void;
  onAdd: (step: SequenceRow, place: StepPlace) => void;
  onMove: (id: string, by: -1 | 1) => void;
  onShowRuns: ((step: string, state: ShownRuns) => void) | undefined;
};

const stepButtons = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>("[data-step]") ?? []),
];

/** The steps from top to bottom. The arrow keys go through them; with Alt they move the step. */
export const StepList = (props: StepListProps) => {
  const { steps, selectedId, issues, progress, isEditable, onSelect, onAdd, onMove, onShowRuns } = props;
  const { hasFigures = true } = props;
  const { t } = useTranslation();
  const context = useRuleTextContext(steps);
  const list = useRef<HTMLOListElement>(null);
  /** The step that keeps the focus while the browser moves its row. */
  const moved = useRef<string>(undefined);
  const lines = useMemo(() => layoutSteps(toTree(steps), isEditable), [steps, isEditable]);
  const figures = useMemo(() => new Map(progress?.steps.map((step) => [step.stepId, step])), [progress]);

  useEffect(() => {
    const id = moved.current;
    if (id === undefined) return;
    moved.current = undefined;
    stepButtons(list.current)
      .find(({ dataset }) => dataset.step === id)
      ?.focus();
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>, id: string) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    const by = event.key === "ArrowUp" ? -1 : 1;
    if (!event.altKey) {
      const buttons = stepButtons(list.current);
      buttons[buttons.indexOf(event.currentTarget) + by]?.focus();
    } else if (isEditable && mayMoveStep(steps, id, by)) {
      moved.current = id;
      onMove(id, by);
    }
  };

  return (
    <ol ref={list} aria-label={t("sequence.tab.steps")} className="py-1 [--indent:20px] sm:[--indent:30px]">
      {lines.map((line, index) => {
        switch (line.kind) {
          case "add":
            return (
              <AddStep
                key={line.key}
                line={line}
                isLabelled={index === lines.length - 1}
                onAdd={(step) => onAdd(step, line.place)}
              />
            );
          case "wait":
            return (
              <WaitRow key={line.key} line={line} context={context} onSelect={() => onSelect(line.step.id)} />
            );
          case "branch":
            return (
              <BranchRow
                key={line.key}
                line={line}
                context={context}
                label={t(`sequence.branch.${line.answer}`)}
              />
            );
          default:
            return (
              <StepRow
                key={line.key}
                line={line}
                context={context}
                isSelected={line.step.id === selectedId}
                issue={issues.find(({ stepId }) => stepId === line.step.id)?.message}
                hasFigures={hasFigures}
                figures={figures.get(line.step.id)}
                hasGoal={progress?.goal != null}
                onSelect={() => onSelect(line.step.id)}
                onKeyDown={(event) => onKeyDown(event, line.step.id)}
                onShowRuns={onShowRuns && ((state) => onShowRuns(line.step.id, state))}
              />
            );
        }
      })}
    </ol>
  );
};
