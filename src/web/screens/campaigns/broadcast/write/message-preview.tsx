import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { templatesApi } from "#contract/templates.ts";
import { type Language, languages } from "#domain/language.ts";
import { isChannel } from "#web/components/rule/read-row.ts";
import type { SequenceRow } from "#web/components/sequence/step-tree.ts";
import { TemplatePreview } from "#web/components/template/template-preview.tsx";
import { apiQuery } from "#web/lib/api.ts";
import { currentLanguage } from "#web/lib/i18n.ts";
import { Card } from "#web/ui/card.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";

/** The message as a person gets it, in each language that its template has. */
export const MessagePreview = ({ message }: { message: SequenceRow }) => {
  const { t } = useTranslation();
  const { data } = useQuery(apiQuery(templatesApi.list));
  const [language, setLanguage] = useState<Language>(currentLanguage);
  const { type, template, variants } = message;
  if (!isChannel(type)) return null;
  // Of several texts, the first one is shown.
  const words = variants?.[0]?.template ?? template;
  const versions = (data ?? []).filter(
    (stored) => stored.channel === type && stored.name === words.trim().toLowerCase(),
  );
  const offered = languages.filter((each) => versions.some((stored) => stored.language === each));
  const shown = versions.find((stored) => stored.language === language) ?? versions[0];
  return (
    <Card
      title={t("campaigns.what.asSeen")}
      aside={
        offered.length > 1 && (
          <SegmentedControl
            label={t("language.label")}
            value={shown?.language ?? language}
            onChange={setLanguage}
            options={offered.map((id) => ({ id, label: t(`language.${id}`) }))}
          />
        )
      }
    >
      <TemplatePreview
        channel={type}
        subject={shown?.subject ?? null}
        body={shown?.body ?? words}
        design={shown?.design ?? null}
        language={shown?.language ?? language}
      />
    </Card>
  );
};
