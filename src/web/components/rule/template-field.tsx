import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { templatesApi } from "#contract/templates.ts";
import type { Channel } from "#domain/channels/channel.ts";
import { LongLinks } from "#web/components/template/long-links.tsx";
import { insertVariable, VariablesSelect } from "#web/components/template/variables-select.tsx";
import { apiQuery } from "#web/lib/api.ts";
import { useTemplateTitle } from "#web/lib/use-template-title.ts";
import { Select } from "#web/ui/select.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

const customText = "…";
/** Text that matches is a template name and is never sent as message text. */
const templateNamePattern = /^[a-z0-9][a-z0-9_-]{0,79}$/i;

type TemplateFieldProps = { channel: Channel; text: string; onChange: (text: string) => void };

/** A template of the channel, or custom text. */
export const TemplateField = ({ channel, text, onChange }: TemplateFieldProps) => {
  const { t } = useTranslation();
  const { data } = useQuery(apiQuery(templatesApi.list));
  const channelTemplates = data?.filter((template) => template.channel === channel) ?? [];
  const names = [...new Set(channelTemplates.map(({ name }) => name))];
  const isListed = names.includes(text.toLowerCase());
  const [typesText, setTypesText] = useState(false);
  const textarea = useRef<HTMLTextAreaElement>(null);
  const isCustom = typesText || !isListed;
  const languageList = (name: string) =>
    channelTemplates
      .filter((template) => template.name === name)
      .map(({ language }) => language)
      .join(", ");
  const shownTitle = useTemplateTitle();
  const titleOf = (name: string) => {
    const template = channelTemplates.find((one) => one.name === name);
    return template ? shownTitle(template) : name;
  };
  const isMissing = data !== undefined && !isListed && templateNamePattern.test(text.trim());

  return (
    <div className="grid gap-2">
      <Select
        aria-label={t("rules.field.template")}
        value={isCustom ? customText : text.toLowerCase()}
        onChange={({ target }) => {
          setTypesText(target.value === customText);
          onChange(target.value === customText ? (isListed ? "" : text) : target.value);
        }}
      >
        {names.map((name) => (
          <option key={name} value={name}>
            {`${titleOf(name)} (${languageList(name)})`}
          </option>
        ))}
        <option value={customText}>{t("rules.otherTemplate")}</option>
      </Select>
      {isCustom && (
        <>
          <Textarea
            ref={textarea}
            rows={2}
            className="field-sizing-content max-h-60 min-h-15"
            aria-label={t("rules.field.otherTemplate")}
            placeholder={t("rules.field.template")}
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
          {(channel === "sms" || channel === "whatsapp") && <LongLinks body={text} onChange={onChange} />}
          <div className="justify-self-end">
            <VariablesSelect onSelect={(name) => insertVariable(textarea.current, text, name, onChange)} />
          </div>
        </>
      )}
      {isMissing && <p className="text-warn text-xs">{t("rules.noSuchTemplate", { name: text.trim() })}</p>}
    </div>
  );
};
