import { Settings2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { Sparkline } from "#web/components/chart/sparkline.tsx";
import { useFormat } from "#web/lib/format.ts";
import { useDescription } from "#web/lib/seed-description.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import type { EndpointAction } from "./endpoint-dialogs.tsx";
import { EndpointMenu } from "./endpoint-menu.tsx";
import { endpointTones } from "./endpoint-tones.ts";
import { LastError } from "./last-error.tsx";
import { PullNowButton } from "./pull-now-button.tsx";

type EndpointCardProps = { endpoint: IngestionEndpoint; onAction: (action: EndpointAction) => void };

export const EndpointCard = ({ endpoint, onAction }: EndpointCardProps) => {
  const { t } = useTranslation();
  const describe = useDescription();
  const format = useFormat();
  const href = `/endpoints/${endpoint.id}`;
  const eventsLastDay = endpoint.hourly.reduce((sum, count) => sum + count, 0);
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="font-[620] text-base tracking-tight">
            <Link href={href} data-endpoint={endpoint.id} className="block truncate rounded hover:text-sea">
              {endpoint.name}
            </Link>
          </h2>
          <p className="line-clamp-2 min-h-5 text-sm text-soft">
            {endpoint.description && describe(endpoint.description)}
          </p>
        </div>
        <Badge tone={endpointTones[endpoint.status]}>{t(`endpoints.statuses.${endpoint.status}`)}</Badge>
      </div>
      <dl className="grid grid-cols-3 gap-2 text-sm">
        <CardDetail name={t("endpoints.type")} value={t(`endpoints.types.${endpoint.type}`)} />
        <CardDetail name={t("endpoints.eventsToday")} value={format.number(endpoint.eventsToday)} />
        <CardDetail
          name={t("endpoints.pii")}
          value={
            endpoint.piiToday === 0
              ? t("endpoints.piiNone")
              : t("endpoints.piiSome", { count: endpoint.piiToday })
          }
        />
      </dl>
      <div className="flex min-h-7 items-center justify-between gap-3">
        <p className="flex items-center gap-2.5 text-faint text-xs tabular-nums">
          <Sparkline values={endpoint.hourly} />
          <span className="sr-only">
            {t("endpoints.dayCount", { count: eventsLastDay, shown: format.number(eventsLastDay) })}
          </span>
          <span aria-hidden="true">{t("endpoints.day")}</span>
        </p>
        {endpoint.deadLetters > 0 && (
          <Link
            href={`${href}?tab=dead&status=dead`}
            className="rounded font-[540] text-bad text-xs tabular-nums hover:underline"
          >
            {t("endpoints.deadCount", {
              count: endpoint.deadLetters,
              shown: format.number(endpoint.deadLetters),
            })}
          </Link>
        )}
      </div>
      {endpoint.lastError && <LastError text={endpoint.lastError} />}
      <div className="relative mt-auto flex items-center gap-1 border-line border-t pt-3">
        <Button
          size="sm"
          onClick={() => onAction({ kind: "edit", endpoint })}
          aria-label={`${t("endpoints.configure")}: ${endpoint.name}`}
        >
          <Settings2 aria-hidden="true" />
          {t("endpoints.configure")}
        </Button>
        <PullNowButton endpoint={endpoint} small />
        <span className="ml-auto">
          <EndpointMenu endpoint={endpoint} onAction={onAction} showsOpen />
        </span>
      </div>
    </Card>
  );
};

const CardDetail = ({ name, value }: { name: string; value: string }) => (
  <div className="min-w-0">
    <dt className="truncate text-faint text-xs">{name}</dt>
    <dd className="truncate font-[560] tabular-nums">{value}</dd>
  </div>
);
