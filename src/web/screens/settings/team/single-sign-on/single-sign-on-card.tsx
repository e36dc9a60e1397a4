import { useQuery } from "@tanstack/react-query";
import { KeyRound, Pencil } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type SingleSignOnSettings, singleSignOnApi } from "#contract/single-sign-on.ts";
import { builtInPermissions, covers } from "#domain/access/areas.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { useUser } from "#web/lib/session.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { SingleSignOnForm } from "./single-sign-on-form.tsx";

const Summary = ({ settings }: { settings: SingleSignOnSettings }) => {
  const { t } = useTranslation();
  const { name, issuer, enabled, onlySingleSignOn, domains, groupRoles } = settings;
  const details = [
    domains.length > 0 ? domains.join(", ") : t("team.sso.allDomains"),
    groupRoles.length > 0 ? t("team.sso.groupCount", { count: groupRoles.length }) : t("team.sso.noGroups"),
  ];
  return (
    <div className="grid min-w-0 gap-0.5">
      <p className="flex min-w-0 flex-wrap items-center gap-2">
        <span className="min-w-0 truncate font-medium">{name}</span>
        <Badge tone={enabled ? "ok" : "quiet"}>{t(enabled ? "team.sso.on" : "team.sso.off")}</Badge>
        {onlySingleSignOn && <Badge tone="sea">{t("team.sso.only")}</Badge>}
      </p>
      <p className="wrap-anywhere text-faint text-xs leading-[17px]">{[issuer, ...details].join(" · ")}</p>
    </div>
  );
};

/** The identity provider with which users sign in. Only administrators change it, because it can make any user one. */
export const SingleSignOnCard = () => {
  const { t } = useTranslation();
  const { permissions } = useUser();
  const { data, error, refetch } = useQuery(apiQuery(singleSignOnApi.get));
  const [isEditing, setIsEditing] = useState(false);
  const mayChange = covers(permissions, builtInPermissions.admin);
  const settings = data?.settings ?? null;
  return (
    <Card
      title={t("team.sso.title")}
      caption={<span className="max-sm:hidden">{t("team.sso.text")}</span>}
      aside={
        settings &&
        mayChange &&
        !isEditing && (
          <Button size="sm" aria-label={t("team.sso.edit")} onClick={() => setIsEditing(true)}>
            <Pencil aria-hidden="true" />
            {t("action.edit")}
          </Button>
        )
      }
    >
      {data && isEditing && (
        <SingleSignOnForm
          key={settings?.updatedAt ?? "new"}
          stored={data}
          onDone={() => setIsEditing(false)}
          onReload={refetch}
        />
      )}
      {settings && !isEditing && <Summary settings={settings} />}
      {data && !settings && !isEditing && (
        <EmptyState
          icon={KeyRound}
          title={t("team.sso.none")}
          text={t(mayChange ? "team.sso.noneText" : "team.sso.administratorsOnly")}
          className="py-6"
          action={mayChange && <Button onClick={() => setIsEditing(true)}>{t("team.sso.setUp")}</Button>}
        />
      )}
      {!data &&
        (error ? (
          <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-10" />
        ))}
    </Card>
  );
};
