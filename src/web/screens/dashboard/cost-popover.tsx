import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { firstRoutes } from "#web/lib/first-routes.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatDollars } from "#web/lib/number-format.ts";
import { useMay } from "#web/lib/session.ts";
import { useWorded } from "#web/lib/worded.ts";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const CostBreakdown = () => {
  const { t } = useTranslation();
  const { numberLocale, number } = useFormat();
  const translateValue = useWorded();
  const maySeeAll = useMay("compliance", "view");
  const { data, error, refetch } = useQuery(apiQuery(firstRoutes.costs));
  if (!data && error)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-24" />;
  const { parts, total, people, peopleCost } = data;
  if (parts.length === 0) return <p className="text-sm text-soft">{t("dashboard.cost.none")}</p>;
  const maxCost = Math.max(...parts.map(({ cost }) => cost));
  // From one dollar on, parts are rounded to cents.
  const formatCost = (cost: number) =>
    formatDollars(total >= 1 ? Math.round(cost * 100) / 100 : cost, numberLocale);
  return (
    <>
      <ul className="grid gap-2.5">
        {parts.map(({ kind, service, uses, cost }) => (
          <li
            key={`${kind} ${service}`}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-2.5 text-sm"
          >
            <span className="min-w-0">
              {translateValue("dashboard.cost.kind", kind)}
              <span className="ml-1.5 text-faint text-xs">
                {`${translateValue("dashboard.cost.service", service)} · ${t("dashboard.cost.uses", { count: uses, shown: number(uses) })}`}
              </span>
            </span>
            <b className="font-[600] tabular-nums">{formatCost(cost)}</b>
            <span aria-hidden="true" className="col-span-2 mt-1 h-1.5 overflow-hidden rounded bg-hover">
              <span
                className="block h-full min-w-0.5 rounded bg-sea"
                style={{ width: `${(cost / maxCost) * 100}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
      <dl className="mt-3 grid grid-cols-[minmax(0,1fr)_auto] gap-x-2.5 gap-y-1 border-line border-t pt-3 text-sm">
        <dt>{t("dashboard.cost.total")}</dt>
        <dd className="text-right font-[600] tabular-nums">{formatCost(total)}</dd>
        {people > 0 && (
          <>
            <dt className="text-soft">
              {t("dashboard.cost.perPerson", { count: people, shown: number(people) })}
            </dt>
            <dd className="text-right text-soft tabular-nums">
              {formatDollars(peopleCost / people, numberLocale)}
            </dd>
          </>
        )}
      </dl>
      {maySeeAll && (
        <Link
          href="/compliance?tab=costs"
          className="mt-3 block w-fit rounded font-[540] text-sea text-sm hover:underline"
        >
          {t("dashboard.cost.all")}
        </Link>
      )}
    </>
  );
};

/** Opens the breakdown of the cost. */
export const CostPopover = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t("dashboard.cost.title")}
      className="w-[min(340px,calc(100vw-24px))]"
      trigger={
        <button
          type="button"
          className="group -mx-1 inline-flex max-w-full items-center gap-1 rounded px-1 hover:bg-hover"
        >
          <span className="truncate">{children}</span>
          <span className="sr-only">{`: ${t("dashboard.cost.open")}`}</span>
          <ChevronDown
            aria-hidden="true"
            className="size-4 shrink-0 text-faint group-hover:text-ink"
            strokeWidth={2}
          />
        </button>
      }
    >
      <div className="p-4">
        <h2 className="mb-3 font-[620] text-sm">{t("dashboard.cost.title")}</h2>
        {open && <CostBreakdown />}
      </div>
    </Popover>
  );
};
