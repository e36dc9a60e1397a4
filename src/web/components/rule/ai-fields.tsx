import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type AiPart, type AiTask, aiTasks, maxAiInstructionLength } from "#domain/rules/ai-step.ts";
import { chosenChannels } from "#domain/rules/chosen-channels.ts";
import type { RuleAction } from "#domain/rules/rule.ts";
import { useFieldLabel, usePersonFields } from "#web/components/person-field/use-person-fields.ts";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

/** What each task begins with. */
export const newAiPart = (task: AiTask = "classify"): AiPart => {
  if (task === "classify") return { task, labels: [] };
  return task === "extract" ? { task, field: "" } : { task };
};

type PartProps<Task extends AiTask> = {
  part: Extract<AiPart, { task: Task }>;
  onChange: (part: AiPart) => void;
};

const LabelsField = ({ part, onChange }: PartProps<"classify">) => {
  const { t } = useTranslation();
  // Empty lines stay while they are written.
  const [lines, setLines] = useState(part.labels.join("\n"));
  return (
    <Field label={t("sequence.ai.labels")} hint={t("sequence.ai.labelsHint")}>
      <Textarea
        rows={3}
        className="field-sizing-content max-h-60 min-h-15"
        value={lines}
        onChange={({ target }) => {
          setLines(target.value);
          const labels = target.value.split("\n").map((line) => line.trim());
          onChange({ ...part, labels: labels.filter((label) => label !== "") });
        }}
      />
    </Field>
  );
};

const TargetField = ({ part, onChange }: PartProps<"extract">) => {
  const { t } = useTranslation();
  const fields = usePersonFields();
  const labelOf = useFieldLabel();
  const { overwrites: _, ...withoutOverwrite } = part;
  return (
    <>
      <Field label={t("sequence.ai.field")}>
        <Select value={part.field} onChange={({ target }) => onChange({ ...part, field: target.value })}>
          <option value="" disabled>
            {t(fields.length === 0 ? "sequence.target.noFields" : "sequence.target.chooseField")}
          </option>
          {fields.map((field) => (
            <option key={field.key} value={field.key}>
              {labelOf(field)}
            </option>
          ))}
          {part.field !== "" && fields.every(({ key }) => key !== part.field) && (
            <option value={part.field}>{part.field}</option>
          )}
        </Select>
      </Field>
      <Field
        label={t("sequence.ai.overwrites")}
        aside={
          <Switch
            checked={part.overwrites === true}
            onCheckedChange={(checked) =>
              onChange(checked ? { ...part, overwrites: true } : withoutOverwrite)
            }
          />
        }
      >
        {null}
      </Field>
    </>
  );
};

const ChannelField = ({ part, onChange }: PartProps<"draft">) => {
  const { t } = useTranslation();
  return (
    <Field label={t("sequence.ai.channel")}>
      <Select
        value={part.channel ?? ""}
        onChange={({ target }) => {
          const channel = chosenChannels.find((each) => each === target.value);
          onChange(channel ? { task: "draft", channel } : { task: "draft" });
        }}
      >
        <option value="">{t("sequence.ai.sameChannel")}</option>
        {chosenChannels.map((channel) => (
          <option key={channel} value={channel}>
            {t(`rules.actionType.${channel}`)}
          </option>
        ))}
      </Select>
    </Field>
  );
};

const instructionLabels = { classify: "question", extract: "hint", draft: "wish" } as const;

type AiFieldsProps<Row extends RuleAction> = { row: Row; onChange: (row: Row) => void };

/** What a model is asked for at a step. */
export const AiFields = <Row extends RuleAction>({ row, onChange }: AiFieldsProps<Row>) => {
  const { t } = useTranslation();
  const { ai = newAiPart(), template } = row;
  const setPart = (part: AiPart) => onChange({ ...row, ai: part });
  return (
    <div className="grid gap-3">
      <Field label={t("sequence.ai.task")} hint={t(`sequence.ai.taskHint.${ai.task}`)}>
        <Select
          value={ai.task}
          onChange={({ target }) => setPart(newAiPart(aiTasks.find((task) => task === target.value)))}
        >
          {aiTasks.map((task) => (
            <option key={task} value={task}>
              {t(`sequence.ai.tasks.${task}`)}
            </option>
          ))}
        </Select>
      </Field>
      {ai.task === "classify" && <LabelsField part={ai} onChange={setPart} />}
      {ai.task === "extract" && <TargetField part={ai} onChange={setPart} />}
      {ai.task === "draft" && <ChannelField part={ai} onChange={setPart} />}
      <Field label={t(`sequence.ai.${instructionLabels[ai.task]}`)}>
        <Textarea
          rows={2}
          className="field-sizing-content max-h-40 min-h-10"
          maxLength={maxAiInstructionLength}
          value={template}
          onChange={({ target }) => onChange({ ...row, template: target.value })}
        />
      </Field>
    </div>
  );
};
