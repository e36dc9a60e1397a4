import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { defaultAction, type RuleInput, ruleInput } from "#domain/rules/rule.ts";
import type { SequenceDraft } from "#web/components/sequence/sequence-draft.ts";
import { textOrNull } from "#web/lib/text-or-null.ts";
import { ConditionRows, TriggerRows } from "#web/screens/rules/rows/rule-rows.tsx";
import { RuleOptionsFields } from "#web/screens/rules/rule-options.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { GoalFields, goalFieldNames } from "./goal-fields.tsx";
import { StopOnFields } from "./stop-on-fields.tsx";

const parts = ["triggers", "conditions", "options", "goal"] as const;
type Part = (typeof parts)[number];

type SettingsDialogProps = {
  draft: SequenceDraft;
  onApply: (part: Partial<SequenceDraft>) => void;
  onClose: () => void;
};

/** The name of a sequence, when it starts, for whom, how often and what for. What is applied is saved with the steps. */
export const SettingsDialog = ({ draft, onApply, onClose }: SettingsDialogProps) => {
  const { t } = useTranslation();
  const [part, setPart] = useState<Part>("triggers");
  const form = useForm<RuleInput>({
    resolver: zodResolver(ruleInput) as Resolver<RuleInput>,
    // The steps are not part of this form, and a rule without any is not valid.
    defaultValues: { ...draft, enabled: true, actions: [defaultAction] },
  });
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit(
    ({ name, description, triggers, conditions, options }) => {
      onApply({ name, description, triggers, conditions, options: { ...draft.options, ...options } });
      onClose();
    },
    (invalid) => {
      const hasGoal = goalFieldNames.some((name) => invalid.options?.[name]);
      setPart(
        (current) =>
          parts.find((each) => each in invalid && !(each === "options" && hasGoal)) ??
          (hasGoal ? "goal" : current),
      );
    },
  );
  const partLabel = (id: Part): string => {
    if (id === "goal") return t("sequence.goal.title");
    return id === "options" ? t("rules.options.title") : t(`rules.tab.${id}`);
  };
  const rows = {
    triggers: <TriggerRows form={form} />,
    conditions: <ConditionRows form={form} />,
    options: (
      <>
        <RuleOptionsFields form={form} isSequence />
        <StopOnFields form={form} />
      </>
    ),
    goal: <GoalFields form={form} />,
  };
  return (
    <FormDialog title={t("sequence.edit")} dirty={isDirty} onClose={onClose} className="sm:max-w-2xl">
      {(cancel) => (
        <form noValidate onSubmit={(event) => void submit(event)} className="grid min-w-0 gap-4">
          <Field label={t("rules.name")} required error={errors.name?.message}>
            <Input autoComplete="off" {...form.register("name")} />
          </Field>
          <Field label={t("rules.description")} error={errors.description?.message}>
            <Textarea rows={2} {...form.register("description", { setValueAs: textOrNull })} />
          </Field>
          <Tabs
            label={t("rules.parts")}
            value={part}
            onChange={setPart}
            tabs={parts.map((id) => ({
              id,
              label: partLabel(id),
              content: rows[id],
            }))}
          />
          <DialogActions>
            <Button onClick={cancel}>{t("action.cancel")}</Button>
            <Button type="submit" variant="primary">
              {t("sequence.apply")}
            </Button>
          </DialogActions>
        </form>
      )}
    </FormDialog>
  );
};
