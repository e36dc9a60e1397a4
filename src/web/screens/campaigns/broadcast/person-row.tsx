import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { BroadcastPerson } from "#contract/broadcasts.ts";
import { DeliveryStatusBadge } from "#web/components/delivery/delivery-status-badge.tsx";
import { useFormat } from "#web/lib/format.ts";
import { reasonText } from "#web/lib/reasons.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { useWorded } from "#web/lib/worded.ts";
import { usePhase } from "./broadcast-phase.ts";
import { rulingTexts } from "./ruling-colors.ts";

/** What happens to a person and why, in sentences; after the message began, what became of it. */
export const useFateText = (): ((person: BroadcastPerson) => { fate: string; why: string }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const wording = useWording();
  const phase = usePhase();
  return ({ ruling, until, reasons, message }) => {
    // Who can go at a time that has come goes now.
    const time = ruling === "send" && until !== null && Date.parse(until) <= Date.now() ? null : until;
    // Once it began, the check no longer says when this person gets it.
    if (!message && ruling !== "stop" && phase !== "before") {
      return {
        fate: t(phase === "over" ? "campaigns.people.fate.not_sent" : "campaigns.fate.toGo"),
        why: "",
      };
    }
    const texts = (message ?? { reasons }).reasons.map((reason) => reasonText(reason, wording).text);
    return {
      fate:
        time === null
          ? t(`campaigns.fate.${ruling}`)
          : t(`campaigns.fateAt.${ruling}`, { when: format.weekdayTime(time), day: format.day(time) }),
      why: [...new Set(texts)].join(". "),
    };
  };
};

/** A person with the ruling in words; the name leads to the person. */
export const PersonRow = ({ person: entry }: { person: BroadcastPerson }) => {
  const { t } = useTranslation();
  const worded = useWorded();
  const fateText = useFateText();
  const { person, ruling, channel, message } = entry;
  const isForecast = usePhase() === "before" || ruling === "stop";
  const { fate, why } = fateText(entry);
  const usedChannel = message?.channel ?? channel;
  return (
    <li className="grid min-h-11 items-baseline gap-x-3 gap-y-0.5 py-2 text-sm max-sm:justify-items-start sm:grid-cols-[minmax(0,1fr)_auto]">
      <Link
        href={`/people/${person.id}`}
        className="min-w-0 justify-self-start font-[560] wrap-anywhere hover:text-sea hover:underline"
      >
        {person.name ?? t("people.unnamed")}
      </Link>
      {message ? (
        <DeliveryStatusBadge status={message.status} />
      ) : (
        <span className={isForecast ? rulingTexts[ruling] : "text-soft"}>{fate}</span>
      )}
      <p className="min-w-0 text-soft text-xs wrap-anywhere sm:col-span-2">
        {[usedChannel && worded("reasons.channel", usedChannel), why].filter(Boolean).join(" · ")}
      </p>
    </li>
  );
};
