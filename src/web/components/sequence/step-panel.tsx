import { ArrowDown, ArrowUp, Copy, ListChecks, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { capitalize } from "#web/components/rule/rule-text.ts";
import { useRuleTextContext } from "#web/components/rule/rule-text-context.ts";
import { Button } from "#web/ui/button.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { SideSheet } from "#web/ui/side-sheet.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { mayMoveStep } from "./draft-steps.ts";
import type { StepIssue } from "./sequence-draft.ts";
import { StepForm } from "./step-form.tsx";
import { StepIcon } from "./step-icon.tsx";
import { StepPlaceField } from "./step-place.tsx";
import { stepTitle } from "./step-text.ts";
import type { SequenceRow, StepBranch } from "./step-tree.ts";

/** Parts whose field shows what the server says of them. */
const fieldParts = ["template", "ai", "variants", "wait", "onlyIf", "ifStopped", "goodForHours"];

export type StepEdits = {
  change: (step: SequenceRow) => void;
  move: (id: string, by: -1 | 1) => void;
  put: (id: string, branch: StepBranch) => void;
  duplicate: (id: string) => void;
  remove: (id: string) => void;
};

type StepPanelProps = {
  steps: readonly SequenceRow[];
  step: SequenceRow;
  number: string;
  issues: readonly StepIssue[];
  isEditable: boolean;
  edits: StepEdits;
};

type StepButtonsProps = Pick<StepPanelProps, "steps" | "step" | "edits">;

const StepButtons = ({ steps, step: { id }, edits }: StepButtonsProps) => {
  const { t } = useTranslation();
  const buttons = [
    { key: "up", icon: ArrowUp, run: () => edits.move(id, -1), isOff: !mayMoveStep(steps, id, -1) },
    { key: "down", icon: ArrowDown, run: () => edits.move(id, 1), isOff: !mayMoveStep(steps, id, 1) },
    { key: "duplicate", icon: Copy, run: () => edits.duplicate(id), isOff: false },
    { key: "remove", icon: Trash2, run: () => edits.remove(id), isOff: false },
  ] as const;
  return (
    <div className="flex shrink-0">
      {buttons.map(({ key, icon: Icon, run, isOff }) => (
        <Tooltip key={key} text={t(`sequence.stepAct.${key}`)}>
          <Button
            size="icon"
            variant="ghost"
            disabled={isOff}
            aria-label={t(`sequence.stepAct.${key}`)}
            onClick={run}
          >
            <Icon aria-hidden="true" />
          </Button>
        </Tooltip>
      ))}
    </div>
  );
};

const PanelBody = ({ steps, step, issues, isEditable, edits }: StepPanelProps) => {
  const hasField = ({ part }: StepIssue) =>
    fieldParts.some((name) => part === name || part.startsWith(`${name}.`));
  const others = issues.filter((issue) => !hasField(issue));
  return (
    <fieldset disabled={!isEditable} className="min-w-0">
      {others.length > 0 && (
        <div className="px-4 pt-3.5">
          <FormAlert>{others.map(({ message }) => message).join(". ")}</FormAlert>
        </div>
      )}
      <StepForm steps={steps} step={step} issues={issues} onChange={edits.change} />
      <div className="border-line border-t px-4 py-3.5 empty:hidden">
        <StepPlaceField steps={steps} step={step} onChange={(branch) => edits.put(step.id, branch)} />
      </div>
    </fieldset>
  );
};

const useStepHeading = ({ step, number }: StepPanelProps) => {
  const { t } = useTranslation();
  const context = useRuleTextContext();
  return {
    title: t("sequence.stepNumber", { number }),
    caption: capitalize(stepTitle(step, context), context.locale),
  };
};

/** The step beside the list. */
export const StepPanel = (props: StepPanelProps) => {
  const { title, caption } = useStepHeading(props);
  const { step, isEditable } = props;
  return (
    <section
      aria-label={title}
      className="sticky top-21 max-h-[calc(100dvh-100px)] min-w-0 overflow-y-auto rounded-card border border-line bg-panel shadow-card"
    >
      <header className="flex items-center gap-2.5 border-line border-b py-2.5 pr-2 pl-4">
        <span className="grid size-7 shrink-0 place-items-center rounded-lg bg-sea-tint text-sea [&_svg]:size-[15px]">
          <StepIcon type={step.type} />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="font-[620] text-base tracking-tight">{title}</h2>
          <p className="truncate text-soft text-xs">{caption}</p>
        </div>
        {isEditable && <StepButtons {...props} />}
      </header>
      <PanelBody {...props} />
    </section>
  );
};

/** The step over the list, where there is no room beside it. */
export const StepSheet = ({ onClose, ...props }: StepPanelProps & { onClose: () => void }) => {
  const { t } = useTranslation();
  const { title, caption } = useStepHeading(props);
  return (
    <SideSheet
      title={title}
      caption={caption}
      onClose={onClose}
      footer={
        <>
          {props.isEditable && (
            <span className="mr-auto">
              <StepButtons {...props} />
            </span>
          )}
          <Button onClick={onClose}>{t("sequence.done")}</Button>
        </>
      }
    >
      <div className="-m-5">
        <PanelBody {...props} />
      </div>
    </SideSheet>
  );
};

/** In the place of a step while none is chosen. */
export const NoStep = ({ children }: { children: ReactNode }) => (
  <p className="flex items-center gap-2 rounded-card border border-line border-dashed px-4 py-5 text-faint text-sm">
    <ListChecks aria-hidden="true" className="size-4 shrink-0" />
    {children}
  </p>
);
