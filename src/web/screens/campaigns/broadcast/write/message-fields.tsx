import { useTranslation } from "react-i18next";
import { outreachChannels } from "#domain/channels/channel.ts";
import { ActionText } from "#web/components/rule/action-text.tsx";
import { isChannel, newAction } from "#web/components/rule/read-row.ts";
import type { StepIssue } from "#web/components/sequence/sequence-draft.ts";
import type { SequenceRow } from "#web/components/sequence/step-tree.ts";
import { VariantFields } from "#web/components/sequence/variant-fields.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Select } from "#web/ui/select.tsx";

type MessageFieldsProps = {
  message: SequenceRow;
  issues: readonly StepIssue[];
  onChange: (message: SequenceRow) => void;
};

/** The channel and the words of a broadcast of one message. */
export const MessageFields = ({ message, issues, onChange }: MessageFieldsProps) => {
  const { t } = useTranslation();
  const { type, template, variants } = message;
  const issueOf = (part: string) =>
    issues.find((issue) => issue.part === part || issue.part.startsWith(`${part}.`))?.message;
  const textIssue = issueOf("template");
  const others = issues.filter(({ part }) => !/^(template|variants)/.test(part));
  if (!isChannel(type)) return null;
  return (
    <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-[minmax(0,180px)_minmax(0,1fr)]">
      <Field label={t("campaigns.what.channel")}>
        <Select
          value={type}
          onChange={({ target }) => {
            const next = outreachChannels.find((channel) => channel === target.value) ?? type;
            onChange({ ...newAction(next, message), id: message.id });
          }}
        >
          {outreachChannels.map((channel) => (
            <option key={channel} value={channel}>
              {t(`reasons.channel.${channel}`)}
            </option>
          ))}
        </Select>
      </Field>
      <div className="grid min-w-0 grid-cols-1 gap-1.5">
        {!variants && (
          <>
            <p className="min-h-5 font-[540] text-sm">{t("sequence.words")}</p>
            <ActionText key={type} row={message} onChange={onChange} />
            {textIssue && (
              <p role="alert" className="text-bad text-xs wrap-anywhere">
                {textIssue}
              </p>
            )}
          </>
        )}
        <VariantFields
          channel={type}
          template={template}
          variants={variants}
          error={issueOf("variants")}
          onChange={(next, words = template) => onChange({ ...message, variants: next, template: words })}
        />
        {others.length > 0 && <FormAlert>{others.map((issue) => issue.message).join(". ")}</FormAlert>}
      </div>
    </div>
  );
};
