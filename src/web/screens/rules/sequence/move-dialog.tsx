import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import type { StepChoice } from "./use-step-choices.ts";

type MoveDialogProps = {
  count: number;
  steps: readonly StepChoice[];
  busy: boolean;
  onMove: (stepId: string) => void;
  onClose: () => void;
};

/** Asks to which step runs are moved. */
export const MoveDialog = ({ count, steps, busy, onMove, onClose }: MoveDialogProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const [stepId, setStepId] = useState(steps[0]?.id ?? "");
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("sequence.move.title", { count, shown: format.number(count) })}
      description={t("sequence.move.text")}
      className="sm:max-w-md"
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onMove(stepId);
        }}
      >
        <Field label={t("sequence.move.to")}>
          <Select value={stepId} onChange={(event) => setStepId(event.target.value)}>
            {steps.map(({ id, words }) => (
              <option key={id} value={id}>
                {words}
              </option>
            ))}
          </Select>
        </Field>
        <DialogActions>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button type="submit" variant="primary" disabled={busy || stepId === ""}>
            {t("sequence.act.move")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
