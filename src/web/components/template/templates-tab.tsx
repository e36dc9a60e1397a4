import { useQuery } from "@tanstack/react-query";
import { BadgeCheck, MessageSquareText, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { type MessageTemplateRecord, templatesApi } from "#contract/templates.ts";
import { outreachChannels } from "#domain/channels/channel.ts";
import { languages } from "#domain/language.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { useCommands } from "#web/lib/commands.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { useTemplateTitle } from "#web/lib/use-template-title.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { NewTemplateDialog } from "./new-template-dialog.tsx";
import { useTemplatePaths } from "./template-path.ts";

type TemplateGroupProps = {
  name: string;
  templates: MessageTemplateRecord[];
};

/** All channels and languages of one template name. */
const TemplateGroup = ({ name, templates }: TemplateGroupProps) => {
  const { t, i18n } = useTranslation();
  const paths = useTemplatePaths();
  const titleOf = useTemplateTitle();
  const title = templates[0] ? titleOf(templates[0]) : name;
  const mayChange = useMay("rules", "work");
  const missingChannel = outreachChannels.find(
    (channel) => !templates.some((template) => template.channel === channel),
  );
  return (
    <Card
      title={
        <Link href={paths.page(name)} className="wrap-anywhere hover:text-sea hover:underline">
          {title}
        </Link>
      }
      aside={
        mayChange &&
        missingChannel && (
          <Button asChild size="sm" variant="ghost">
            <Link
              href={paths.page(name, { channel: missingChannel })}
              aria-label={t("templates.addTo", { name: title })}
            >
              <Plus aria-hidden="true" />
              {t("templates.channel")}
            </Link>
          </Button>
        )
      }
    >
      <ul className="divide-y divide-line">
        {outreachChannels
          .filter((channel) => templates.some((template) => template.channel === channel))
          .map((channel) => {
            const channelTemplates = templates.filter((template) => template.channel === channel);
            const channelName = t(`reasons.channel.${channel}`);
            const shown =
              channelTemplates.find(({ language }) => language === i18n.language) ?? channelTemplates[0];
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
                      const nameValues = { name: title, channel: channelName };
                      if (!template && !mayChange) return null;
                      return (
                        <Button
                          key={language}
                          asChild
                          size="sm"
                          {...(template ? {} : { variant: "ghost" as const })}
                        >
                          <Link href={paths.page(name, { channel, language })}>
                            {!template && <Plus aria-hidden="true" />}
                            {t(`templates.language.${language}`)}
                            <span className="sr-only">
                              {`: ${t(template ? "templates.openNamed" : "templates.addNamed", nameValues)}`}
                            </span>
                          </Link>
                        </Button>
                      );
                    })}
                  </span>
                </div>
                <p className="line-clamp-2 break-words text-sm text-soft">{shown?.subject ?? shown?.body}</p>
              </li>
            );
          })}
      </ul>
    </Card>
  );
};

const groupByName = (list: MessageTemplateRecord[]): [string, MessageTemplateRecord[]][] => [
  ...Map.groupBy(list, ({ name }) => name),
];

export const TemplatesTab = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const mayChange = useMay("rules", "work");
  const { data, error, refetch } = useQuery(apiQuery(templatesApi.list));
  const [isAdding, setIsAdding] = useState(false);
  useCommands(
    useMemo(
      () =>
        mayChange ? [{ id: "templates add", label: t("templates.add"), run: () => setIsAdding(true) }] : [],
      [t, mayChange],
    ),
  );
  const addButton = mayChange && (
    <Button variant="primary" className="ml-auto" onClick={() => setIsAdding(true)}>
      <Plus aria-hidden="true" />
      {t("templates.add")}
    </Button>
  );
  const groups = useMemo(() => data && groupByName(data), [data]);

  return (
    <div className="grid gap-4">
      {error && !data ? (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      ) : !groups ? (
        <div aria-busy="true" className="grid gap-4 lg:grid-cols-2">
          {["a", "b", "c", "d"].map((card) => (
            <Skeleton key={card} className="h-40 rounded-card" />
          ))}
        </div>
      ) : groups.length === 0 ? (
        <Card>
          <EmptyState
            icon={MessageSquareText}
            title={t("templates.empty")}
            text={t("templates.emptyText")}
            action={addButton}
          />
        </Card>
      ) : (
        <>
          <div className="flex min-h-9 items-center gap-3">
            <p className="text-sm text-soft tabular-nums">
              {t("templates.count", { count: groups.length, shown: format.number(groups.length) })}
            </p>
            {addButton}
          </div>
          <div className="grid items-start gap-4 lg:grid-cols-2">
            {groups.map(([name, list]) => (
              <TemplateGroup key={name} name={name} templates={list} />
            ))}
          </div>
        </>
      )}
      {isAdding && (
        <NewTemplateDialog
          takenNames={new Set(data?.map(({ name }) => name))}
          onClose={() => setIsAdding(false)}
        />
      )}
    </div>
  );
};
