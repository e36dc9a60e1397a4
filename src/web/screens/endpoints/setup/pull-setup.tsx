import { useTranslation } from "react-i18next";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { useMay } from "#web/lib/session.ts";
import { RelativeTime } from "#web/screens/endpoints/events/event-columns.tsx";
import { Card } from "#web/ui/card.tsx";
import { NextRun, SetupItem, SetupList } from "./facts.tsx";
import { PullNowButton } from "./pull-now.tsx";

export const PullSetup = ({ endpoint }: { endpoint: IngestionEndpoint }) => {
  const { t } = useTranslation();
  const mayChange = useMay("operator");
  const { schedule, pagination } = endpoint.settings.pull;
  return (
    <Card title={t("endpoints.setup.pull")}>
      <div className="grid max-w-3xl gap-5">
        <SetupList>
          <SetupItem name={t("endpoints.setup.pullUrl")}>
            {endpoint.endpointUrl ?? <span className="text-warn">{t("endpoints.setup.pullNone")}</span>}
          </SetupItem>
          <SetupItem name={t("endpoints.pull.schedule")}>
            {schedule.by === "cron" ? (
              <code className="font-mono text-xs">{schedule.cron}</code>
            ) : (
              t("endpoints.setup.everyMinutes", { count: schedule.minutes })
            )}
          </SetupItem>
          <SetupItem name={t("endpoints.pull.pagination")}>
            {t(`endpoints.pull.paginations.${pagination.by}`)}
          </SetupItem>
          <SetupItem name={t("endpoints.setup.nextRun")}>
            <NextRun at={endpoint.nextPullAt} />
          </SetupItem>
          <SetupItem name={t("endpoints.lastEvent")}>
            {endpoint.lastEventAt ? <RelativeTime instant={endpoint.lastEventAt} /> : t("endpoints.never")}
          </SetupItem>
          <SetupItem name={t("endpoints.lastError")}>
            {endpoint.lastError ?? t("endpoints.setup.noError")}
          </SetupItem>
        </SetupList>
        {mayChange && endpoint.endpointUrl && <PullNowButton endpoint={endpoint} />}
      </div>
    </Card>
  );
};
