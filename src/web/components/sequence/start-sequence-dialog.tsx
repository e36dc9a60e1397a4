import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Rule } from "#contract/rules.ts";
import { runsApi } from "#contract/runs.ts";
import { type Refused, useRefusals } from "#web/components/sequence/use-refusals.ts";
import { useStartReport } from "#web/components/sequence/use-start-report.ts";
import { useApiMutation } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Select } from "#web/ui/select.tsx";

type StartSequenceDialogProps = {
  personId: string;
  /** Those that are enabled. */
  sequences: readonly Rule[];
  onClose: () => void;
};

/** Starts a sequence for the person, whatever its triggers and conditions. */
export const StartSequenceDialog = ({ personId, sequences, onClose }: StartSequenceDialogProps) => {
  const { t } = useTranslation();
  const start = useApiMutation(runsApi.start);
  const report = useStartReport();
  const refusalText = useRefusals();
  const [ruleId, setRuleId] = useState(sequences[0]?.id ?? "");
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const submit = async () => {
    setRefused([]);
    try {
      const answer = await start.mutateAsync({ params: { id: ruleId }, body: { personIds: [personId] } });
      report.done(answer.started);
      if (answer.refused.length === 0) onClose();
      else setRefused(answer.refused);
    } catch (error) {
      report.failed(error);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("sequence.person.start")}
      description={t("sequence.start.text")}
      className="sm:max-w-md"
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field label={t("sequence.person.which")}>
          <Select
            value={ruleId}
            onChange={(event) => {
              setRuleId(event.target.value);
              setRefused([]);
            }}
          >
            {sequences.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        {refused.length > 0 && <FormAlert>{refusalText(refused)}</FormAlert>}
        <DialogActions>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button type="submit" variant="primary" disabled={ruleId === "" || start.isPending}>
            {t("sequence.start.go", { count: 1 })}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
