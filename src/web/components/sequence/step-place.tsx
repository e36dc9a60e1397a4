import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { branchesFor } from "./draft-steps.ts";
import { numberSteps, type SequenceRow, type StepBranch, toTree } from "./step-tree.ts";

const keyOf = (branch: StepBranch): string => (branch ? `${branch.step} ${branch.answer}` : "");

type StepPlaceFieldProps = {
  steps: readonly SequenceRow[];
  step: SequenceRow;
  onChange: (branch: StepBranch) => void;
};

/** The answer to which a step belongs. Not shown where there is no question besides it. */
export const StepPlaceField = ({ steps, step, onChange }: StepPlaceFieldProps) => {
  const { t } = useTranslation();
  const branches = useMemo(() => branchesFor(steps, step.id), [steps, step.id]);
  const numbers = useMemo(() => numberSteps(toTree(steps)), [steps]);
  if (branches.length < 2) return null;
  return (
    <Field label={t("sequence.place.label")}>
      <Select
        value={keyOf(step.within)}
        onChange={(event) => onChange(branches.find((branch) => keyOf(branch) === event.target.value))}
      >
        {branches.map((branch) => (
          <option key={keyOf(branch)} value={keyOf(branch)}>
            {branch
              ? t(`sequence.place.${branch.answer}`, { number: numbers.get(branch.step) ?? "" })
              : t("sequence.place.main")}
          </option>
        ))}
      </Select>
    </Field>
  );
};
