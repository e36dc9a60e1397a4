import { useTranslation } from "react-i18next";
import type { BroadcastActual } from "#contract/broadcasts.ts";
import { sharePercent } from "#domain/broadcasts/guard.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { leftOf } from "#web/screens/campaigns/broadcast/outcome-figures.ts";
import { PeopleButton } from "#web/screens/campaigns/broadcast/people-sheet.tsx";
import type { BroadcastPeopleQuery } from "#web/screens/campaigns/broadcast/use-broadcast-people.ts";
import { Card } from "#web/ui/card.tsx";

type Row = {
  name: "left" | "delivered" | "clicked" | "answered" | "optedOut" | "complained" | "bounced" | "failed";
  isBad?: boolean;
  /** Whom the figure counts, where the server can list them. */
  filter?: BroadcastPeopleQuery;
};
const rows: readonly Row[] = [
  { name: "left" },
  { name: "delivered", filter: { fate: "delivered" } },
  { name: "clicked", filter: { outcome: "clicked" } },
  { name: "answered", filter: { outcome: "answered" } },
  { name: "optedOut", isBad: true, filter: { outcome: "opted_out" } },
  { name: "complained", isBad: true, filter: { outcome: "complained" } },
  { name: "bounced", isBad: true, filter: { outcome: "bounced" } },
  { name: "failed", isBad: true, filter: { fate: "failed" } },
];

type OutcomeCardProps = {
  actual: BroadcastActual;
  /** A step of it is an email, which mail programs open. */
  hasEmail: boolean;
};

/** From sent to answered, and what went wrong; each as a part of the people whose turn came. */
export const OutcomeCard = ({ actual, hasEmail }: OutcomeCardProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const counts = { ...actual, left: leftOf(actual) };
  return (
    <Card
      title={t("campaigns.result.title")}
      caption={t("campaigns.result.caption", { count: actual.begun, shown: format.number(actual.begun) })}
    >
      <dl className="grid gap-1.5">
        {rows.map(({ name, isBad = false, filter }) => {
          const title = t(`campaigns.result.row.${name}`);
          const shown = format.number(counts[name]);
          const percent = sharePercent(counts[name], actual.begun);
          return (
            <div
              key={name}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 text-sm sm:grid-cols-[minmax(84px,120px)_minmax(0,1fr)_auto]"
            >
              <dt className="font-[540]">{title}</dt>
              <dd
                aria-hidden="true"
                className="h-4 max-sm:col-span-2 max-sm:row-start-2 max-sm:h-1.5 max-sm:overflow-hidden max-sm:rounded-full max-sm:bg-hover max-sm:dark:bg-line"
              >
                {counts[name] > 0 && (
                  <span
                    className={cn("block h-full min-w-0.5 rounded-sm", isBad ? "bg-bad/70" : "bg-sea")}
                    style={{ width: `${Math.min(100, percent)}%` }}
                  />
                )}
              </dd>
              <dd className="flex min-h-6 items-center gap-2.5 tabular-nums max-sm:min-h-9">
                {filter && counts[name] > 0 ? (
                  <PeopleButton
                    title={`${title}: ${shown}`}
                    filter={filter}
                    className="min-h-6 font-[620] max-sm:min-w-9 max-sm:text-right"
                  >
                    {shown}
                  </PeopleButton>
                ) : (
                  <b className="font-[620]">{shown}</b>
                )}
                <span className="w-14 text-right text-soft">
                  {t("campaigns.percent", { percent: format.number(percent) })}
                </span>
              </dd>
            </div>
          );
        })}
      </dl>
      {hasEmail && <p className="mt-3 text-faint text-xs">{t("campaigns.result.note")}</p>}
    </Card>
  );
};
