import { useQuery } from "@tanstack/react-query";
import { GitBranch, Megaphone } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { templatesApi } from "#contract/templates.ts";
import { sharePercent } from "#domain/broadcasts/guard.ts";
import { linkFigureDays } from "#domain/messages/short-link.ts";
import { sequencePath } from "#web/components/rule/sequence-path.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { broadcastPath } from "#web/screens/campaigns/broadcast-path.ts";
import { Card } from "#web/ui/card.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** The rules and broadcasts that name the template. */
export const UsesCard = ({ id }: { id: string }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error, refetch } = useQuery(apiQuery(templatesApi.uses, { params: { id } }));
  if (error && !data)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  return (
    <Card title={t("templates.usesTitle")}>
      {data?.links && (
        <p className="mb-3 text-sm">
          {t("templates.linkFigures", {
            clicked: format.number(data.links.clicked),
            sent: format.number(data.links.sent),
            percent: format.number(sharePercent(data.links.clicked, data.links.sent)),
            days: linkFigureDays,
          })}
        </p>
      )}
      {!data ? (
        <Skeleton className="h-12" />
      ) : data.uses.length === 0 ? (
        <p className="text-soft text-sm">{t("templates.unused")}</p>
      ) : (
        <ul aria-label={t("templates.usesTitle")} className="grid gap-2">
          {data.uses.map(({ id: useId, name, kind, isActive }) => {
            const Icon = kind === "broadcast" ? Megaphone : GitBranch;
            return (
              <li key={useId} className="flex items-center gap-2 text-sm">
                <Icon aria-hidden="true" className="size-4 shrink-0 text-soft" />
                <Link
                  href={kind === "broadcast" ? broadcastPath(useId) : sequencePath(useId)}
                  className="min-w-0 wrap-anywhere hover:text-sea hover:underline"
                >
                  {name}
                </Link>
                <span className="ml-auto shrink-0 text-faint text-xs">
                  {t(isActive ? "templates.useOn" : `templates.useOff.${kind}`)}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
};
