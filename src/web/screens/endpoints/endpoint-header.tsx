import { ArrowLeft, FlaskConical, Settings2 } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { Sparkline } from "#web/components/chart/sparkline.tsx";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { useDescription } from "#web/lib/seed-description.ts";
import { useMay } from "#web/lib/session.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import type { EndpointAction } from "./endpoint-dialogs.tsx";
import { EndpointMenu } from "./endpoint-menu.tsx";
import { endpointTones } from "./endpoint-tones.ts";
import { LastError } from "./last-error.tsx";
import { PullNowButton } from "./pull-now-button.tsx";
import { RelativeTime } from "./relative-time.tsx";
import { isSystemEndpoint } from "./system-endpoint.ts";

const Figure = ({ name, bad = false, children }: { name: string; bad?: boolean; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="truncate text-faint text-xs">{name}</dt>
    <dd
      className={cn(
        "truncate font-[620] text-[17px] leading-6 tracking-tight tabular-nums",
        bad && "text-bad",
      )}
    >
      {children}
    </dd>
  </div>
);

type EndpointHeaderProps = {
  endpoint: IngestionEndpoint;
  onAction: (action: EndpointAction) => void;
  onShowDead: () => void;
};

export const EndpointHeader = ({ endpoint, onAction, onShowDead }: EndpointHeaderProps) => {
  const { t } = useTranslation();
  const describe = useDescription();
  const format = useFormat();
  const mayChange = useMay("endpoints", "work");
  const eventsLastDay = endpoint.hourly.reduce((sum, count) => sum + count, 0);
  return (
    <div className="grid gap-3">
      <Link
        href="/endpoints"
        className="flex w-fit items-center gap-1.5 rounded text-sm text-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {t("endpoints.back")}
      </Link>
      <Card className="grid gap-4">
        <div className="flex flex-wrap items-start gap-x-3 gap-y-3">
          <div className="min-w-0 flex-1 basis-64">
            <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <h2 className="min-w-0 break-words font-[640] text-[17px] leading-6 tracking-tight">
                {endpoint.name}
              </h2>
              <Badge tone={endpointTones[endpoint.status]}>
                {t(`endpoints.statuses.${endpoint.status}`)}
              </Badge>
              <Badge>{t(`endpoints.types.${endpoint.type}`)}</Badge>
            </div>
            {endpoint.description && (
              <p className="mt-0.5 break-words text-sm text-soft">{describe(endpoint.description)}</p>
            )}
          </div>
          <div className="relative flex items-center gap-2">
            {mayChange && !isSystemEndpoint(endpoint, mayChange) && (
              <Button
                size="sm"
                className="max-sm:hidden"
                onClick={() => onAction({ kind: "test", endpoint })}
              >
                <FlaskConical aria-hidden="true" />
                {t("endpoints.test")}
              </Button>
            )}
            <PullNowButton endpoint={endpoint} small />
            <Button size="sm" onClick={() => onAction({ kind: "edit", endpoint })}>
              <Settings2 aria-hidden="true" />
              {t("endpoints.configure")}
            </Button>
            <EndpointMenu endpoint={endpoint} onAction={onAction} />
          </div>
        </div>
        <dl className="grid grid-cols-2 items-start gap-x-4 gap-y-3 sm:grid-cols-5">
          <Figure name={t("endpoints.eventsToday")}>{format.number(endpoint.eventsToday)}</Figure>
          <Figure name={t("endpoints.pii")}>{format.number(endpoint.piiToday)}</Figure>
          <Figure name={t("endpoints.deadLetters")} bad={endpoint.deadLetters > 0}>
            {endpoint.deadLetters > 0 ? (
              <button type="button" onClick={onShowDead} className="rounded hover:underline">
                {format.number(endpoint.deadLetters)}
              </button>
            ) : (
              format.number(0)
            )}
          </Figure>
          <Figure name={t("endpoints.lastEvent")}>
            <span className="font-[540] text-sm">
              {endpoint.lastEventAt ? <RelativeTime instant={endpoint.lastEventAt} /> : t("endpoints.never")}
            </span>
          </Figure>
          <div className="min-w-0 max-sm:col-span-2">
            <dt className="text-faint text-xs">{t("endpoints.day")}</dt>
            <dd className="flex h-8 items-end gap-2.5 font-[540] text-sm tabular-nums">
              <Sparkline values={endpoint.hourly} />
              {format.number(eventsLastDay)}
            </dd>
          </div>
        </dl>
        {endpoint.lastError && <LastError text={endpoint.lastError} />}
      </Card>
    </div>
  );
};
