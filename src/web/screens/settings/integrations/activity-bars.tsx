import { useTranslation } from "react-i18next";
import { useFormat } from "#web/lib/format.ts";

export type ActivityHour = { hour: string; ok: number; failed: number };

const barWidth = 7;
const height = 26;

/** Requests of the last 24 hours; an hour with failures is red. */
export const ActivityBars = ({ hours }: { hours: readonly ActivityHour[] }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const top = Math.max(1, ...hours.map(({ ok, failed }) => ok + failed));
  return (
    <svg
      role="img"
      aria-label={t("integrations.hours", {
        requests: format.number(hours.reduce((sum, { ok, failed }) => sum + ok + failed, 0)),
        failed: format.number(hours.reduce((sum, { failed }) => sum + failed, 0)),
      })}
      viewBox={`0 0 ${hours.length * barWidth} ${height}`}
      className="h-6.5 w-42 shrink-0"
    >
      {hours.map(({ hour, ok, failed }, index) => {
        const size = ok + failed === 0 ? 1 : Math.max(3, ((ok + failed) / top) * height);
        const fill = failed > 0 ? "fill-bad" : ok > 0 ? "fill-sea" : "fill-line";
        return (
          <rect
            key={hour}
            x={index * barWidth}
            y={height - size}
            width={barWidth - 2}
            height={size}
            rx={1}
            className={fill}
          >
            <title>
              {t("integrations.hourTitle", {
                time: format.dayTime(hour),
                requests: format.number(ok + failed),
                failed: format.number(failed),
              })}
            </title>
          </rect>
        );
      })}
    </svg>
  );
};
