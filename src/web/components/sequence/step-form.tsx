import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type ActionType, actionTypes } from "#domain/rules/rule.ts";
import { defaultGoodForHours, stopEffects } from "#domain/rules/step-parts.ts";
import { ActionText } from "#web/components/rule/action-text.tsx";
import { isChannel, isMessage, newAction } from "#web/components/rule/read-row.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { ConditionFields } from "./condition-fields.tsx";
import { HoldFields } from "./hold-fields.tsx";
import { labelStepsBefore } from "./label-fields.tsx";
import type { StepIssue } from "./sequence-draft.ts";
import { stepGroups } from "./step-kinds.ts";
import { useStepLimits } from "./step-limits.ts";
import type { SequenceRow } from "./step-tree.ts";
import { StepWords } from "./step-words.tsx";
import { VariantFields } from "./variant-fields.tsx";
import { WaitField } from "./wait-field.tsx";

const Section = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-1 gap-3 border-line border-t px-4 py-3.5 first:border-t-0 empty:hidden">
    {children}
  </div>
);

type KindFieldProps = { type: ActionType; onChange: (type: ActionType) => void };

/** Another kind for the step. A question stays one, because steps hang on its answers. */
const KindField = ({ type, onChange }: KindFieldProps) => {
  const { t } = useTranslation();
  const limits = useStepLimits();
  const isOffered = (each: ActionType) => each === type || (each !== "ask" && !limits.types.includes(each));
  return (
    <Field label={t("sequence.kind")}>
      <Select
        value={type}
        onChange={(event) => onChange(actionTypes.find((each) => each === event.target.value) ?? type)}
      >
        {stepGroups
          .map((group) => ({ ...group, types: group.types.filter(isOffered) }))
          .map((group) => (
            <optgroup key={group.id} label={t(`sequence.group.${group.id}`)}>
              {group.types.map((each) => (
                <option key={each} value={each}>
                  {t(`rules.actionType.${each}`)}
                </option>
              ))}
            </optgroup>
          ))}
      </Select>
    </Field>
  );
};

type StepFormProps = {
  /** All steps, for what those before this one offer. */
  steps: readonly SequenceRow[];
  step: SequenceRow;
  /** What the server says of this step. */
  issues: readonly StepIssue[];
  onChange: (step: SequenceRow) => void;
};

/** The form of a step: what it does, how long it waits, for whom, and what follows when it cannot be sent. */
export const StepForm = ({ steps, step, issues, onChange }: StepFormProps) => {
  const { t } = useTranslation();
  const { type, template, wait, onlyIf, ifStopped, variants } = step;
  const { goodForHours = defaultGoodForHours } = step;
  const isQuestion = type === "ask";
  const sends = isMessage(type);
  /** The issue of a part, and of everything below it. */
  const issueOf = (part: string) =>
    issues.find((issue) => issue.part === part || issue.part.startsWith(`${part}.`))?.message;
  const asksModel = type === "ai";
  const limits = useStepLimits();
  const place = steps.findIndex(({ id }) => id === step.id);
  const mayWait = place >= limits.waitsFrom || wait !== undefined;
  const mayAsk = place >= limits.conditionsFrom || onlyIf !== undefined;
  const labelSteps = labelStepsBefore(steps, step.id);
  const textIssue = issueOf("template") ?? issueOf("ai");
  const set = (part: Partial<SequenceRow>) => onChange({ ...step, ...part });
  return (
    <>
      <Section>
        {!isQuestion && (
          <KindField type={type} onChange={(next) => onChange({ ...newAction(next, step), id: step.id })} />
        )}
        {!(sends && variants) && (
          <div className="grid grid-cols-1 gap-1.5">
            <p className="min-h-5 font-[540] text-sm">
              {t(sends ? "sequence.words" : isQuestion ? "sequence.questionName" : "sequence.content")}
            </p>
            <ActionText key={`${step.id} ${type}`} row={step} onChange={onChange} />
            {textIssue && (
              <p role="alert" className="wrap-anywhere text-bad text-xs">
                {textIssue}
              </p>
            )}
            {isChannel(type) && <StepWords channel={type} template={template} />}
            {type === "add_task" && (
              <HoldFields step={step} error={issueOf("goodForHours")} onChange={onChange} />
            )}
          </div>
        )}
        {isChannel(type) && (
          <VariantFields
            key={step.id}
            channel={type}
            template={template}
            variants={variants}
            error={issueOf("variants")}
            onChange={(next, words = template) => set({ variants: next, template: words })}
          />
        )}
      </Section>
      <Section>
        {isQuestion && (
          <ConditionFields
            condition={onlyIf}
            isQuestion
            labelSteps={labelSteps}
            error={issueOf("onlyIf")}
            onChange={(next) => set({ onlyIf: next })}
          />
        )}
        {mayWait && (
          <WaitField
            label={t(isQuestion ? "sequence.wait.ofQuestion" : "sequence.wait.before")}
            hint={t(isQuestion ? "sequence.wait.questionHint" : "sequence.wait.hint")}
            wait={wait}
            error={issueOf("wait")}
            onChange={(next) => set({ wait: next })}
          />
        )}
      </Section>
      {!isQuestion && (
        <Section>
          {mayAsk && (
            <ConditionFields
              condition={onlyIf}
              isQuestion={false}
              labelSteps={labelSteps}
              error={issueOf("onlyIf")}
              onChange={(next) => set({ onlyIf: next })}
            />
          )}
          {(sends || asksModel) && (
            <>
              <div className="grid grid-cols-2 gap-2.5">
                <Field
                  label={t(asksModel ? "sequence.ai.ifUnanswered" : "sequence.ifStopped")}
                  error={issueOf("ifStopped")}
                >
                  <Select
                    value={ifStopped ?? "next"}
                    onChange={(event) => set({ ifStopped: event.target.value === "end" ? "end" : undefined })}
                  >
                    {stopEffects.map((effect) => (
                      <option key={effect} value={effect}>
                        {t(`sequence.stopEffect.${effect}`)}
                      </option>
                    ))}
                  </Select>
                </Field>
                <Field
                  label={t(asksModel ? "sequence.ai.goodFor" : "sequence.goodFor")}
                  error={issueOf("goodForHours")}
                >
                  <Input
                    type="number"
                    min={1}
                    step={1}
                    value={Number.isNaN(goodForHours) ? "" : goodForHours}
                    onChange={(event) => set({ goodForHours: event.target.valueAsNumber })}
                  />
                </Field>
              </div>
              <p className="text-faint text-xs">
                {Number.isNaN(goodForHours)
                  ? null
                  : t(asksModel ? "sequence.ai.goodForHint" : "sequence.goodForHint", {
                      count: goodForHours,
                    })}
              </p>
            </>
          )}
        </Section>
      )}
    </>
  );
};
