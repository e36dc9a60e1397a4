import { Link as LinkIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { TemplatePreview } from "#contract/templates.ts";
import type { OutreachChannel } from "#domain/channels/channel.ts";
import { findLongLinks, shortenLinks } from "#domain/messages/short-link.ts";
import { templateCategories } from "#domain/messages/template-category.ts";
import { useFormat } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { SmsMeter } from "./sms-meter.tsx";
import type { TemplateEditing } from "./use-template-draft.ts";
import { WordsField } from "./words-field.tsx";

type LongLinksProps = { body: string; onChange: (body: string) => void };

/** Addresses that could be shortened. */
const LongLinks = ({ body, onChange }: LongLinksProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const links = findLongLinks(body);
  if (links.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-sea-tint px-3 py-2.5 text-sm">
      <p className="min-w-0 flex-1 basis-60">
        {t("templates.longLinks", {
          count: links.length,
          shown: format.number(links.reduce((sum, link) => sum + link.length, 0)),
        })}
      </p>
      <Button size="sm" onClick={() => onChange(shortenLinks(body))}>
        <LinkIcon aria-hidden="true" />
        {t("templates.shortenLinks")}
      </Button>
    </div>
  );
};

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
