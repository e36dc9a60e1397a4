import { useTranslation } from "react-i18next";
import type { PersonProfileView } from "#contract/profiles.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { shortReason } from "#web/lib/reasons.ts";
import { formatClock, formatTimeZone, formatWeekday } from "#web/lib/time-format.ts";

type PreferredChannel = PersonProfileView["preferredChannel"];
type ChannelHistory = PreferredChannel["channels"][number];
type BestTime = PersonProfileView["bestTime"];

const cardClass = "grid content-start gap-3 rounded-card border border-line px-4 py-3.5";

/** The expected share of answers on each channel, from their own history. */
export const ChannelCard = ({ preferred }: { preferred: PreferredChannel }) => {
  const { t, i18n } = useTranslation();
  const { numberLocale } = useFormat();
  const responses = ({
    sent,
    answered,
    wrote,
  }: Pick<ChannelHistory, "sent" | "answered" | "wrote">): string =>
    [
      sent > 0 && t("people.profile.answered", { answered, sent }),
      wrote > 0 && t("people.profile.wroteFirst", { wrote }),
    ]
      .filter(Boolean)
      .join(" · ") || t("people.profile.noMessages");
  const percent = new Intl.NumberFormat(numberLocale, { style: "percent" });
  const { channel: best, reason, channels } = preferred;
  const sent = channels.reduce((sum, each) => sum + each.sent, 0);
  return (
    <section aria-labelledby="preferred-channel" className={cardClass}>
      <div className="grid gap-0.5">
        <h3 id="preferred-channel" className="text-soft text-xs">
          {t("people.profile.preferredChannel")}
        </h3>
        <p className="font-[620] text-base">
          {best ? t(`people.channel.${best}`) : t("people.profile.noChannel")}
        </p>
        <p className="text-soft text-xs">{t(`people.profile.channelWhy.${reason.code}`, { sent })}</p>
      </div>
      <ul className="grid gap-2.5">
        {channels.map(({ channel, closedBy, rate, sent, answered, wrote }) => (
          <li
            key={channel}
            className="grid grid-cols-[5rem_minmax(0,1fr)_2.25rem] items-center gap-x-2 text-xs"
          >
            <span
              className={cn(closedBy === null ? channel === best && "font-[600]" : "text-faint line-through")}
            >
              {t(`people.channel.${channel}`)}
            </span>
            <span aria-hidden="true" className="h-2 overflow-hidden rounded bg-hover">
              <span
                className={cn("block h-full rounded", channel === best ? "bg-sea" : "bg-edge")}
                style={{ width: closedBy === null ? `${Math.round(rate * 100)}%` : 0 }}
              />
            </span>
            <span className="text-right tabular-nums">{closedBy === null ? percent.format(rate) : "–"}</span>
            <span className="col-start-2 col-end-4 text-faint">
              {closedBy === null ? responses({ sent, answered, wrote }) : shortReason(closedBy, { i18n })}
            </span>
          </li>
        ))}
      </ul>
      <p className="text-faint text-xs">{t("people.profile.rateHint")}</p>
    </section>
  );
};

const firstHour = 7;
const lastHour = 21;
const hours = Array.from({ length: lastHour - firstHour }, (_, index) => firstHour + index);
/** Monday first; 0 is Sunday in the data. */
const weekdays = [1, 2, 3, 4, 5, 6, 0];

/** The hours of the week in which they are active, darker where they are more so. Closed hours stay empty. */
const HeatStrip = ({ bestTime }: { bestTime: BestTime }) => {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const { heat, open, window } = bestTime;
  const isBest = (weekday: number, hour: number): boolean =>
    window !== null &&
    (window.days === "weekend") === (weekday === 0 || weekday === 6) &&
    hour >= window.fromHour &&
    hour < window.toHour;
  return (
    <div role="img" aria-label={t("people.profile.heatLabel")} className="grid gap-[3px]">
      {weekdays.map((weekday, index) => (
        <div key={weekday} className="grid grid-cols-[2.25rem_minmax(0,1fr)] items-center">
          <span className="text-2xs text-faint">{formatWeekday(index, locale)}</span>
          <span className="grid grid-cols-14 gap-[2px]">
            {hours.map((hour) => {
              const isOpen = open[weekday * 24 + hour] === true;
              const value = heat[weekday * 24 + hour] ?? 0;
              return (
                <span
                  key={hour}
                  className={cn(
                    "h-3 rounded-[3px]",
                    isOpen ? "bg-hover" : "border border-line border-dashed",
                    isBest(weekday, hour) && isOpen && "outline outline-2 outline-beam",
                  )}
                  style={
                    isOpen
                      ? {
                          backgroundColor: `color-mix(in oklab, var(--sea) ${Math.round(value * 100)}%, var(--hover))`,
                        }
                      : undefined
                  }
                />
              );
            })}
          </span>
        </div>
      ))}
      <div className="grid grid-cols-[2.25rem_minmax(0,1fr)] text-2xs text-faint">
        <span />
        <span className="flex justify-between">
          {[firstHour, 14, lastHour].map((hour) => (
            <span key={hour}>{formatClock(hour * 60, locale)}</span>
          ))}
        </span>
      </div>
    </div>
  );
};

export const BestTimeCard = ({ bestTime }: { bestTime: BestTime }) => {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const { window, reason, timezone, open } = bestTime;
  const hasClosedHours = weekdays.some((weekday) => hours.some((hour) => !open[weekday * 24 + hour]));
  return (
    <section aria-labelledby="best-time" className={cardClass}>
      <div className="grid gap-0.5">
        <h3 id="best-time" className="text-soft text-xs">
          {t("people.profile.bestTimeToContact")}
        </h3>
        <p className="font-[620] text-base">
          {window
            ? t(`people.profile.window.${window.days}`, {
                from: formatClock(window.fromHour * 60, locale),
                to: formatClock(window.toHour * 60, locale),
              })
            : t("people.profile.noTime")}
        </p>
        <p className="text-soft text-xs">
          {t(`people.profile.timeWhy.${reason.code}`, { count: reason.count })}
        </p>
      </div>
      <HeatStrip bestTime={bestTime} />
      <p className="text-faint text-xs">
        {t(hasClosedHours ? "people.profile.timeHintClosed" : "people.profile.timeHint", {
          zone: formatTimeZone(timezone, locale),
        })}
      </p>
    </section>
  );
};
