import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { PersonDetail } from "#contract/people.ts";
import { personPageApi, type ScoreHistoryView } from "#contract/person-page.ts";
import { outreachChannels } from "#domain/channels/channel.ts";
import { personStatuses } from "#domain/person.ts";
import { scoreNames } from "#domain/scoring/model.ts";
import { linearScale } from "#web/components/chart/plot-scale.ts";
import type { EditPerson } from "#web/components/person/facts/use-person-edit.ts";
import { isGoodChange, ScoreBar, scoreFields } from "#web/components/person/score-bar.tsx";
import { ChannelIcon } from "#web/components/thread/channel-icon.tsx";
import { apiQuery } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { shortReason, toneOf } from "#web/lib/reasons.ts";
import { useMay } from "#web/lib/session.ts";
import { useChannelChecks } from "#web/screens/people/person/send-message.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { profileQuery } from "./profile-query.ts";

const dayMs = 86_400_000;

type StagesProps = { person: PersonDetail; since: string | undefined; onEdit: EditPerson };

const Stages = ({ person, since, onEdit }: StagesProps) => {
  const { t } = useTranslation();
  const mayChange = useMay("people", "work");
  const current = personStatuses.indexOf(person.status);
  const days = since === undefined ? undefined : Math.floor((Date.now() - Date.parse(since)) / dayMs);
  return (
    <div className="col-span-full min-w-0 px-4 py-3 sm:px-4.5 xl:col-auto">
      <h3 className="text-soft text-xs">
        {t("people.field.status")}
        {days !== undefined && (
          <span className="text-faint">
            {" · "}
            {days === 0 ? t("personPage.strip.sinceToday") : t("personPage.strip.days", { count: days })}
          </span>
        )}
      </h3>
      <ol className="mt-1.5 grid grid-cols-4 gap-1">
        {personStatuses.map((status, index) => (
          <li key={status} className="min-w-0">
            <button
              type="button"
              disabled={!mayChange}
              aria-current={index === current ? "step" : undefined}
              title={t(`people.status.${status}`)}
              onClick={() => index !== current && void onEdit({ status })}
              className={cn(
                "block w-full truncate border-t-[3px] pt-1.5 pb-1 text-left text-xs max-sm:min-h-9",
                mayChange && "hover:text-ink",
                index < current && "border-sea text-soft",
                index === current && "border-beam font-[600] text-ink",
                index > current && "border-line text-faint",
              )}
            >
              {t(`people.status.${status}`)}
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
};

const sparkWidth = 64;
const sparkHeight = 22;

type ScoreSparkProps = { history: ScoreHistoryView; name: (typeof scoreNames)[number] };

/** How a score moved since the person is known. Decorative: the card below has the same in words. */
const ScoreSpark = ({ history, name }: ScoreSparkProps) => {
  const [from, to] = [Date.parse(history.start.at), Date.parse(history.end.at)];
  const toX = linearScale([from, Math.max(to, from + 1)], [1, sparkWidth - 1]);
  const toY = linearScale([0, 100], [sparkHeight - 2, 2]);
  const points = history.points.map(
    (point) => `${toX(Date.parse(point.at)).toFixed(1)},${toY(point[name]).toFixed(1)}`,
  );
  return (
    <svg
      aria-hidden="true"
      data-spark={name}
      viewBox={`0 0 ${sparkWidth} ${sparkHeight}`}
      preserveAspectRatio="none"
      className={cn("h-[22px] w-full min-w-6 max-w-24 flex-1", sparkClasses[name])}
    >
      <polyline
        points={points.join(" ")}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
};

const sparkClasses = { intent: "text-beam", propensity: "text-sea", churn: "text-soft" } as const;

const Scores = ({ person }: { person: PersonDetail }) => {
  const { t } = useTranslation();
  const { data: profile } = useQuery({ ...profileQuery(person), enabled: person.aiProfile !== null });
  const { data: history } = useQuery({
    ...apiQuery(personPageApi.scoreHistory, { params: { id: person.id } }),
    enabled: person.aiProfile !== null,
  });
  return scoreNames.map((name) => {
    const value = person.aiProfile?.[scoreFields[name]];
    const change = profile?.changes.items.find((item) => item.kind === "score" && item.score === name);
    const difference = change?.kind === "score" ? change.after - change.before : 0;
    return (
      <div key={name} className="flex min-w-0 flex-col px-4 py-3 max-sm:px-3 sm:px-4.5">
        <div className="flex flex-wrap items-baseline gap-x-1.5">
          <h3 className="truncate text-soft text-xs">
            <span className="max-sm:hidden">{t(`personPage.score.${name}`)}</span>
            <span className="sm:hidden">{t(`personPage.score.short.${name}`)}</span>
          </h3>
          {difference !== 0 && (
            <p
              title={t("people.profile.sinceYesterday")}
              className={cn(
                "font-[540] text-[11px] leading-4",
                isGoodChange(name, difference) ? "text-ok" : "text-bad",
              )}
            >
              {t(difference > 0 ? "personPage.strip.up" : "personPage.strip.down", {
                points: Math.abs(difference),
              })}
            </p>
          )}
        </div>
        {value === undefined || value === null ? (
          <p className="mt-1 text-faint text-sm">{t("people.notKnown")}</p>
        ) : (
          <>
            <div className="flex items-center gap-2">
              <b className="font-[640] text-2xl leading-7 tracking-[-0.025em] tabular-nums">{value}</b>
              {history && history.points.length > 2 && <ScoreSpark history={history} name={name} />}
            </div>
            <ScoreBar name={name} value={value} className="mt-1" />
          </>
        )}
      </div>
    );
  });
};

const rulingClasses = {
  send: "bg-ok-tint text-ok",
  wait: "bg-warn-tint text-warn",
  stop: "bg-bad-tint text-bad",
} as const;

const ChannelRulings = ({ personId }: { personId: string }) => {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const { data } = useChannelChecks(personId, "service", "");
  return (
    <div className="col-span-full min-w-0 px-4 py-3 sm:px-4.5 xl:col-auto">
      <h3 className="text-soft text-xs">
        {t("personPage.strip.channels")}{" "}
        <span className="text-faint">· {t("personPage.strip.channelsHint")}</span>
      </h3>
      <ul className="mt-1.5 grid auto-cols-fr grid-flow-col gap-1">
        {!data &&
          outreachChannels.map((channel) => (
            <li key={channel} className="grid justify-items-center">
              <Skeleton className="size-7" />
            </li>
          ))}
        {data?.map(({ channel, ruling, until, reasons }) => {
          const reason = reasons.find(({ code }) => toneOf(code) === ruling) ?? reasons[0];
          const isSoon = until !== null && Date.parse(until) - Date.now() < 6 * dayMs;
          const answer =
            ruling === "send"
              ? t("personPage.strip.now")
              : ruling === "stop"
                ? t("personPage.strip.no")
                : until
                  ? isSoon
                    ? format.weekdayTime(until)
                    : format.day(until)
                  : t("personPage.strip.waits");
          const why = reason ? shortReason(reason.code, { i18n }) : undefined;
          const full = [t(`people.channel.${channel}`), answer, ruling === "send" ? undefined : why]
            .filter(Boolean)
            .join(": ");
          return (
            <li key={channel} data-tooltip={full} className="grid min-w-0 justify-items-center gap-1">
              <span
                aria-hidden="true"
                className={cn(
                  "grid size-7 place-items-center rounded-lg [&_svg]:size-3.5",
                  rulingClasses[ruling],
                )}
              >
                <ChannelIcon channel={channel} />
              </span>
              <span className="sr-only">{full}</span>
              <span
                aria-hidden="true"
                className="w-full text-balance text-center text-[11px] text-soft leading-[13px]"
              >
                {answer}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
};

/** The stage, the three scores, and what the gate says of each channel at this minute. */
export const StatusStrip = ({ person, since, onEdit }: StagesProps) => (
  <div className="grid grid-cols-3 divide-x divide-line border-line border-t max-xl:[&>*:first-child]:border-r-0 max-xl:[&>*:first-child]:border-b max-xl:[&>*:nth-child(4)]:border-r-0 max-xl:[&>*:first-child]:border-line max-xl:[&>*:last-child]:border-t max-xl:[&>*:last-child]:border-line xl:grid-cols-[minmax(0,1.55fr)_repeat(3,minmax(0,0.8fr))_minmax(0,1.5fr)]">
    <Stages person={person} since={since} onEdit={onEdit} />
    <Scores person={person} />
    <ChannelRulings personId={person.id} />
  </div>
);
