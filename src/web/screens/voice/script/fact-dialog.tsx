import { zodResolver } from "@hookform/resolvers/zod";
import { useRef } from "react";
import { Controller, type Resolver, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { factKinds, type ScriptFact, scriptFact } from "#domain/voice/script.ts";
import { insertVariable, VariablesSelect } from "#web/components/template/variables-select.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { factKeyFor } from "./list-edits.ts";
import { spokenVariableGroups } from "./spoken-variables.ts";

type FactDialogProps = {
  /** Absent: a new fact. */
  fact: ScriptFact | undefined;
  facts: readonly ScriptFact[];
  onApply: (fact: ScriptFact) => void;
  onClose: () => void;
};

const toLines = (text: string): string[] => [
  ...new Set(
    text
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

export const FactDialog = ({ fact, facts, onApply, onClose }: FactDialogProps) => {
  const { t } = useTranslation();
  const form = useForm<ScriptFact>({
    resolver: zodResolver(scriptFact) as Resolver<ScriptFact>,
    // The key of a new fact is made from its label when it is applied.
    defaultValues: fact ?? {
      key: "new",
      label: "",
      kind: "text",
      question: "",
      isRequired: true,
      choices: [],
    },
  });
  const questionField = useRef<HTMLTextAreaElement>(null);
  const { errors, isDirty } = form.formState;
  const kind = form.watch("kind");
  const { ref, ...question } = form.register("question");

  const apply = (values: ScriptFact) => {
    const choices = values.kind === "choice" ? values.choices : [];
    if (values.kind === "choice" && choices.length === 0)
      return form.setError("choices", { message: t("validation.required") });
    onApply({ ...values, choices, key: fact?.key ?? factKeyFor(values.label, facts) });
  };

  return (
    <FormDialog
      title={t(fact ? "scriptEditor.facts.editFull" : "scriptEditor.facts.addFull")}
      dirty={isDirty}
      onClose={onClose}
    >
      {(cancel) => (
        <form noValidate onSubmit={form.handleSubmit(apply)} className="grid gap-4">
          <div className="grid gap-4 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <Field
              label={t("scriptEditor.facts.label")}
              required
              hint={t("scriptEditor.facts.labelHint")}
              error={errors.label?.message}
            >
              <Input autoComplete="off" maxLength={60} {...form.register("label")} />
            </Field>
            <Field label={t("scriptEditor.facts.kind")}>
              <Select {...form.register("kind")}>
                {factKinds.map((id) => (
                  <option key={id} value={id}>
                    {t(`scriptEditor.kinds.${id}`)}
                  </option>
                ))}
              </Select>
            </Field>
          </div>
          <Field
            label={t("scriptEditor.facts.question")}
            required
            error={errors.question?.message}
            aside={
              <VariablesSelect
                groups={spokenVariableGroups}
                onSelect={(name) =>
                  insertVariable(questionField.current, form.getValues("question"), name, (text) =>
                    form.setValue("question", text, { shouldDirty: true }),
                  )
                }
              />
            }
          >
            <Textarea
              rows={2}
              maxLength={300}
              {...question}
              ref={(field) => {
                ref(field);
                questionField.current = field;
              }}
            />
          </Field>
          {kind === "choice" && (
            <Controller
              name="choices"
              control={form.control}
              render={({ field: { value, onChange, onBlur } }) => (
                <Field
                  label={t("scriptEditor.facts.choices")}
                  required
                  hint={t("scriptEditor.facts.choicesHint")}
                  error={errors.choices?.message ?? errors.choices?.find?.((each) => each?.message)?.message}
                >
                  <Textarea
                    rows={4}
                    defaultValue={value.join("\n")}
                    onBlur={onBlur}
                    onChange={(event) => onChange(toLines(event.target.value))}
                  />
                </Field>
              )}
            />
          )}
          <Controller
            name="isRequired"
            control={form.control}
            render={({ field: { value, onChange, ref: checkbox } }) => (
              // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is a button, which a label may hold
              <label className="flex min-h-9 w-fit items-center gap-2.5 text-sm">
                <Checkbox ref={checkbox} checked={value} onCheckedChange={onChange} />
                {t("scriptEditor.facts.mustFull")}
              </label>
            )}
          />
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
