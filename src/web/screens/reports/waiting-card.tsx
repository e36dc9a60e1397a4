import { useTranslation } from "react-i18next";
import type { Reports } from "#contract/reports.ts";
import { Card } from "#web/ui/card.tsx";
import { useFigureText } from "./use-figure-text.ts";

/** Open conversations that wait for a reply by a user at this moment, by age. */
export const WaitingCard = ({ waiting }: { waiting: Reports["waiting"] }) => {
  const { t } = useTranslation();
  const { number } = useFigureText();
  const most = Math.max(1, ...waiting.map(({ count }) => count));
  const bands = waiting.map((band, index) => ({ ...band, toHours: waiting[index + 1]?.fromHours }));
  return (
    <Card title={t("reports.waiting.title")} caption={t("reports.waiting.caption")}>
      <ul className="grid gap-3">
        {bands.map(({ fromHours, toHours, count }) => (
          <li
            key={fromHours}
            className="grid grid-cols-[88px_minmax(0,1fr)_auto] items-center gap-2.5 text-sm tabular-nums"
          >
            <span>
              {toHours === undefined
                ? t("reports.waiting.over", { hours: fromHours })
                : t("reports.waiting.band", { from: fromHours, to: toHours })}
            </span>
            <span aria-hidden="true" className="h-3.5 overflow-hidden rounded bg-hover">
              <span
                className={fromHours >= 24 ? "block h-full rounded bg-bad" : "block h-full rounded bg-sea"}
                style={{ width: `${(count / most) * 100}%` }}
              />
            </span>
            <b className="min-w-9 text-right font-[600]">{number(count)}</b>
          </li>
        ))}
      </ul>
    </Card>
  );
};
