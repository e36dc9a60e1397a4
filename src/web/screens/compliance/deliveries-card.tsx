import { MessagesSquare } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type DeliveryRecord, deliveriesApi, repeatedFilters } from "#contract/deliveries.ts";
import { channels } from "#domain/channels/channel.ts";
import { actionStatuses } from "#domain/messages/action-status.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { DeliveryActions } from "#web/components/delivery/delivery-actions.tsx";
import { DeliveryExplanationPanel } from "#web/components/delivery/delivery-explanation.tsx";
import { DeliveryStatusBadge } from "#web/components/delivery/delivery-status-badge.tsx";
import { SimulatedBadge } from "#web/components/delivery/simulated-badge.tsx";
import { useDeliveries } from "#web/components/delivery/use-deliveries.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatDollars } from "#web/lib/number-format.ts";
import type { DataColumn } from "#web/ui/data-table.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { timeColumn } from "#web/ui/time-column.tsx";
import { DetailRow } from "./detail-row.tsx";
import { LedgerCard } from "./ledger-card.tsx";
import { useLedgerFilter } from "./ledger-filters.tsx";
import { personColumn } from "./person-column.tsx";
import { PersonLink } from "./person-link.tsx";

const DeliveryStatus = ({ delivery: { status, simulated } }: { delivery: DeliveryRecord }) =>
  status === "simulated" && simulated ? <SimulatedBadge /> : <DeliveryStatusBadge status={status} />;

const DeliveryDialog = ({ delivery, onClose }: { delivery: DeliveryRecord; onClose: () => void }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { personId, personName, channel, text, price, createdAt, executedAt } = delivery;
  return (
    <Dialog open onOpenChange={onClose} title={t("compliance.deliveries.one")}>
      <dl>
        <DetailRow label={t("compliance.ledger.person")}>
          <PersonLink id={personId} name={personName} />
        </DetailRow>
        <DetailRow label={t("compliance.ledger.channel")}>{t(`reasons.channel.${channel}`)}</DetailRow>
        <DetailRow label={t("compliance.log.status")}>
          <DeliveryStatus delivery={delivery} />
        </DetailRow>
        <DetailRow label={t("compliance.deliveries.created")}>{format.dateTime(createdAt)}</DetailRow>
        {executedAt && (
          <DetailRow label={t("compliance.deliveries.executed")}>{format.dateTime(executedAt)}</DetailRow>
        )}
        {price !== null && (
          <DetailRow label={t("compliance.costs.cost")}>
            {formatDollars(price, format.numberLocale)}
          </DetailRow>
        )}
        {text && (
          <DetailRow label={t("compliance.deliveries.text")}>
            <span className="whitespace-pre-line">{text}</span>
          </DetailRow>
        )}
      </dl>
      <div className="mt-4 rounded-card border border-line bg-bg px-4 py-3.5">
        <DeliveryExplanationPanel delivery={delivery} />
      </div>
      <div className="mt-4 flex empty:hidden">
        <DeliveryActions delivery={delivery} />
      </div>
    </Dialog>
  );
};

/** All messages and calls, in the order in which they were planned. */
export const DeliveriesCard = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const [openId, setOpenId] = useState<string>();
  const choices = useMemo(
    () =>
      [
        {
          name: "channel",
          label: t("compliance.ledger.channel"),
          all: t("compliance.filter.allChannels"),
          options: channels.map((value) => ({ value, text: t(`reasons.channel.${value}`) })),
        },
        {
          name: "status",
          label: t("compliance.log.status"),
          all: t("compliance.filter.allStatuses"),
          options: actionStatuses.map((value) => ({ value, text: t(`reasons.status.${value}`) })),
        },
        {
          name: "repeated",
          label: t("compliance.deliveries.repeated"),
          all: t("compliance.filter.allRepeats"),
          options: repeatedFilters.map((value) => ({
            value,
            text: t(`compliance.deliveries.repeats.${value}`),
          })),
        },
      ] as const,
    [t],
  );
  const { filter, setFilter, clear } = useLedgerFilter(choices);
  const pages = useDeliveries(filter, 50);
  const columns = useMemo<DataColumn<DeliveryRecord>[]>(
    () => [
      timeColumn(t("compliance.deliveries.created"), format.dateTime),
      personColumn({
        header: t("compliance.ledger.person"),
        dateTime: format.dateTime,
        narrow: ({ channel }) => t(`reasons.channel.${channel}`),
        className: "max-w-0 w-full sm:w-1/3",
      }),
      {
        id: "channel",
        header: t("compliance.ledger.channel"),
        enableSorting: false,
        cell: ({ row: { original } }) => (
          <span className="whitespace-nowrap">{t(`reasons.channel.${original.channel}`)}</span>
        ),
        meta: { className: "hidden sm:table-cell" },
      },
      {
        id: "text",
        header: t("compliance.deliveries.text"),
        enableSorting: false,
        cell: ({ row: { original } }) => (
          <span className="block truncate text-soft">{original.text ?? original.ruleName ?? ""}</span>
        ),
        meta: { className: "hidden max-w-0 w-1/2 lg:table-cell" },
      },
      {
        id: "cost",
        header: t("compliance.costs.cost"),
        enableSorting: false,
        cell: ({ row: { original } }) =>
          original.price === null ? null : formatDollars(original.price, format.numberLocale),
        meta: { className: "hidden text-right tabular-nums md:table-cell" },
      },
      {
        id: "status",
        header: t("compliance.log.status"),
        enableSorting: false,
        cell: ({ row: { original } }) => (
          <button
            type="button"
            aria-label={t("compliance.ledger.openNamed", {
              name: original.personName ? formatPhone(original.personName) : t("people.unnamed"),
              state: t(`reasons.status.${original.status}` as "reasons.status.sent"),
            })}
            onClick={() => setOpenId(original.id)}
            className="rounded py-1"
          >
            <DeliveryStatus delivery={original} />
          </button>
        ),
        meta: { className: "text-right" },
      },
    ],
    [t, format],
  );
  const openDelivery = pages.rows?.find(({ id }) => id === openId);
  return (
    <>
      <LedgerCard
        title={t("compliance.deliveries.title")}
        caption={t("compliance.log.caption")}
        columns={columns}
        pages={pages}
        choices={choices}
        filter={filter}
        setFilter={setFilter}
        clearFilter={clear}
        searchLabel={t("compliance.filter.searchPeople")}
        exportPath={deliveriesApi.exportDeliveries.path}
        onOpen={({ id }) => setOpenId(id)}
        empty={{
          icon: MessagesSquare,
          title: t("compliance.deliveries.empty"),
          text: t("compliance.deliveries.emptyText"),
        }}
      />
      {openDelivery && <DeliveryDialog delivery={openDelivery} onClose={() => setOpenId(undefined)} />}
    </>
  );
};
