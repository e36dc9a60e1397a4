import { BadgeCheck, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { MessageTemplate } from "#contract/templates.ts";
import { channels } from "#domain/channels/channel.ts";
import { languages } from "#domain/language.ts";
import { useMay } from "#web/lib/session.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import type { OpenTemplate } from "./templates-tab.tsx";

type TemplateGroupProps = {
  name: string;
  templates: MessageTemplate[];
  onOpen: (open: OpenTemplate) => void;
};

/** All of one name: what each channel says, in which languages. */
export const TemplateGroup = ({ name, templates, onOpen }: TemplateGroupProps) => {
  const { t } = useTranslation();
  const mayChange = useMay("operator");
  const missingChannel = channels.find(
    (channel) => !templates.some((template) => template.channel === channel),
  );
  return (
    <Card
      title={<span className="break-all font-mono text-sm">{name}</span>}
      aside={
        mayChange &&
        missingChannel && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={t("templates.addTo", { name })}
            onClick={() => onOpen({ defaults: { name, channel: missingChannel } })}
          >
            <Plus aria-hidden="true" />
            {t("templates.channel")}
          </Button>
        )
      }
    >
      <ul className="divide-y divide-line">
        {channels
          .filter((channel) => templates.some((template) => template.channel === channel))
          .map((channel) => {
            const channelTemplates = templates.filter((template) => template.channel === channel);
            const channelName = t(`reasons.channel.${channel}`);
            return (
              <li key={channel} className="grid gap-1 py-2.5 first:pt-0 last:pb-0">
                <div className="flex flex-wrap items-center gap-1.5">
                  <Badge tone="sea">{channelName}</Badge>
                  {channelTemplates.some(({ approvedName }) => approvedName) && (
                    <Badge tone="ok">
                      <BadgeCheck aria-hidden="true" className="size-3.5" />
                      {t("templates.approved")}
                    </Badge>
                  )}
                  <span className="ml-auto flex gap-1.5">
                    {languages.map((language) => {
                      const template = channelTemplates.find((candidate) => candidate.language === language);
                      const named = { name, channel: channelName };
                      if (!template && !mayChange) return null;
                      return (
                        <Button
                          key={language}
                          size="sm"
                          {...(template ? {} : { variant: "ghost" as const })}
                          onClick={() =>
                            onOpen(template ? { template } : { defaults: { name, channel, language } })
                          }
                        >
                          {!template && <Plus aria-hidden="true" />}
                          {t(`templates.language.${language}`)}
                          <span className="sr-only">
                            {`: ${t(template ? "templates.openNamed" : "templates.addNamed", named)}`}
                          </span>
                        </Button>
                      );
                    })}
                  </span>
                </div>
                <p className="line-clamp-2 break-words text-sm text-soft">
                  {channelTemplates[0]?.subject ?? channelTemplates[0]?.body}
                </p>
              </li>
            );
          })}
      </ul>
    </Card>
  );
};
