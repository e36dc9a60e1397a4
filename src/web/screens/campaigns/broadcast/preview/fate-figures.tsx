import { useTranslation } from "react-i18next";
import type { BroadcastCheck } from "#contract/broadcasts.ts";
import { type BroadcastRuling, broadcastRulings } from "#domain/broadcasts/broadcast.ts";
import { sharePercent } from "#domain/broadcasts/guard.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatDollars } from "#web/lib/number-format.ts";
import { PeopleButton } from "#web/screens/campaigns/broadcast/people-sheet.tsx";
import { rulingFills, rulingIcons, rulingTexts } from "#web/screens/campaigns/broadcast/ruling-colors.ts";
import { ShareBar } from "#web/screens/campaigns/share-bar.tsx";
import { useShortTime } from "#web/screens/campaigns/use-short-time.ts";
import { Card } from "#web/ui/card.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { lastOf, rulingKey } from "./check-groups.ts";

type FateFiguresProps = { check: BroadcastCheck };

const useCaption = ({ check }: FateFiguresProps): ((ruling: BroadcastRuling) => string) => {
  const { t } = useTranslation();
  const format = useFormat();
  const shortTime = useShortTime();
  return (ruling) => {
    const percent = t("campaigns.percent", {
      percent: format.number(Math.round(sharePercent(check[ruling], check.looked))),
    });
    const last = ruling === "stop" ? null : lastOf(check, ruling);
    return [
      percent,
      last !== null &&
        // Who can go now and at no later time needs no time.
        (ruling === "wait" || Date.parse(last) > Date.now()) &&
        t("campaigns.figure.last", { when: shortTime(last) }),
      ruling === "stop" &&
        check.heldOut > 0 &&
        t("campaigns.figure.heldOut", { count: check.heldOut, shown: format.number(check.heldOut) }),
    ]
      .filter(Boolean)
      .join(" · ");
  };
};

/** What happens to everybody in three figures, and the cost. */
export const FateFigures = ({ check }: FateFiguresProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const caption = useCaption({ check });
  const { looked, people, isComplete, cost, segments } = check;
  const counts = broadcastRulings.map((ruling) => ({
    ruling,
    title: t(`campaigns.ruling.${rulingKey(check, ruling)}`),
    shown: format.number(check[ruling]),
  }));
  return (
    <Card className="overflow-hidden p-0">
      <dl className="-ml-px grid grid-cols-3 lg:grid-cols-4">
        {counts.map(({ ruling, title, shown }) => {
          const Icon = rulingIcons[ruling];
          return (
            <div key={ruling} className="min-w-0 border-line border-l px-4 py-3 max-sm:px-3">
              <dt
                className={cn(
                  "flex items-center gap-1.5 font-[560] text-sm max-sm:text-xs",
                  rulingTexts[ruling],
                )}
              >
                <Icon aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2} />
                {title}
              </dt>
              <dd className="font-[660] text-2xl leading-8 tracking-tight tabular-nums max-sm:text-xl">
                <PeopleButton title={`${title}: ${shown}`} filter={{ ruling }}>
                  {shown}
                </PeopleButton>
              </dd>
              <dd className="text-soft text-xs tabular-nums">{caption(ruling)}</dd>
            </div>
          );
        })}
        <div className="min-w-0 border-line border-l px-4 py-3 max-lg:col-span-3 max-lg:border-t max-sm:px-3">
          <dt className="font-[560] text-sm text-soft max-sm:text-xs">{t("campaigns.figure.cost")}</dt>
          <dd className="font-[660] text-2xl leading-8 tracking-tight tabular-nums max-sm:text-xl">
            {cost === null ? "–" : formatDollars(cost, format.numberLocale)}
          </dd>
          <dd className="text-soft text-xs tabular-nums">
            {cost === null
              ? t("campaigns.figure.noCost")
              : segments > 0
                ? t("campaigns.figure.segments", { count: segments, shown: format.number(segments) })
                : t("campaigns.figure.estimated")}
          </dd>
        </div>
      </dl>
      <div className="grid gap-2 px-4 pb-4">
        <ShareBar
          label={counts.map(({ title, shown }) => `${title}: ${shown}`).join(", ")}
          total={Math.max(people, looked)}
          shares={broadcastRulings.map((ruling) => ({
            id: ruling,
            count: check[ruling],
            className: rulingFills[ruling],
          }))}
        />
        {!isComplete && (
          <div role="status" className="grid gap-1.5">
            <p className="text-sm text-soft tabular-nums">
              {t("campaigns.check.progress", {
                looked: format.number(looked),
                people: format.number(people),
              })}
            </p>
            <ProgressBar
              label={t("campaigns.check.label")}
              value={people === 0 ? 0 : looked / people}
              text={t("campaigns.check.progress", {
                looked: format.number(looked),
                people: format.number(people),
              })}
            />
            <p className="text-faint text-xs">{t("campaigns.check.goesOn")}</p>
          </div>
        )}
      </div>
    </Card>
  );
};
