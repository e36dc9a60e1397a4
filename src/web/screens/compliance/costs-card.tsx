import { Coins } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { type UsageRecord, usageApi } from "#contract/usage.ts";
import { usageKinds } from "#domain/usage.ts";
import { callApi } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatDollars } from "#web/lib/number-format.ts";
import { usePages } from "#web/lib/use-pages.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Badge } from "#web/ui/badge.tsx";
import type { DataColumn } from "#web/ui/data-table.tsx";
import { timeColumn } from "#web/ui/time-column.tsx";
import { LedgerCard } from "./ledger-card.tsx";
import { useLedgerFilter } from "./ledger-filters.tsx";
import { personColumn } from "./person-column.tsx";

/** Every request to a vendor, what it was for and what it cost. */
export const CostsCard = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const translateValue = useWorded();
  const [, navigate] = useLocation();
  const choices = useMemo(
    () =>
      [
        {
          name: "kind",
          label: t("compliance.costs.kind"),
          all: t("compliance.filter.allKinds"),
          options: usageKinds.map((value) => ({ value, text: t(`dashboard.cost.kind.${value}`) })),
        },
        {
          name: "outcome",
          label: t("compliance.log.status"),
          all: t("compliance.filter.allStatuses"),
          options: (["ok", "failed"] as const).map((value) => ({
            value,
            text: t(value === "ok" ? "compliance.log.success" : "compliance.log.failure"),
          })),
        },
      ] as const,
    [t],
  );
  const { filter, setFilter, clear } = useLedgerFilter(choices);
  const pages = usePages(
    usageApi.list,
    filter,
    (before) => callApi(usageApi.list, { query: { ...filter, ...before } }),
    ({ records }) => records,
  );
  const columns = useMemo<DataColumn<UsageRecord>[]>(() => {
    const kindText = ({ kind }: UsageRecord) => translateValue("dashboard.cost.kind", kind);
    return [
      timeColumn(t("compliance.log.timestamp"), format.dateTime),
      personColumn({
        header: t("compliance.ledger.person"),
        dateTime: format.dateTime,
        fallback: t("compliance.costs.nobody"),
        narrow: (record) =>
          record.ok ? kindText(record) : `${kindText(record)} · ${t("compliance.log.failure")}`,
        className: "max-w-0 w-full sm:w-1/2",
      }),
      {
        id: "kind",
        header: t("compliance.costs.kind"),
        enableSorting: false,
        cell: ({ row: { original } }) => <span className="whitespace-nowrap">{kindText(original)}</span>,
        meta: { className: "hidden sm:table-cell" },
      },
      {
        id: "service",
        header: t("compliance.costs.service"),
        enableSorting: false,
        cell: ({ row: { original } }) => translateValue("dashboard.cost.service", original.service),
        meta: { className: "hidden md:table-cell" },
      },
      {
        id: "status",
        header: t("compliance.log.status"),
        enableSorting: false,
        cell: ({ row: { original } }) => (
          <Badge tone={original.ok ? "ok" : "bad"}>
            {t(original.ok ? "compliance.log.success" : "compliance.log.failure")}
          </Badge>
        ),
        meta: { className: "max-sm:hidden" },
      },
      {
        id: "cost",
        header: t("compliance.costs.cost"),
        enableSorting: false,
        cell: ({ row: { original } }) => formatDollars(original.cost, format.numberLocale),
        meta: { className: "text-right tabular-nums" },
      },
    ];
  }, [t, format, translateValue]);
  return (
    <LedgerCard
      title={t("compliance.costs.title")}
      caption={t("compliance.costs.caption")}
      columns={columns}
      pages={pages}
      choices={choices}
      filter={filter}
      setFilter={setFilter}
      clearFilter={clear}
      searchLabel={t("compliance.filter.searchPeople")}
      exportPath={usageApi.exportUsage.path}
      onOpen={({ personId }) => personId && navigate(`/people/${personId}`)}
      empty={{
        icon: Coins,
        title: t("compliance.costs.empty"),
        text: t("compliance.costs.emptyText"),
      }}
    />
  );
};
