import { useTranslation } from "react-i18next";
import { type ChosenChannel, chosenChannels } from "#domain/rules/chosen-channels.ts";
import type { RuleAction } from "#domain/rules/rule.ts";
import { Field } from "#web/ui/field.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { TemplateField } from "./template-field.tsx";

type PreferredWordsProps<Row extends RuleAction> = { row: Row; onChange: (row: Row) => void };

/** One text for whichever channel the person prefers, and another one for the channels that need it. */
export const PreferredWords = <Row extends RuleAction>({ row, onChange }: PreferredWordsProps<Row>) => {
  const { t } = useTranslation();
  const { template, words = {} } = row;
  const setWords = (channel: ChosenChannel, text: string | undefined) => {
    const { [channel]: _, ...others } = words;
    const next = text === undefined ? others : { ...words, [channel]: text };
    const { words: __, ...withoutWords } = row;
    onChange((Object.keys(next).length > 0 ? { ...row, words: next } : withoutWords) as Row);
  };
  return (
    <div className="grid gap-2">
      <Textarea
        rows={3}
        className="field-sizing-content max-h-60 min-h-15"
        aria-label={t("sequence.preferred.text")}
        placeholder={t("sequence.preferred.text")}
        maxLength={1600}
        value={template}
        onChange={({ target }) => onChange({ ...row, template: target.value })}
      />
      <p className="text-faint text-xs">{t("sequence.preferred.hint")}</p>
      {chosenChannels.map((channel) => {
        const own = words[channel];
        const label = t("sequence.preferred.own", { channel: t(`rules.actionType.${channel}`) });
        return (
          <div key={channel} className="grid gap-2">
            <Field
              label={label}
              aside={
                <Switch
                  checked={own !== undefined}
                  onCheckedChange={(checked) => setWords(channel, checked ? "" : undefined)}
                />
              }
            >
              {null}
            </Field>
            {own !== undefined && (
              <TemplateField channel={channel} text={own} onChange={(text) => setWords(channel, text)} />
            )}
          </div>
        );
      })}
    </div>
  );
};
