import { useTranslation } from "react-i18next";
import type { BroadcastActual } from "#contract/broadcasts.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import {
  type BroadcastOutcome,
  leftOf,
  outcomeFates,
  outcomeFills,
  outcomes,
} from "#web/screens/campaigns/broadcast/outcome-figures.ts";
import { PeopleButton } from "#web/screens/campaigns/broadcast/people-sheet.tsx";
import { ShareBar } from "#web/screens/campaigns/share-bar.tsx";
import { Card } from "#web/ui/card.tsx";

type ProgressCardProps = {
  actual: BroadcastActual;
  /** Who has not begun will not begin. */
  isOver?: boolean;
};

const swatch = "size-2 shrink-0 rounded-xs";

/** How far it is, and what became of the messages so far. Each figure opens its people. */
export const ProgressCard = ({ actual, isOver = false }: ProgressCardProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { begun, people } = actual;
  const rest = Math.max(0, people - begun);
  const restText = t(`campaigns.outcome.${isOver ? "stopped" : "toGo"}`, { shown: format.number(rest) });
  const shares = outcomes
    .map((id) => ({ id, count: actual[id], className: outcomeFills[id] }))
    .filter(({ count }) => count > 0);
  const text = (id: BroadcastOutcome, count: number) =>
    t(`campaigns.outcome.${id}`, { shown: format.number(count) });
  return (
    <Card className="grid gap-3 py-5">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <span className="font-[680] text-[32px] leading-9 tracking-tight tabular-nums">
          {format.number(leftOf(actual))}
        </span>
        <PeopleButton
          title={t("campaigns.people.planned")}
          filter={{ ruling: "planned" }}
          className="text-base text-soft tabular-nums"
        >
          {t(`campaigns.progress.${isOver ? "sent" : "of"}`, {
            count: people,
            shown: format.number(people),
          })}
        </PeopleButton>
      </p>
      <ShareBar
        label={[...shares.map(({ id, count }) => text(id, count)), ...(rest > 0 ? [restText] : [])].join(
          ", ",
        )}
        shares={shares}
        total={people}
      />
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-soft tabular-nums">
        {shares.map(({ id, count, className }) => (
          <li key={id}>
            <PeopleButton
              title={text(id, count)}
              filter={{ fate: outcomeFates[id] }}
              className="flex min-h-6 items-center gap-1.5"
            >
              <span aria-hidden="true" className={cn(swatch, className)} />
              {text(id, count)}
            </PeopleButton>
          </li>
        ))}
        {rest > 0 && (
          <li className="flex min-h-6 items-center gap-1.5 max-sm:min-h-9">
            <span aria-hidden="true" className={cn(swatch, "border border-edge bg-hover dark:bg-line")} />
            {restText}
          </li>
        )}
      </ul>
    </Card>
  );
};
