import { Zap } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Outages } from "#contract/public-data.ts";
import { outageLevel } from "#domain/outage.ts";
import { municipalitiesOf, spellRegion } from "#domain/outage-regions.ts";
import { needsNotice } from "#domain/outage-watch.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatFixed } from "#web/lib/number-format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

type Region = Outages["regions"][number];

const barColors = { ok: "bg-ok", warn: "bg-[oklch(0.74_0.14_76)]", bad: "bg-bad" } as const;

const Figure = ({ label, value }: { label: string; value: number }) => {
  const { number } = useFormat();
  return (
    <div className="min-w-0 xl:text-right">
      <dt className="truncate text-faint text-xs">{label}</dt>
      <dd className="font-[560] text-sm tabular-nums">{number(value)}</dd>
    </div>
  );
};

/** Absent where no notice can be prepared. */
type OnPrepare = ((region: string) => void) | undefined;

const RegionRow = ({ region, onPrepare }: { region: Region; onPrepare: OnPrepare }) => {
  const { t } = useTranslation();
  const { number } = useFormat();
  const name = spellRegion(region.name);
  const level = outageLevel(region.percentageClientsWithoutService);
  const percentWith = formatFixed(region.percentageClientsWithService, 2, number);
  return (
    <li className="grid gap-x-6 gap-y-2.5 border-line border-t py-3 first:border-t-0 xl:grid-cols-[minmax(0,1.5fr)_minmax(0,1.2fr)_minmax(0,2fr)] xl:items-center">
      <div className="flex min-w-0 items-center justify-between gap-2">
        <h3 className="truncate font-[600] text-sm">{name}</h3>
        <Badge tone={level} className="tabular-nums">
          {t("luma.out", { percent: formatFixed(region.percentageClientsWithoutService, 2, number) })}
        </Badge>
      </div>
      <div className="grid gap-1">
        <div
          role="progressbar"
          aria-label={t("luma.barOf", { region: name })}
          aria-valuenow={region.percentageClientsWithService}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuetext={t("luma.withServicePercent", { percent: percentWith })}
          className="h-2 overflow-hidden rounded bg-hover"
        >
          <span
            className={cn("block h-full rounded", barColors[level])}
            style={{ width: `${Math.min(100, Math.max(0, region.percentageClientsWithService))}%` }}
          />
        </div>
        <p aria-hidden="true" className="text-faint text-xs tabular-nums">
          {t("luma.withServicePercent", { percent: percentWith })}
        </p>
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4">
        <Figure label={t("luma.totalClients")} value={region.totalClients} />
        <Figure label={t("luma.withoutService")} value={region.totalClientsWithoutService} />
        <Figure label={t("luma.withService")} value={region.totalClientsWithService} />
        <Figure label={t("luma.plannedShort")} value={region.totalClientsAffectedByPlannedOutage} />
      </dl>
      {onPrepare && needsNotice(region) && municipalitiesOf(name).length > 0 && (
        <Button
          size="sm"
          aria-label={t("luma.notice.prepareFor", { region: name })}
          onClick={() => onPrepare(name)}
          className="justify-self-start"
        >
          {t("luma.notice.prepare")}
        </Button>
      )}
    </li>
  );
};

export const RegionList = ({ regions, onPrepare }: { regions: Region[]; onPrepare: OnPrepare }) => {
  const { t } = useTranslation();
  return (
    <Card title={t("luma.regional")}>
      {regions.length === 0 ? (
        <EmptyState icon={Zap} title={t("luma.noRegions")} className="py-8" />
      ) : (
        <ul className="-my-2">
          {regions.map((region) => (
            <RegionRow key={region.name} region={region} onPrepare={onPrepare} />
          ))}
        </ul>
      )}
    </Card>
  );
};
