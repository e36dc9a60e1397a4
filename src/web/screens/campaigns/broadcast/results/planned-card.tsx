import { useTranslation } from "react-i18next";
import type { BroadcastActual, BroadcastCheck } from "#contract/broadcasts.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatDollars } from "#web/lib/number-format.ts";
import { leftOf } from "#web/screens/campaigns/broadcast/outcome-figures.ts";
import { PeopleButton } from "#web/screens/campaigns/broadcast/people-sheet.tsx";
import type { BroadcastPeopleQuery } from "#web/screens/campaigns/broadcast/use-broadcast-people.ts";
import { Card } from "#web/ui/card.tsx";

type Row = {
  id: "left" | "failed" | "notSent" | "cost";
  planned: number | null;
  happened: number | null;
  text: (value: number) => string;
  filter?: BroadcastPeopleQuery;
};
type PlannedCardProps = { check: BroadcastCheck; actual: BroadcastActual };

/** What the check said beside what happened. */
export const PlannedCard = ({ check, actual }: PlannedCardProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const number = (count: number) => format.number(count);
  const dollars = (amount: number) => formatDollars(amount, format.numberLocale);
  const signed = (difference: number, text: (value: number) => string): string =>
    difference === 0 ? text(0) : `${difference > 0 ? "+" : "−"}${text(Math.abs(difference))}`;
  const notBegun = Math.max(0, actual.people - actual.begun);
  const rows: readonly Row[] = [
    { id: "left", planned: check.send + check.wait, happened: leftOf(actual), text: number },
    { id: "failed", planned: 0, happened: actual.failed, text: number, filter: { fate: "failed" } },
    {
      id: "notSent",
      planned: 0,
      happened: actual.notSent + notBegun,
      text: number,
      // People whose turn did not come have no message to filter by.
      ...(notBegun === 0 ? { filter: { fate: "not_sent" as const } } : {}),
    },
    { id: "cost", planned: check.cost, happened: actual.cost, text: dollars },
  ];
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
          {rows.map(({ id, planned, happened, text, filter }) => (
            <tr key={id} className="h-11 border-line border-t">
              <th scope="row" className="text-left font-normal">
                {t(`campaigns.planned.row.${id}`)}
              </th>
              <td className="pl-3 text-right text-soft">{planned === null ? "–" : text(planned)}</td>
              <td className="pl-3 text-right font-[620]">
                {filter && happened ? (
                  <PeopleButton
                    title={`${t(`campaigns.planned.row.${id}`)}: ${text(happened)}`}
                    filter={filter}
                    className="min-h-6 max-sm:min-w-9 max-sm:text-right"
                  >
                    {text(happened)}
                  </PeopleButton>
                ) : happened === null ? (
                  "–"
                ) : (
                  text(happened)
                )}
              </td>
              <td className="pl-3 text-right text-soft">
                {planned === null || happened === null ? "–" : signed(happened - planned, text)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
};
