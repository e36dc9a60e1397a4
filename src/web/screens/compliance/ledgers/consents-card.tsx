import { FileCheck2 } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type ConsentRecord, ledgers } from "#contract/ledgers.ts";
import { callApi } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { usePages } from "#web/lib/use-pages.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Badge } from "#web/ui/badge.tsx";
import type { DataColumn } from "#web/ui/data-table.tsx";
import { timeColumn } from "#web/ui/time-column.tsx";
import { ConsentDialog } from "./consent-dialog.tsx";
import { consentTones } from "./consent-tones.ts";
import { LedgerCard } from "./ledger-card.tsx";
import { PersonLink } from "./person-link.tsx";

export const ConsentsCard = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const worded = useWorded();
  const [open, setOpen] = useState<ConsentRecord>();
  const pages = usePages(
    ledgers.consents,
    {},
    (before) => callApi(ledgers.consents, { query: before }),
    ({ records }) => records,
  );
  const columns = useMemo<DataColumn<ConsentRecord>[]>(
    () => [
      timeColumn(t("compliance.log.timestamp"), format.dateTime),
      {
        id: "person",
        header: t("compliance.ledger.person"),
        enableSorting: false,
        cell: ({ row: { original } }) => <PersonLink id={original.personId} name={original.personName} />,
        meta: { className: "max-w-0 w-2/5" },
      },
      {
        id: "channel",
        header: t("compliance.ledger.channel"),
        enableSorting: false,
        cell: ({ row: { original } }) => t(`people.consent.${original.channel}`),
      },
      {
        id: "purpose",
        header: t("compliance.ledger.purposeLabel"),
        enableSorting: false,
        cell: ({ row: { original } }) => t(`compliance.ledger.purpose.${original.purpose}`),
        meta: { className: "hidden md:table-cell" },
      },
      {
        id: "method",
        header: t("compliance.ledger.methodLabel"),
        enableSorting: false,
        cell: ({ row: { original } }) => (
          <button
            type="button"
            onClick={() => setOpen(original)}
            className="block max-w-full truncate rounded py-1 text-left hover:text-sea"
          >
            {worded("compliance.ledger.method", original.method)}
          </button>
        ),
        meta: { className: "hidden lg:table-cell" },
      },
      {
        id: "state",
        header: t("compliance.ledger.stateLabel"),
        enableSorting: false,
        cell: ({ row: { original } }) => (
          <button
            type="button"
            aria-label={t("compliance.ledger.openNamed", {
              name: original.personName ?? t("people.unnamed"),
              state: t(`compliance.ledger.state.${original.state}`),
            })}
            onClick={() => setOpen(original)}
            className="rounded py-1"
          >
            <Badge tone={consentTones[original.state]}>
              {t(`compliance.ledger.state.${original.state}`)}
            </Badge>
          </button>
        ),
        meta: { className: "text-right" },
      },
    ],
    [t, format, worded],
  );
  return (
    <>
      <LedgerCard
        title={t("compliance.ledger.consents")}
        caption={t("compliance.ledger.appendOnly")}
        columns={columns}
        pages={pages}
        onOpen={setOpen}
        empty={{
          icon: FileCheck2,
          title: t("compliance.ledger.noConsents"),
          text: t("compliance.ledger.noConsentsText"),
        }}
      />
      {open && <ConsentDialog record={open} onClose={() => setOpen(undefined)} />}
    </>
  );
};
