import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { DeliveryRecord } from "#contract/deliveries.ts";
import { cn } from "#web/lib/cn.ts";
import { dollars } from "#web/lib/dollars.ts";
import { useFormat } from "#web/lib/format.ts";
import { DeliveryActions } from "./delivery-actions.tsx";
import { DeliveryStatus } from "./delivery-status.tsx";
import { DeliveryWhyPanel } from "./delivery-why.tsx";

const stopped = ["blocked", "failed", "cancelled"];
/** What one would ask of it. */
const whyOf = (status: string): "sent" | "waits" | "not" | "unknown" => {
  if (status === "unknown") return "unknown";
  if (status === "held" || status === "pending") return "waits";
  return stopped.includes(status) ? "not" : "sent";
};

type DeliveryRowProps = { delivery: DeliveryRecord; withPerson: boolean };

/** One message or call: what it said, what became of it, and behind a click why. */
export const DeliveryRow = ({ delivery, withPerson }: DeliveryRowProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const id = useId();
  const [open, setOpen] = useState(false);
  const { channel, status, text, price, notBefore, ruleName, personId } = delivery;
  const isHeld = (status === "held" || status === "pending") && notBefore !== null;
  const facts = [
    ruleName ? t("reasons.delivery.byRule", { rule: ruleName }) : null,
    isHeld ? t("reasons.delivery.until", { at: format.dateTime(notBefore) }) : null,
    price === null ? null : dollars(price, format.locale),
  ].filter((fact) => fact !== null);
  return (
    <li className="grid gap-1 py-3 text-sm first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-[540]">{t(`reasons.channel.${channel}`)}</span>
        {withPerson && (
          <Link href={`/people?person=${personId}`} className="min-w-0 truncate text-sea hover:underline">
            {delivery.personName ?? t("people.unnamed")}
          </Link>
        )}
        <DeliveryStatus status={status} />
        <time dateTime={delivery.createdAt} className="ml-auto shrink-0 text-faint text-xs">
          {format.dateTime(delivery.executedAt ?? delivery.createdAt)}
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
          {t(`reasons.delivery.whys.${whyOf(status)}`)}
          <ChevronDown
            aria-hidden="true"
            className={cn("size-3.5 transition-transform", open && "rotate-180")}
          />
        </button>
        <DeliveryActions delivery={delivery} />
      </div>
      {open && (
        <div id={id} className="mt-1.5 rounded-card border border-line bg-bg px-4 py-3.5">
          <DeliveryWhyPanel delivery={delivery} />
        </div>
      )}
    </li>
  );
};
