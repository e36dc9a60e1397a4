import { useTranslation } from "react-i18next";
import { defaultGoodForHours } from "#domain/rules/step-parts.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Switch } from "#web/ui/switch.tsx";
import type { SequenceRow } from "./step-tree.ts";

type HoldFieldsProps = {
  step: SequenceRow;
  error: string | undefined;
  onChange: (step: SequenceRow) => void;
};

/** Whether the sequence waits until the task of the step is done, and for how long. */
export const HoldFields = ({ step, error, onChange }: HoldFieldsProps) => {
  const { t } = useTranslation();
  const { holds = false, goodForHours = defaultGoodForHours } = step;
  const { holds: _, goodForHours: __, ...withoutHold } = step;
  return (
    <div className="grid gap-2">
      <Field
        label={t("sequence.task.holds")}
        aside={
          <Switch
            checked={holds}
            onCheckedChange={(checked) => onChange(checked ? { ...step, holds: true } : withoutHold)}
          />
        }
      >
        {null}
      </Field>
      {holds && (
        <Field
          label={t("sequence.task.goodFor")}
          error={error}
          hint={
            Number.isNaN(goodForHours) ? undefined : t("sequence.task.holdsHint", { count: goodForHours })
          }
        >
          <Input
            type="number"
            min={1}
            step={1}
            value={Number.isNaN(goodForHours) ? "" : goodForHours}
            onChange={({ target }) => onChange({ ...step, goodForHours: target.valueAsNumber })}
          />
        </Field>
      )}
    </div>
  );
};
