import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useSearchParams } from "wouter";
import { templatesApi } from "#contract/templates.ts";
import { outreachChannels } from "#domain/channels/channel.ts";
import { languages } from "#domain/language.ts";
import { titleOfName } from "#domain/messages/template-title.ts";
import { useTemplatePaths } from "#web/components/template/template-path.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { currentLanguage } from "#web/lib/i18n.ts";
import { useSetScreenSubtitle } from "#web/lib/screen-subtitle.ts";
import { useTemplateTitle } from "#web/lib/use-template-title.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TemplatePage } from "./template-page.tsx";

/** The channel and the language of the address, else the first that the name has. */
const TemplateScreen = () => {
  const { t } = useTranslation();
  const [path] = useLocation();
  const paths = useTemplatePaths();
  const titleOf = useTemplateTitle();
  const [params] = useSearchParams();
  const { data, error, refetch } = useQuery(apiQuery(templatesApi.list));
  useSetScreenSubtitle(t("campaigns.subtitle"));
  if (!data && error)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div aria-busy="true" className="grid gap-4">
        <Skeleton className="h-9 w-1/3" />
        <Skeleton className="h-96 rounded-card" />
      </div>
    );
  const name = path.split("/").at(-1) ?? "";
  const named = data.filter((template) => template.name === name);
  const newTitle = params.get("title");
  if (named.length === 0 && newTitle === null)
    return (
      <Card>
        <EmptyState
          icon={SearchX}
          title={t("templates.gone")}
          text={t("templates.goneText")}
          action={
            <Button asChild>
              <Link href={paths.list}>{t("campaigns.tab.templates")}</Link>
            </Button>
          }
        />
      </Card>
    );
  const channel = outreachChannels.find((id) => id === params.get("channel")) ?? named[0]?.channel ?? "email";
  const ofChannel = named.filter((template) => template.channel === channel);
  const language =
    languages.find((id) => id === params.get("language")) ??
    ofChannel.find((template) => template.language === currentLanguage())?.language ??
    ofChannel[0]?.language ??
    currentLanguage();
  const record = ofChannel.find((template) => template.language === language);
  const title = named[0] ? titleOf(named[0]) : (newTitle ?? titleOfName(name));
  return (
    <TemplatePage
      key={`${name} ${channel} ${language}`}
      edited={{ name, channel, language, title, record }}
      stored={named}
      source={ofChannel.find((template) => template.language !== language)}
    />
  );
};

export default TemplateScreen;
