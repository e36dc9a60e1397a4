import { zodResolver } from "@hookform/resolvers/zod";
import { useRef } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { type ScriptFact, type ScriptGoal, scriptGoal } from "#domain/voice/script.ts";
import { insertVariable, VariablesSelect } from "#web/components/template/variables-select.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { spokenVariableGroups } from "./spoken-variables.ts";

type GoalDialogProps = {
  /** Absent: a new goal. */
  goal: ScriptGoal | undefined;
  facts: readonly ScriptFact[];
  onApply: (goal: ScriptGoal) => void;
  onClose: () => void;
};

export const GoalDialog = ({ goal, facts, onApply, onClose }: GoalDialogProps) => {
  const { t } = useTranslation();
  const form = useForm<ScriptGoal>({
    resolver: zodResolver(scriptGoal) as Resolver<ScriptGoal>,
    defaultValues: goal ?? { title: "", say: "", facts: [] },
  });
  const sayField = useRef<HTMLTextAreaElement>(null);
  const { errors, isDirty } = form.formState;
  const chosen = form.watch("facts");
  const { ref, ...say } = form.register("say");
  const setFact = (key: string, isChosen: boolean) =>
    form.setValue(
      "facts",
      // In the order of the list, which is the order of the questions.
      facts.map((fact) => fact.key).filter((each) => (each === key ? isChosen : chosen.includes(each))),
      { shouldDirty: true },
    );

  return (
    <FormDialog
      title={t(goal ? "scriptEditor.goals.editFull" : "scriptEditor.goals.addFull")}
      dirty={isDirty}
      onClose={onClose}
    >
      {(cancel) => (
        <form noValidate onSubmit={form.handleSubmit(onApply)} className="grid gap-4">
          <Field
            label={t("scriptEditor.goals.name")}
            required
            hint={t("scriptEditor.goals.nameHint")}
            error={errors.title?.message}
          >
            <Input autoComplete="off" maxLength={100} {...form.register("title")} />
          </Field>
          <Field
            label={t("scriptEditor.goals.say")}
            hint={t("scriptEditor.goals.sayHint")}
            error={errors.say?.message}
            aside={
              <VariablesSelect
                groups={spokenVariableGroups}
                onSelect={(name) =>
                  insertVariable(sayField.current, form.getValues("say"), name, (text) =>
                    form.setValue("say", text, { shouldDirty: true }),
                  )
                }
              />
            }
          >
            <Textarea
              rows={3}
              maxLength={600}
              {...say}
              ref={(field) => {
                ref(field);
                sayField.current = field;
              }}
            />
          </Field>
          <fieldset className="grid gap-1">
            <legend className="mb-1 font-[540] text-sm">{t("scriptEditor.goals.facts")}</legend>
            {facts.length === 0 && <p className="text-faint text-xs">{t("scriptEditor.goals.noFacts")}</p>}
            {facts.map(({ key, label }) => (
              // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is a button, which a label may hold
              <label key={key} className="flex min-h-9 w-fit items-center gap-2.5 text-sm">
                <Checkbox
                  checked={chosen.includes(key)}
                  onCheckedChange={(isChosen) => setFact(key, isChosen)}
                />
                {label}
              </label>
            ))}
          </fieldset>
          <DialogActions>
            <Button onClick={cancel}>{t("action.cancel")}</Button>
            <Button type="submit" variant="primary">
              {t("scriptEditor.apply")}
            </Button>
          </DialogActions>
        </form>
      )}
    </FormDialog>
  );
};
