import { useTranslation } from "react-i18next";
import type { BroadcastActual } from "#contract/broadcasts.ts";
import { type GuardFigures, guardLimits, judgedMessages, sharePercent } from "#domain/broadcasts/guard.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { Card } from "#web/ui/card.tsx";

/** A share from which on it is near its limit. */
const nearLimit = 0.6;

type GuardCardProps = {
  actual: BroadcastActual;
  isOn: boolean;
  /** It can pause nothing any more. */
  isOver?: boolean;
};

const Shares = ({ figures }: { figures: GuardFigures }) => {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <dl className="grid gap-3">
      {guardLimits.map(({ code, of, percent: limit, from }) => {
        const percent = sharePercent(figures[of], figures.tried);
        const share = Math.min(1, percent / limit);
        const isJudged = figures.tried >= from;
        const isNear = isJudged && share >= nearLimit;
        return (
          <div
            key={code}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-2 gap-y-1 text-sm"
          >
            <dt>{t(`campaigns.guard.share.${of}`)}</dt>
            <dd className="text-soft tabular-nums">
              <b className={cn("font-[620]", isNear ? "text-warn" : "text-ink")}>
                {t("campaigns.percent", { percent: format.number(percent) })}
              </b>{" "}
              {isJudged
                ? t("campaigns.guard.ofLimit", { limit: format.number(limit) })
                : t("campaigns.guard.from", { shown: format.number(from) })}
            </dd>
            <dd
              aria-hidden="true"
              className="col-span-2 h-1.5 overflow-hidden rounded-full bg-hover dark:bg-line"
            >
              <div
                className={cn("h-full rounded-full", isNear ? "bg-warn" : "bg-sea")}
                style={{ width: `${100 * share}%` }}
              />
            </dd>
          </div>
        );
      })}
    </dl>
  );
};

/** The shares that the guard watches, each beside its limit; of several messages those of each that has left. */
export const GuardCard = ({ actual, isOn, isOver = false }: GuardCardProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const judged = judgedMessages(actual).filter(({ figures }, index) => index === 0 || figures.tried > 0);
  return (
    <Card
      title={t("campaigns.guard.title")}
      caption={isOn ? !isOver && t("campaigns.guard.isOn") : t("campaigns.guard.isOff")}
    >
      <div className="grid gap-4">
        {judged.map(({ message, figures }) =>
          message === null ? (
            <Shares key="all" figures={figures} />
          ) : (
            <section
              key={message}
              className="grid gap-2"
              aria-label={t("campaigns.guard.message", { message })}
            >
              <h3 className="flex flex-wrap items-baseline gap-x-2 font-[600] text-sm">
                {t("campaigns.guard.message", { message })}
                <span className="font-normal text-faint text-xs tabular-nums">
                  {t("campaigns.calendar.people", {
                    count: figures.tried,
                    shown: format.number(figures.tried),
                  })}
                </span>
              </h3>
              <Shares figures={figures} />
            </section>
          ),
        )}
      </div>
    </Card>
  );
};
