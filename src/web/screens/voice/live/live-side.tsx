import { useTranslation } from "react-i18next";
import type { LiveCall } from "#contract/voice.ts";
import { useClockText } from "#web/lib/clock.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatDollars } from "#web/lib/number-format.ts";
import { FactList, GoalList, ScoreList, SidePart } from "#web/screens/voice/call-progress.tsx";
import { LatencyChart } from "#web/screens/voice/latency-chart.tsx";
import { elapsedMs, shortLiveName } from "./call-state.ts";

/** How long a new fact stands out. */
const freshMs = 5000;

/** Goals, facts, latency and scores of a running call. */
export const LiveSide = ({ call, clockOffset }: { call: LiveCall; clockOffset: number }) => {
  const { t } = useTranslation();
  const { numberLocale } = useFormat();
  const { goals, facts, scores } = call;
  const freshAfterMs = Number(
    useClockText((now) => String(Math.floor((elapsedMs(call, now, clockOffset) - freshMs) / 1000) * 1000)),
  );
  const reached = goals.filter(({ atMs }) => atMs !== null).length;
  const known = facts.filter(({ value }) => value !== null).length;
  const cost = t("liveCalls.cost", { cost: formatDollars(call.cost, numberLocale) });
  return (
    <aside
      aria-label={t("liveCalls.side")}
      className="min-h-0 min-w-0 overflow-y-auto border-line max-xl:border-t xl:border-l"
    >
      {goals.length > 0 && (
        <SidePart
          title={t("liveCalls.goals")}
          aside={t("liveCalls.of", { done: reached, all: goals.length })}
        >
          <GoalList goals={goals} isLive />
        </SidePart>
      )}
      {facts.length > 0 && (
        <SidePart title={t("liveCalls.facts")} aside={t("liveCalls.of", { done: known, all: facts.length })}>
          <FactList facts={facts} freshAfterMs={freshAfterMs} missing={t("liveCalls.notYet")} />
        </SidePart>
      )}
      {/* The script is known from the answer on. */}
      {goals.length + facts.length === 0 && call.status !== "ringing" && (
        <SidePart title={t("liveCalls.goals")}>
          <p className="text-faint text-sm">{t("liveCalls.noGoals")}</p>
        </SidePart>
      )}
      <SidePart title={t("liveCalls.latency.title")} aside={t("liveCalls.latency.target")}>
        <LatencyChart turns={call.turns} />
      </SidePart>
      <SidePart title={shortLiveName(call)} aside={cost}>
        {scores ? (
          <ScoreList scores={scores} />
        ) : (
          <p className="text-faint text-sm">{t("liveCalls.noScores")}</p>
        )}
      </SidePart>
    </aside>
  );
};
