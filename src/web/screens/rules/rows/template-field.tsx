import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { templatesApi } from "#contract/templates.ts";
import type { RuleAction } from "#domain/rules/rule.ts";
import { query } from "#web/lib/api.ts";
import { Select } from "#web/ui/select.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

const other = "…";
/** What looks like a name, and so is looked up and never sent as it is. */
const looksNamed = /^[a-z0-9][a-z0-9_-]{0,79}$/i;

type TemplateFieldProps = { channel: RuleAction["type"]; text: string; onChange: (text: string) => void };

/** One of the channel's templates, or any text of one's own. */
export const TemplateField = ({ channel, text, onChange }: TemplateFieldProps) => {
  const { t } = useTranslation();
  const { data } = useQuery(query(templatesApi.list));
  const ofChannel = data?.filter((template) => template.channel === channel) ?? [];
  const names = [...new Set(ofChannel.map(({ name }) => name))];
  const isListed = names.includes(text.toLowerCase());
  const [writing, setWriting] = useState(false);
  const isOther = writing || !isListed;
  const languagesOf = (name: string) =>
    ofChannel
      .filter((template) => template.name === name)
      .map(({ language }) => language)
      .join(", ");
  const missing = data !== undefined && !isListed && looksNamed.test(text.trim());

  return (
    <div className="grid gap-2">
      <Select
        aria-label={t("rules.field.template")}
        value={isOther ? other : text.toLowerCase()}
        onChange={({ target }) => {
          setWriting(target.value === other);
          onChange(target.value === other ? (isListed ? "" : text) : target.value);
        }}
      >
        {names.map((name) => (
          <option key={name} value={name}>
            {`${name} (${languagesOf(name)})`}
          </option>
        ))}
        <option value={other}>{t("rules.otherTemplate")}</option>
      </Select>
      {isOther && (
        <Textarea
          rows={2}
          aria-label={t("rules.field.otherTemplate")}
          placeholder={t("rules.field.template")}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {missing && <p className="text-warn text-xs">{t("rules.noSuchTemplate", { name: text.trim() })}</p>}
    </div>
  );
};
