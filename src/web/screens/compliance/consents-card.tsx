import { FileCheck2 } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type ConsentRecord, consentsApi } from "#contract/consents.ts";
import { consentChannels } from "#domain/channels/channel.ts";
import { consentStates } from "#domain/compliance/consent.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { callApi } from "#web/lib/api.ts";
import { useConsentProof } from "#web/lib/consent-proof.ts";
import { useFormat } from "#web/lib/format.ts";
import { usePages } from "#web/lib/use-pages.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Badge } from "#web/ui/badge.tsx";
import type { DataColumn } from "#web/ui/data-table.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { timeColumn } from "#web/ui/time-column.tsx";
import { DetailRow } from "./detail-row.tsx";
import { LedgerCard } from "./ledger-card.tsx";
import { useLedgerFilter } from "./ledger-filters.tsx";
import { personColumn } from "./person-column.tsx";
import { PersonLink } from "./person-link.tsx";

const consentTones = { granted: "ok", denied: "bad", unproven: "warn" } as const;

const ConsentDialog = ({ record, onClose }: { record: ConsentRecord; onClose: () => void }) => {
  const { t } = useTranslation();
  const proofText = useConsentProof();
  const format = useFormat();
  const translateValue = useWorded();
  return (
    <Dialog open onOpenChange={onClose} title={t("compliance.ledger.consent")}>
      <dl>
        <DetailRow label={t("compliance.ledger.person")}>
          <PersonLink id={record.personId} name={record.personName} />
        </DetailRow>
        <DetailRow label={t("compliance.ledger.stateLabel")}>
          <Badge tone={consentTones[record.state]}>{t(`compliance.ledger.state.${record.state}`)}</Badge>
        </DetailRow>
        <DetailRow label={t("compliance.ledger.channel")}>{t(`people.consent.${record.channel}`)}</DetailRow>
        <DetailRow label={t("compliance.ledger.purposeLabel")}>
          {t(`compliance.ledger.purpose.${record.purpose}`)}
        </DetailRow>
        <DetailRow label={t("compliance.ledger.methodLabel")}>
          {translateValue("compliance.ledger.method", record.method)}
          {record.written ? ` · ${t("compliance.ledger.written")}` : ""}
        </DetailRow>
        <DetailRow label={t("compliance.ledger.proof")}>
          {proofText(record.proof, true) ?? t("compliance.ledger.noProof")}
        </DetailRow>
        <DetailRow label={t("compliance.log.user")}>
          {record.actorEmail ?? t("compliance.log.system")}
        </DetailRow>
        <DetailRow label={t("compliance.log.timestamp")}>{format.dateTime(record.createdAt)}</DetailRow>
      </dl>
    </Dialog>
  );
};

export const ConsentsCard = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const translateValue = useWorded();
  const [openRecord, setOpenRecord] = useState<ConsentRecord>();
  const choices = useMemo(
    () =>
      [
        {
          name: "channel",
          label: t("compliance.ledger.channel"),
          all: t("compliance.filter.allChannels"),
          options: consentChannels.map((value) => ({ value, text: t(`people.consent.${value}`) })),
        },
        {
          name: "state",
          label: t("compliance.ledger.stateLabel"),
          all: t("compliance.filter.allStates"),
          options: consentStates.map((value) => ({ value, text: t(`compliance.ledger.state.${value}`) })),
        },
      ] as const,
    [t],
  );
  const { filter, setFilter, clear } = useLedgerFilter(choices);
  const pages = usePages(
    consentsApi.consents,
    filter,
    (before) => callApi(consentsApi.consents, { query: { ...filter, ...before } }),
    ({ records }) => records,
  );
  const columns = useMemo<DataColumn<ConsentRecord>[]>(
    () => [
      timeColumn(t("compliance.log.timestamp"), format.dateTime),
      personColumn({
        header: t("compliance.ledger.person"),
        dateTime: format.dateTime,
        narrow: ({ channel }) => t(`people.consent.${channel}`),
        className: "max-w-0 w-full sm:w-2/5",
      }),
      {
        id: "channel",
        header: t("compliance.ledger.channel"),
        enableSorting: false,
        cell: ({ row: { original } }) => t(`people.consent.${original.channel}`),
        meta: { className: "hidden sm:table-cell" },
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
            onClick={() => setOpenRecord(original)}
            className="block max-w-full truncate rounded py-1 text-left hover:text-sea"
          >
            {translateValue("compliance.ledger.method", original.method)}
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
              name: original.personName ? formatPhone(original.personName) : t("people.unnamed"),
              state: t(`compliance.ledger.state.${original.state}`),
            })}
            onClick={() => setOpenRecord(original)}
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
    [t, format, translateValue],
  );
  return (
    <>
      <LedgerCard
        title={t("compliance.ledger.consents")}
        caption={t("compliance.ledger.appendOnly")}
        columns={columns}
        pages={pages}
        choices={choices}
        filter={filter}
        setFilter={setFilter}
        clearFilter={clear}
        searchLabel={t("compliance.filter.searchPeople")}
        exportPath={consentsApi.exportConsents.path}
        onOpen={setOpenRecord}
        empty={{
          icon: FileCheck2,
          title: t("compliance.ledger.noConsents"),
          text: t("compliance.ledger.noConsentsText"),
        }}
      />
      {openRecord && <ConsentDialog record={openRecord} onClose={() => setOpenRecord(undefined)} />}
    </>
  );
};
