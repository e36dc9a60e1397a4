import { useTranslation } from "react-i18next";
import type { BroadcastActual, BroadcastCheck } from "#contract/broadcasts.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatDollars } from "#web/lib/number-format.ts";
import { leftOf } from "#web/screens/campaigns/broadcast/outcome-figures.ts";
import { Card } from "#web/ui/card.tsx";

type PlannedCardProps = { check: BroadcastCheck; actual: BroadcastActual };

/** What the check said beside what happened. */
export const PlannedCard = ({ check, actual }: PlannedCardProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const number = (count: number) => format.number(count);
  const dollars = (amount: number) => formatDollars(amount, format.numberLocale);
  const signed = (difference: number, text: (value: number) => string): string =>
    difference === 0 ? text(0) : `${difference > 0 ? "+" : "−"}${text(Math.abs(difference))}`;
  const rows = [
    { id: "left", planned: check.send + check.wait, happened: leftOf(actual), text: number },
    { id: "failed", planned: 0, happened: actual.failed, text: number },
    {
      id: "notSent",
      planned: 0,
      happened: actual.notSent + Math.max(0, actual.people - actual.begun),
      text: number,
    },
    { id: "cost", planned: check.cost, happened: actual.cost, text: dollars },
  ] as const;
  const columns = ["planned", "actual", "difference"] as const;
  return (
    <Card title={t("campaigns.planned.title")}>
      <table className="w-full text-sm">
        <caption className="sr-only">{t("campaigns.planned.title")}</caption>
        <thead className="text-faint text-xs">
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col" className="pb-1.5 pl-3 text-right font-normal">
                {t(`campaigns.planned.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, planned, happened, text }) => (
            <tr key={id} className="border-line border-t">
              <th scope="row" className="py-2 text-left font-normal">
                {t(`campaigns.planned.row.${id}`)}
              </th>
              <td className="py-2 pl-3 text-right text-soft">{planned === null ? "–" : text(planned)}</td>
              <td className="py-2 pl-3 text-right font-[620]">{happened === null ? "–" : text(happened)}</td>
              <td className="py-2 pl-3 text-right text-soft">
                {planned === null || happened === null ? "–" : signed(happened - planned, text)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
};
