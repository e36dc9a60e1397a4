import { useQuery } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { type ContactHours, consentsApi } from "#contract/consents.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { contactHoursLines, verificationBadge } from "./contact-hours-lines.ts";

const dateText = (date: string, locale: string): string => {
  const instant = new Date(`${date.slice(0, 10)}T12:00:00Z`);
  return Number.isNaN(instant.getTime())
    ? date
    : new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(instant);
};

const ContactHoursRow = ({ rule }: { rule: ContactHours }) => {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const translateValue = useWorded();
  const lines = contactHoursLines(rule.days, locale, {
    everyDay: t("reasons.everyDay"),
    closed: t("compliance.hours.closed"),
  });
  const name =
    rule.origin === "law"
      ? rule.region
        ? translateValue("reasons.region", rule.region)
        : t("compliance.hours.federal")
      : rule.name;
  return (
    <tr className="border-line border-t align-top">
      <th scope="row" className="py-2.5 pr-3 pl-4 text-left font-[540]">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {name}
          <Badge tone={rule.origin === "law" ? "quiet" : "sea"}>
            {t(`compliance.hours.origin.${rule.origin}`)}
          </Badge>
        </span>
      </th>
      <td className="px-3 py-2.5">
        <ul className="grid gap-0.5">
          {lines.map(({ days, hours }) => (
            <li key={days} className="flex flex-wrap gap-x-2">
              <span className="text-soft">{days}</span>
              <span className="whitespace-nowrap">{hours}</span>
            </li>
          ))}
          {rule.holidays === "closed" && <li className="text-warn">{t("compliance.hours.holidays")}</li>}
        </ul>
        <SourceLine rule={rule} className="mt-1 block md:hidden" />
      </td>
      <td className="hidden px-3 py-2.5 pr-4 md:table-cell">
        <SourceLine rule={rule} className="block" />
      </td>
    </tr>
  );
};

const SourceLine = ({ rule, className }: { rule: ContactHours; className: string }) => {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const badge = verificationBadge(rule);
  return (
    <span className={className}>
      <span className="block break-words text-soft">{rule.source}</span>
      {rule.checked && (
        <span className="block text-faint text-xs">
          {t("compliance.hours.checked", { date: dateText(rule.checked, locale) })}
        </span>
      )}
      {badge && (
        <Badge tone={badge.tone} className="mt-1">
          {t(`compliance.hours.${badge.text}`)}
        </Badge>
      )}
    </span>
  );
};

/** Contact hours by region, from law and from workspace policy, with their sources. */
export const ContactHoursCard = () => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery(consentsApi.hours));
  return (
    <Card
      className="overflow-hidden"
      title={t("compliance.hours.title")}
      caption={t("compliance.hours.caption")}
    >
      {error && !data ? (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className="grid gap-3" aria-busy="true">
          {["a", "b", "c", "d"].map((row) => (
            <Skeleton key={row} className="h-10" />
          ))}
        </div>
      ) : data.length === 0 ? (
        <EmptyState icon={Clock} title={t("compliance.hours.empty")} text={t("compliance.hours.emptyText")} />
      ) : (
        <table className="-mx-4 -mb-4 w-[calc(100%+2rem)] border-collapse text-sm">
          <thead>
            <tr className="text-left text-faint text-xs">
              <th scope="col" className="py-2 pr-3 pl-4 font-[540]">
                {t("compliance.hours.place")}
              </th>
              <th scope="col" className="px-3 py-2 font-[540]">
                {t("compliance.hours.open")}
              </th>
              <th scope="col" className="hidden px-3 py-2 font-[540] md:table-cell">
                {t("compliance.hours.source")}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map((rule) => (
              <ContactHoursRow key={rule.id} rule={rule} />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
};
