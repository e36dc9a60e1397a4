import { useTranslation } from "react-i18next";
import { useFormat } from "#web/lib/format.ts";
import { toast } from "#web/lib/toast.ts";
import {
  blockOf,
  duplicateStep,
  insertBlock,
  moveStep,
  newStepId,
  placeOf,
  putInBranch,
  removeStep,
} from "./draft-steps.ts";
import type { StepEdits } from "./step-panel.tsx";
import type { SequenceRow } from "./step-tree.ts";

type EditedSteps = {
  steps: readonly SequenceRow[];
  changeSteps: (edit: (steps: SequenceRow[]) => SequenceRow[]) => void;
  changeStep: (step: SequenceRow) => void;
};

/** What can be done with a step of a draft. A removed step comes back with the toast. */
export const useStepEdits = (
  { steps: current, changeSteps, changeStep }: EditedSteps,
  onSelect: (id: string | undefined) => void,
): StepEdits => {
  const { t } = useTranslation();
  const format = useFormat();
  return {
    change: changeStep,
    move: (id, by) => changeSteps((steps) => moveStep(steps, id, by)),
    put: (id, branch) => changeSteps((steps) => putInBranch(steps, id, branch)),
    duplicate: (id) => {
      const { rows, copyId } = duplicateStep(current, id, newStepId);
      changeSteps(() => rows);
      onSelect(copyId);
    },
    remove: (id) => {
      const block = blockOf(current, id);
      const place = placeOf(current, id);
      const count = block.length;
      changeSteps((steps) => removeStep(steps, id));
      onSelect(undefined);
      toast({
        title: t("sequence.removed", { count, shown: format.number(count) }),
        action: {
          label: t("sequence.undo"),
          run: () => changeSteps((steps) => insertBlock(steps, block, place)),
        },
      });
    },
  };
};
