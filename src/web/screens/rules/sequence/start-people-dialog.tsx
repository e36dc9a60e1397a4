import { X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { runsApi } from "#contract/runs.ts";
import { PersonPicker, type SelectedPerson } from "#web/components/person/person-picker.tsx";
import type { SequenceRow } from "#web/components/sequence/step-tree.ts";
import type { Refused } from "#web/components/sequence/use-refusals.ts";
import { useStartReport } from "#web/components/sequence/use-start-report.ts";
import { useApiMutation } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Select } from "#web/ui/select.tsx";
import { useStepChoices } from "./use-step-choices.ts";

type ChosenProps = { people: readonly SelectedPerson[]; onRemove: (id: string) => void };

const Chosen = ({ people, onRemove }: ChosenProps) => {
  const { t } = useTranslation();
  return (
    <ul aria-label={t("sequence.start.chosen")} className="flex flex-wrap gap-1.5">
      {people.map(({ id, name }) => (
        <li
          key={id}
          className="flex min-w-0 max-w-full items-center gap-0.5 rounded-lg bg-sea-tint pl-2.5 text-sm"
        >
          <span className="truncate">{name}</span>
          <Button
            size="icon"
            variant="ghost"
            className="size-8 max-sm:size-9"
            aria-label={t("form.removeNamed", { name })}
            onClick={() => onRemove(id)}
          >
            <X aria-hidden="true" />
          </Button>
        </li>
      ))}
    </ul>
  );
};

type StartPeopleDialogProps = { ruleId: string; steps: readonly SequenceRow[]; onClose: () => void };

/** Starts the sequence for people by hand. People whom it refuses stay in the list with the reason. */
export const StartPeopleDialog = ({ ruleId, steps, onClose }: StartPeopleDialogProps) => {
  const { t } = useTranslation();
  const start = useApiMutation(runsApi.start);
  const report = useStartReport();
  const choices = useStepChoices(steps);
  const [people, setPeople] = useState<readonly SelectedPerson[]>([]);
  const [stepId, setStepId] = useState("");
  const [refused, setRefused] = useState<readonly Refused[]>([]);

  const add = (person: SelectedPerson | undefined) => {
    if (person && people.every(({ id }) => id !== person.id)) setPeople([...people, person]);
  };
  const submit = async () => {
    setRefused([]);
    try {
      const answer = await start.mutateAsync({
        params: { id: ruleId },
        body: { personIds: people.map(({ id }) => id), ...(stepId === "" ? {} : { stepId }) },
      });
      report.done(answer.started);
      if (answer.refused.length === 0) return onClose();
      setRefused(answer.refused);
      setPeople(people.filter(({ id }) => answer.refused.some((one) => one.id === id)));
    } catch (error) {
      report.failed(error);
    }
  };
  const nameOf = (personId: string) => people.find(({ id }) => id === personId)?.name ?? "";

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("sequence.start.title")}
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
        <div className="grid gap-2">
          <PersonPicker label={t("sequence.start.person")} value={undefined} onChange={add} />
          {people.length > 0 && (
            <Chosen
              people={people}
              onRemove={(id) => setPeople(people.filter((person) => person.id !== id))}
            />
          )}
        </div>
        <Field label={t("sequence.start.from")}>
          <Select value={stepId} onChange={(event) => setStepId(event.target.value)}>
            <option value="">{t("sequence.start.fromFirst")}</option>
            {choices.slice(1).map(({ id, words }) => (
              <option key={id} value={id}>
                {words}
              </option>
            ))}
          </Select>
        </Field>
        {refused.length > 0 && (
          <FormAlert>
            {refused.map(({ id, code }) => (
              <span key={id} className="block">
                {t("sequence.start.refused", {
                  name: nameOf(id),
                  reason: t(`sequence.refused.${code}`, { count: 1 }),
                })}
              </span>
            ))}
          </FormAlert>
        )}
        <DialogActions>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button type="submit" variant="primary" disabled={people.length === 0 || start.isPending}>
            {t("sequence.start.go", { count: people.length })}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
