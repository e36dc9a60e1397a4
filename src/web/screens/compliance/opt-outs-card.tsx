import { BellOff } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { consentsApi, type SuppressionRecord } from "#contract/consents.ts";
import { callApi } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { usePages } from "#web/lib/use-pages.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Badge } from "#web/ui/badge.tsx";
import type { DataColumn } from "#web/ui/data-table.tsx";
import { timeColumn } from "#web/ui/time-column.tsx";
import { LedgerCard } from "./ledger-card.tsx";
import { PersonLink } from "./person-link.tsx";

export const OptOutsCard = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const translateValue = useWorded();
  const pages = usePages(
    consentsApi.suppressions,
    {},
    (before) => callApi(consentsApi.suppressions, { query: before }),
    ({ records }) => records,
  );
  const [, navigate] = useLocation();
  const columns = useMemo<DataColumn<SuppressionRecord>[]>(
    () => [
      timeColumn(t("compliance.log.timestamp"), format.dateTime),
      {
        id: "person",
        header: t("compliance.ledger.person"),
        enableSorting: false,
        cell: ({ row: { original } }) => (
          <PersonLink
            id={original.personId}
            name={original.personName}
            fallback={t("compliance.ledger.nobody")}
          />
        ),
        meta: { className: "max-w-0 w-1/3" },
      },
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
        meta: { className: "max-w-0 w-1/3" },
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
      onOpen={({ personId }) => personId && navigate(`/people?person=${personId}`)}
      exportPath={consentsApi.exportSuppressions.path}
      empty={{
        icon: BellOff,
        title: t("compliance.ledger.noOptOuts"),
        text: t("compliance.ledger.noOptOutsText"),
      }}
    />
  );
};
