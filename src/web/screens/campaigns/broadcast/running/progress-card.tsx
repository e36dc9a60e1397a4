import { useTranslation } from "react-i18next";
import type { BroadcastActual } from "#contract/broadcasts.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { outcomeFills, outcomes } from "#web/screens/campaigns/broadcast/outcome-figures.ts";
import { PeopleButton } from "#web/screens/campaigns/broadcast/people-sheet.tsx";
import { ShareBar } from "#web/screens/campaigns/share-bar.tsx";
import { Card } from "#web/ui/card.tsx";

/** How far it is, and what became of the messages so far. */
export const ProgressCard = ({ actual }: { actual: BroadcastActual }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { begun, people } = actual;
  const toGo = Math.max(0, people - begun);
  const shares = outcomes
    .map((id) => ({ id, count: actual[id], className: outcomeFills[id] }))
    .filter(({ count }) => count > 0);
  const text = (id: (typeof outcomes)[number] | "toGo", count: number) =>
    t(`campaigns.outcome.${id}`, { count, shown: format.number(count) });
  return (
    <Card className="grid gap-3 py-5">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <span className="font-[680] text-[32px] leading-9 tracking-tight tabular-nums">
          {format.number(begun)}
        </span>
        <PeopleButton
          title={t("campaigns.people.all")}
          filter={{}}
          className="text-base text-soft tabular-nums"
        >
          {t("campaigns.progress.of", { count: people, shown: format.number(people) })}
        </PeopleButton>
      </p>
      <ShareBar
        label={[...shares.map(({ id, count }) => text(id, count)), text("toGo", toGo)].join(", ")}
        shares={shares}
        total={people}
      />
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-soft">
        {shares.map(({ id, count, className }) => (
          <li key={id} className="flex items-center gap-1.5 tabular-nums">
            <span aria-hidden="true" className={cn("size-2 rounded-xs", className)} />
            {text(id, count)}
          </li>
        ))}
        {toGo > 0 && (
          <li className="flex items-center gap-1.5 tabular-nums">
            <span aria-hidden="true" className="size-2 rounded-xs bg-hover dark:bg-line" />
            {text("toGo", toGo)}
          </li>
        )}
      </ul>
    </Card>
  );
};
