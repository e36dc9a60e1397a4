import { BellOff } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { consentsApi, type SuppressionRecord } from "#contract/consents.ts";
import { suppressionScopes, suppressionStates } from "#domain/compliance/suppression.ts";
import { callApi } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { usePages } from "#web/lib/use-pages.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Badge } from "#web/ui/badge.tsx";
import type { DataColumn } from "#web/ui/data-table.tsx";
import { timeColumn } from "#web/ui/time-column.tsx";
import { LedgerCard } from "./ledger-card.tsx";
import { useLedgerFilter } from "./ledger-filters.tsx";
import { personColumn } from "./person-column.tsx";

export const OptOutsCard = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const translateValue = useWorded();
  const choices = useMemo(
    () =>
      [
        {
          name: "scope",
          label: t("compliance.ledger.channel"),
          all: t("compliance.filter.allChannels"),
          options: suppressionScopes.map((value) => ({ value, text: t(`compliance.ledger.scope.${value}`) })),
        },
        {
          name: "state",
          label: t("compliance.ledger.stateLabel"),
          all: t("compliance.filter.allStates"),
          options: suppressionStates.map((value) => ({ value, text: t(`compliance.ledger.state.${value}`) })),
        },
      ] as const,
    [t],
  );
  const { filter, setFilter, clear } = useLedgerFilter(choices);
  const pages = usePages(
    consentsApi.suppressions,
    filter,
    (before) => callApi(consentsApi.suppressions, { query: { ...filter, ...before } }),
    ({ records }) => records,
  );
  const [, navigate] = useLocation();
  const columns = useMemo<DataColumn<SuppressionRecord>[]>(
    () => [
      timeColumn(t("compliance.log.timestamp"), format.dateTime),
      personColumn({
        header: t("compliance.ledger.person"),
        dateTime: format.dateTime,
        fallback: t("compliance.ledger.nobody"),
        narrow: ({ scope }) => translateValue("compliance.ledger.scope", scope),
        className: "max-w-0 w-full sm:w-1/3",
      }),
      {
        id: "scope",
        header: t("compliance.ledger.scopeLabel"),
        enableSorting: false,
        cell: ({ row: { original } }) => translateValue("compliance.ledger.scope", original.scope),
        meta: { className: "hidden md:table-cell" },
      },
      {
        id: "source",
        header: t("compliance.ledger.methodLabel"),
        enableSorting: false,
        cell: ({ row: { original } }) => (
          <span className="block truncate">
            {[translateValue("reasons.source", original.source), original.reason].filter(Boolean).join(" · ")}
          </span>
        ),
        meta: { className: "hidden max-w-0 w-1/3 sm:table-cell" },
      },
      {
        id: "state",
        header: t("compliance.ledger.stateLabel"),
        enableSorting: false,
        cell: ({ row: { original } }) => (
          <span className="inline-flex flex-wrap justify-end gap-1">
            {original.simulated && <Badge tone="warn">{t("simulated.label")}</Badge>}
            <Badge tone={original.state === "opted_out" ? "bad" : "ok"}>
              {t(`compliance.ledger.state.${original.state}`)}
            </Badge>
          </span>
        ),
        meta: { className: "text-right" },
      },
    ],
    [t, format, translateValue],
  );
  return (
    <LedgerCard
      title={t("compliance.ledger.optOuts")}
      caption={t("compliance.ledger.optOutsCaption")}
      columns={columns}
      pages={pages}
      choices={choices}
      filter={filter}
      setFilter={setFilter}
      clearFilter={clear}
      searchLabel={t("compliance.filter.searchOptOuts")}
      onOpen={({ personId }) => personId && navigate(`/people/${personId}`)}
      exportPath={consentsApi.exportSuppressions.path}
      empty={{
        icon: BellOff,
        title: t("compliance.ledger.noOptOuts"),
        text: t("compliance.ledger.noOptOutsText"),
      }}
    />
  );
};
