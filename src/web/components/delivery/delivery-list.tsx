import { ChevronDown, MessagesSquare } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { DeliveryRecord } from "#contract/deliveries.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatDollars } from "#web/lib/number-format.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { DeliveryActions } from "./delivery-actions.tsx";
import { DeliveryExplanationPanel } from "./delivery-explanation.tsx";
import { DeliveryStatusBadge } from "./delivery-status-badge.tsx";
import { SimulatedBadge } from "./simulated-badge.tsx";
import { type DeliveryFilter, useDeliveries } from "./use-deliveries.ts";

const stopped = ["blocked", "failed", "cancelled"];
/** Label of the button that shows the explanation. */
const whyLabelOf = (status: string): "sent" | "simulated" | "waits" | "not" | "unknown" => {
  if (status === "simulated") return "simulated";
  if (status === "unknown") return "unknown";
  if (status === "held" || status === "pending") return "waits";
  return stopped.includes(status) ? "not" : "sent";
};

type DeliveryRowProps = { delivery: DeliveryRecord; withPerson: boolean };

/** A message or call: its text, its status and, when expanded, the explanation. */
const DeliveryRow = ({ delivery, withPerson }: DeliveryRowProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const id = useId();
  const [open, setOpen] = useState(false);
  const { channel, status, simulated, text, price, notBefore, ruleName, personId, createdAt, executedAt } =
    delivery;
  const isHeld = (status === "held" || status === "pending") && notBefore !== null;
  const facts = [
    ruleName ? t("reasons.delivery.byRule", { rule: ruleName }) : null,
    isHeld ? t("reasons.delivery.until", { at: format.dateTime(notBefore) }) : null,
    executedAt && format.dateTime(executedAt) !== format.dateTime(createdAt)
      ? t("reasons.delivery.executed", { at: format.dateTime(executedAt) })
      : null,
    price === null ? null : formatDollars(price, format.numberLocale),
  ].filter((fact) => fact !== null);
  return (
    <li className="grid gap-1 py-3 text-sm first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-[540]">{t(`reasons.channel.${channel}`)}</span>
        {withPerson && (
          <Link href={`/people/${personId}`} className="min-w-0 truncate text-sea hover:underline">
            {delivery.personName ? formatPhone(delivery.personName) : t("people.unnamed")}
          </Link>
        )}
        {status !== "simulated" && <DeliveryStatusBadge status={status} />}
        {simulated && <SimulatedBadge />}
        {/* The list is ordered by this time. */}
        <time dateTime={createdAt} className="ml-auto shrink-0 text-faint text-xs">
          {format.dateTime(createdAt)}
        </time>
      </div>
      {text && <p className="line-clamp-3 whitespace-pre-line break-words text-soft">{text}</p>}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {facts.length > 0 && <p className="text-faint text-xs tabular-nums">{facts.join(" · ")}</p>}
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="inline-flex min-h-6 items-center gap-0.5 rounded text-sea text-xs hover:underline"
        >
          {t(`reasons.delivery.whys.${whyLabelOf(status)}`)}
          <ChevronDown
            aria-hidden="true"
            className={cn("size-3.5 transition-transform", open && "rotate-180")}
          />
        </button>
        <DeliveryActions delivery={delivery} />
      </div>
      {open && (
        <div id={id} className="mt-1.5 rounded-card border border-line bg-bg px-4 py-3.5">
          <DeliveryExplanationPanel delivery={delivery} />
        </div>
      )}
    </li>
  );
};

type DeliveryListProps = {
  filter: DeliveryFilter;
  withPerson?: boolean;
  empty: { title: string; text?: string };
};

/** Messages and calls, newest first. */
export const DeliveryList = ({ filter, withPerson = false, empty }: DeliveryListProps) => {
  const { t } = useTranslation();
  const { rows, error, hasMore, isLoadingMore, loadMore, refetch } = useDeliveries(filter);
  if (!rows && error)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={refetch} />;
  if (!rows)
    return (
      <div aria-busy="true" className="grid gap-4">
        {["a", "b", "c"].map((row) => (
          <Skeleton key={row} className="h-14" />
        ))}
      </div>
    );
  if (rows.length === 0) return <EmptyState icon={MessagesSquare} className="py-10" {...empty} />;
  return (
    <>
      <ol className="divide-y divide-line">
        {rows.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} withPerson={withPerson} />
        ))}
      </ol>
      {hasMore && (
        <Button size="sm" disabled={isLoadingMore} onClick={loadMore} className="mt-3">
          {t(isLoadingMore ? "compliance.log.loadingMore" : "compliance.log.more")}
        </Button>
      )}
    </>
  );
};
