import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { templatesApi } from "#contract/templates.ts";
import type { OutreachChannel } from "#domain/channels/channel.ts";
import { apiQuery } from "#web/lib/api.ts";
import { currentLanguage } from "#web/lib/i18n.ts";
import { useTemplateTitle } from "#web/lib/use-template-title.ts";

type StepWordsProps = { channel: OutreachChannel; template: string };

/** What the template of a step says, in the language of the interface where it has one. */
export const StepWords = ({ channel, template }: StepWordsProps) => {
  const { t } = useTranslation();
  const titleOf = useTemplateTitle();
  const { data } = useQuery(apiQuery(templatesApi.list));
  const named = (data ?? []).filter(
    (stored) => stored.channel === channel && stored.name === template.trim().toLowerCase(),
  );
  const shown = named.find(({ language }) => language === currentLanguage()) ?? named[0];
  if (!shown) return null;
  return (
    <figure className="rounded-[10px] rounded-tr-[3px] bg-sea-tint px-3 py-2 text-sm" lang={shown.language}>
      <figcaption className="sr-only">{`${t("sequence.words")}: ${titleOf(shown)}`}</figcaption>
      {shown.subject && <p className="mb-1 font-[600] wrap-anywhere">{shown.subject}</p>}
      <p className="line-clamp-6 whitespace-pre-line wrap-anywhere">{shown.body}</p>
    </figure>
  );
};
