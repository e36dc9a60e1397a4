import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { settings } from "#contract/settings.ts";
import { query, serverMessage } from "#web/lib/api.ts";
import { useMay } from "#web/lib/session.ts";
import { Card } from "#web/ui/card.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { BusinessCard } from "./general-business.tsx";
import { GeneralForm } from "./general-form.tsx";
import { TeamCard } from "./team-card.tsx";

export const GeneralTab = () => {
  const { t } = useTranslation();
  const isAdmin = useMay("admin");
  const { data, error, refetch } = useQuery(query(settings.general));
  return (
    <div className="grid gap-4">
      <Card title={t("settings.general.title")} caption={t("settings.general.caption")}>
        {data ? (
          <GeneralForm stored={data} readOnly={!isAdmin} />
        ) : error ? (
          <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
        ) : (
          <div className="grid gap-5 sm:grid-cols-2" aria-busy="true">
            {["timezone", "locale", "retention", "timeout"].map((field) => (
              <Skeleton key={field} className="h-15" />
            ))}
          </div>
        )}
      </Card>
      <BusinessCard readOnly={!isAdmin} />
      {isAdmin && <TeamCard />}
    </div>
  );
};
