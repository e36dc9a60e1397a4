import { useState } from "react";
import { Controller } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { textOrNull } from "../../lib/validation-words.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { Input } from "../../ui/input.tsx";
import { Switch } from "../../ui/switch.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { ActionRows, ConditionRows, TriggerRows } from "./rule-rows.tsx";
import { type RuleFormProps, useRuleForm } from "./use-rule-form.ts";

const parts = ["triggers", "conditions", "actions"] as const;
type Part = (typeof parts)[number];

export const RuleDialog = (props: RuleFormProps) => {
  const { rule, like, onClose } = props;
  const { t } = useTranslation();
  const [part, setPart] = useState<Part>("triggers");
  const [leaving, setLeaving] = useState(false);
  const { form, refusal, submit, loadNewest, busy } = useRuleForm(props, (invalid) => {
    const first = parts.find((one) => invalid.includes(one));
    if (first && !invalid.includes(part)) setPart(first);
  });
  const { errors, isDirty } = form.formState;
  // A copy is something to keep even before it is changed.
  const cancel = () => (isDirty || like ? setLeaving(true) : onClose());
  const rows = {
    triggers: <TriggerRows form={form} />,
    conditions: <ConditionRows form={form} />,
    actions: <ActionRows form={form} />,
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && cancel()}
      title={t(rule ? "rules.editTitle" : "rules.createTitle")}
      className="sm:max-w-2xl"
    >
      <form noValidate onSubmit={submit} className="grid min-w-0 gap-4">
        <Field label={t("rules.name")} required error={errors.name?.message}>
          <Input autoComplete="off" {...form.register("name")} />
        </Field>
        <Field label={t("rules.description")} error={errors.description?.message}>
          <Textarea rows={2} {...form.register("description", { setValueAs: textOrNull })} />
        </Field>
        <Field
          label={t("rules.enabled")}
          hint={t("rules.enabledHint")}
          aside={
            <Controller
              name="enabled"
              control={form.control}
              render={({ field: { value, onChange, ref } }) => (
                <Switch ref={ref} checked={value} onCheckedChange={onChange} />
              )}
            />
          }
        >
          {null}
        </Field>
        <Tabs
          label={t("rules.parts")}
          value={part}
          onChange={setPart}
          tabs={parts.map((id) => ({ id, label: t(`rules.tab.${id}`), content: rows[id] }))}
        />
        {refusal && (
          <FormAlert
            action={
              refusal.outdated && (
                <Button size="sm" onClick={() => void loadNewest()}>
                  {t("rules.loadNewest")}
                </Button>
              )
            }
          >
            {refusal.message}
          </FormAlert>
        )}
        <DialogActions>
          <Button onClick={cancel}>{t("action.cancel")}</Button>
          <Button type="submit" variant="primary" disabled={busy}>
            {busy ? t("action.saving") : t("action.save")}
          </Button>
        </DialogActions>
      </form>
      {leaving && (
        <ConfirmDialog
          title={t("rules.unsaved")}
          text={t("rules.unsavedText")}
          confirm={t("rules.discard")}
          onCancel={() => setLeaving(false)}
          onConfirm={onClose}
        />
      )}
    </Dialog>
  );
};
