import { useTranslation } from "react-i18next";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { useMay } from "#web/lib/session.ts";
import { When } from "#web/screens/endpoints/events/event-columns.tsx";
import { Card } from "#web/ui/card.tsx";
import { Fact, Facts, NextRun } from "./facts.tsx";
import { PullNow } from "./pull-now.tsx";

export const PullSetup = ({ endpoint }: { endpoint: IngestionEndpoint }) => {
  const { t } = useTranslation();
  const mayChange = useMay("operator");
  const { schedule, pagination } = endpoint.settings.pull;
  return (
    <Card title={t("endpoints.setup.pull")}>
      <div className="grid max-w-3xl gap-5">
        <Facts>
          <Fact name={t("endpoints.setup.pullUrl")}>
            {endpoint.endpointUrl ?? <span className="text-warn">{t("endpoints.setup.pullNone")}</span>}
          </Fact>
          <Fact name={t("endpoints.pull.schedule")}>
            {schedule.by === "cron" ? (
              <code className="font-mono text-xs">{schedule.cron}</code>
            ) : (
              t("endpoints.setup.everyMinutes", { count: schedule.minutes })
            )}
          </Fact>
          <Fact name={t("endpoints.pull.pagination")}>
            {t(`endpoints.pull.paginations.${pagination.by}`)}
          </Fact>
          <Fact name={t("endpoints.setup.nextRun")}>
            <NextRun at={endpoint.nextPullAt} />
          </Fact>
          <Fact name={t("endpoints.lastEvent")}>
            {endpoint.lastEventAt ? <When instant={endpoint.lastEventAt} /> : t("endpoints.never")}
          </Fact>
          <Fact name={t("endpoints.lastError")}>{endpoint.lastError ?? t("endpoints.setup.noError")}</Fact>
        </Facts>
        {mayChange && endpoint.endpointUrl && <PullNow endpoint={endpoint} />}
      </div>
    </Card>
  );
};
