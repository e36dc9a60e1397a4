import { useTranslation } from "react-i18next";
import type { TemplatePreview } from "#contract/templates.ts";
import type { OutreachChannel } from "#domain/channels/channel.ts";
import { templateCategories } from "#domain/messages/template-category.ts";
import { LongLinks } from "#web/components/template/long-links.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { SmsMeter } from "./sms-meter.tsx";
import type { TemplateEditing } from "./use-template-draft.ts";
import { WordsField } from "./words-field.tsx";

type WordsCardProps = {
  channel: OutreachChannel;
  editing: Pick<TemplateEditing, "draft" | "change">;
  preview: TemplatePreview | undefined;
};

/** The words of a message that is text: SMS, WhatsApp and calls. */
export const WordsCard = ({ channel, editing: { draft, change }, preview }: WordsCardProps) => {
  const { t } = useTranslation();
  return (
    <Card>
      <div className="grid min-w-0 grid-cols-1 gap-4">
        <WordsField
          label={t("templates.body")}
          required
          hint={t("templates.bodyHint", { example: "{{first_name|there}}" })}
          value={draft.body}
          rows={channel === "sms" ? 5 : 9}
          onChange={(body) => change({ body })}
        />
        {channel !== "call" && channel !== "voice_agent" && (
          <LongLinks body={draft.body} onChange={(body) => change({ body })} />
        )}
        {channel === "sms" && (
          <SmsMeter
            text={preview?.text ?? draft.body}
            price={preview?.price}
            body={draft.body}
            onChange={(body) => change({ body })}
          />
        )}
        {channel === "whatsapp" && (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t("templates.approvedName")} hint={t("templates.approvedHint")}>
              <Input
                value={draft.approvedName}
                maxLength={200}
                autoComplete="off"
                spellCheck={false}
                onChange={({ target }) => change({ approvedName: target.value })}
              />
            </Field>
            <Field label={t("templates.categoryLabel")} hint={t("templates.categoryHint")}>
              <Select
                value={draft.category}
                onChange={({ target }) =>
                  change({
                    category: templateCategories.find((id) => id === target.value) ?? draft.category,
                  })
                }
              >
                {templateCategories.map((category) => (
                  <option key={category} value={category}>
                    {t(`templates.category.${category}`)}
                  </option>
                ))}
              </Select>
            </Field>
          </div>
        )}
      </div>
    </Card>
  );
};
