import { useTranslation } from "react-i18next";
import type { BroadcastActual } from "#contract/broadcasts.ts";
import { sharePercent } from "#domain/broadcasts/guard.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { leftOf } from "#web/screens/campaigns/broadcast/outcome-figures.ts";
import { Card } from "#web/ui/card.tsx";

const rowNames = ["left", "delivered", "answered", "optedOut", "complained", "bounced", "failed"] as const;

/** From sent to answered, and what went wrong; each as a part of the people whose turn came. */
export const OutcomeCard = ({ actual }: { actual: BroadcastActual }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const counts = { ...actual, left: leftOf(actual) };
  return (
    <Card title={t("campaigns.result.title")} caption={t("campaigns.result.caption")}>
      <dl className="grid gap-2.5">
        {rowNames.map((name) => {
          const isBad = ["optedOut", "complained", "bounced", "failed"].includes(name);
          const percent = sharePercent(counts[name], actual.begun);
          return (
            <div
              key={name}
              className="grid grid-cols-[minmax(84px,120px)_minmax(0,1fr)_auto] items-center gap-x-3 text-sm"
            >
              <dt className="font-[540]">{t(`campaigns.result.row.${name}`)}</dt>
              <dd aria-hidden="true" className="h-4">
                <span
                  className={cn("block h-full min-w-px rounded-sm", isBad ? "bg-bad/70" : "bg-sea")}
                  style={{ width: `${Math.min(100, percent)}%` }}
                />
              </dd>
              <dd className="flex items-baseline gap-2.5 tabular-nums">
                <b className="font-[620]">{format.number(counts[name])}</b>
                <span className="w-14 text-right text-soft">
                  {t("campaigns.percent", { percent: format.number(percent) })}
                </span>
              </dd>
            </div>
          );
        })}
      </dl>
      <p className="mt-3 text-faint text-xs">{t("campaigns.result.note")}</p>
    </Card>
  );
};
