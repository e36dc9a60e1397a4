import { ChevronDown, FlaskConical, GitBranch } from "lucide-react";
import { useId, useState } from "react";
import { Controller } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { defaultOptions, type RuleInput } from "#domain/rules/rule.ts";
import { optionTexts } from "#web/components/rule/rule-text.ts";
import { useRuleTextContext } from "#web/components/rule/rule-text-context.ts";
import { type RuleFormProps, useRuleForm } from "#web/components/rule/use-rule-form.ts";
import { cn } from "#web/lib/cn.ts";
import { textOrNull } from "#web/lib/text-or-null.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { SaveErrorAlert } from "#web/ui/form-alert.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { DryRunDialog } from "./dry-run-dialog.tsx";
import { ActionRows, ConditionRows, TriggerRows } from "./rows/rule-rows.tsx";
import { RuleOptionsFields } from "./rule-options.tsx";

const parts = ["triggers", "conditions", "actions"] as const;
type Part = (typeof parts)[number];

type ContinueAsSequenceProps = { isNew: boolean; busy: boolean; onContinue: () => void };

/** The way from actions that all run together to steps that follow each other. */
const ContinueAsSequence = ({ isNew, busy, onContinue }: ContinueAsSequenceProps) => {
  const { t } = useTranslation();
  return (
    <div className="mt-3 border-line border-t pt-2">
      <button
        type="button"
        disabled={busy}
        onClick={onContinue}
        className="flex min-h-9 items-center gap-2 rounded font-[540] text-sea text-sm hover:underline disabled:opacity-55"
      >
        <GitBranch aria-hidden="true" className="size-4" />
        {t("sequence.fromRule")}
      </button>
      <p className="text-faint text-xs">{t(isNew ? "sequence.fromNewRuleHint" : "sequence.fromRuleHint")}</p>
    </div>
  );
};

export const RuleDialog = (props: RuleFormProps) => {
  const { rule, copyFrom, onClose } = props;
  const { t } = useTranslation();
  const context = useRuleTextContext();
  const optionsId = useId();
  const [part, setPart] = useState<Part>("triggers");
  const [dryRunRule, setDryRunRule] = useState<RuleInput>();
  const [showsOptions, setShowsOptions] = useState(false);
  const showInvalid = (invalid: string[]) => {
    const firstInvalid = parts.find((candidate) => invalid.includes(candidate));
    if (firstInvalid && !invalid.includes(part)) setPart(firstInvalid);
    if (invalid.includes("options")) setShowsOptions(true);
  };
  const { form, refusal, submit, continueAsSequence, withValid, loadNewest, busy } = useRuleForm(
    props,
    showInvalid,
  );
  const { errors, isDirty } = form.formState;
  const optionSummary = optionTexts({ ...defaultOptions, ...form.watch("options") }, context);
  const rows = {
    triggers: <TriggerRows form={form} />,
    conditions: <ConditionRows form={form} />,
    actions: (
      <>
        <ActionRows form={form} />
        <ContinueAsSequence
          isNew={rule === undefined}
          busy={busy}
          onContinue={() => void continueAsSequence()}
        />
      </>
    ),
  };

  return (
    <FormDialog
      title={t(rule ? "rules.editTitle" : "rules.createTitle")}
      // A copy counts as unsaved even without changes.
      dirty={isDirty || copyFrom !== undefined}
      onClose={onClose}
      className="sm:max-w-2xl"
    >
      {(cancel) => (
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
          <section className="min-w-0 rounded-card border border-line">
            <button
              type="button"
              aria-expanded={showsOptions}
              aria-controls={optionsId}
              onClick={() => setShowsOptions(!showsOptions)}
              className="flex min-h-11 w-full items-center gap-2 rounded-card px-3.5 py-2 text-left text-sm hover:bg-hover"
            >
              <span className="font-[540]">{t("rules.options.title")}</span>
              <span className="min-w-0 flex-1 truncate text-faint text-xs">
                {optionSummary.length > 0 ? optionSummary.join(" · ") : t("rules.options.none")}
              </span>
              <ChevronDown
                aria-hidden="true"
                className={cn("size-4 shrink-0 text-soft transition-transform", showsOptions && "rotate-180")}
              />
            </button>
            {showsOptions && (
              <div id={optionsId} className="border-line border-t p-3.5">
                <RuleOptionsFields form={form} />
              </div>
            )}
          </section>
          <SaveErrorAlert refusal={refusal} onLoadNewest={loadNewest} />
          <DialogActions>
            <Button className="mr-auto" onClick={() => void withValid(setDryRunRule)()}>
              <FlaskConical aria-hidden="true" />
              {t("rules.dryRun.open")}
            </Button>
            <Button onClick={cancel}>{t("action.cancel")}</Button>
            <Button type="submit" variant="primary" disabled={busy}>
              {busy ? t("action.saving") : t("action.save")}
            </Button>
          </DialogActions>
          {dryRunRule && <DryRunDialog rule={dryRunRule} onClose={() => setDryRunRule(undefined)} />}
        </form>
      )}
    </FormDialog>
  );
};
