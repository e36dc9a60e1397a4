import { Check, Circle } from "lucide-react";
import { type ReactNode, useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { CallFact, CallGoal, LiveCall } from "#contract/voice.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatCallTime } from "./call-time.ts";

/** A time of the call; a button where it can be jumped to. */
export const CallMoment = ({
  atMs,
  onJump,
}: {
  atMs: number;
  onJump?: ((atMs: number) => void) | undefined;
}) => {
  const { t } = useTranslation();
  const text = formatCallTime(atMs);
  return onJump ? (
    <button
      type="button"
      onClick={() => onJump(atMs)}
      aria-label={t("callPage.jumpTo", { at: text })}
      className="rounded font-[560] text-sea text-xs leading-5 tabular-nums hover:underline max-sm:-my-2 max-sm:py-2"
    >
      {text}
    </button>
  ) : (
    <span className="text-faint text-xs leading-5 tabular-nums">{text}</span>
  );
};

type GoalListProps = { goals: readonly CallGoal[]; isLive: boolean; onJump?: (atMs: number) => void };

export const GoalList = ({ goals, isLive, onJump }: GoalListProps) => {
  const { t } = useTranslation();
  const current = isLive ? goals.findIndex(({ atMs }) => atMs === null) : -1;
  return (
    <ul className="grid gap-2 text-sm">
      {goals.map(({ title, atMs }, index) => (
        <li key={title} className="flex items-start gap-2">
          {atMs !== null ? (
            <span className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-full bg-ok text-panel">
              <Check aria-hidden="true" className="size-3" strokeWidth={3} />
            </span>
          ) : (
            <Circle
              aria-hidden="true"
              className={cn(
                "mt-0.5 size-4 shrink-0",
                index === current ? "rounded-full bg-beam p-1 text-panel" : "text-edge",
              )}
              {...(index === current ? { fill: "currentColor" } : {})}
            />
          )}
          <span
            className={cn(
              "min-w-0 flex-1 break-words",
              index === current ? "font-[600]" : atMs === null && "text-soft",
            )}
          >
            <span className="sr-only">
              {t(atMs !== null ? "liveCalls.goalReached" : "liveCalls.goalOpen")}
              {": "}
            </span>
            {title}
          </span>
          {atMs !== null ? (
            <CallMoment atMs={atMs} onJump={onJump} />
          ) : (
            index === current && <span className="text-faint text-xs leading-5">{t("liveCalls.now")}</span>
          )}
        </li>
      ))}
    </ul>
  );
};

type FactListProps = {
  facts: readonly CallFact[];
  /** Marks a fact that has just come. */
  freshAfterMs?: number | undefined;
  withQuotes?: boolean;
  missing: string;
  onJump?: (atMs: number) => void;
};

const localTime = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?)?$/;

/** Answers to yes-or-no questions are stored as `yes` and `no`, days and times as they stand on the customer's clock. */
export const useFactText = (): ((value: string) => string) => {
  const { t } = useTranslation();
  const { locale } = useFormat();
  return useCallback(
    (value) => {
      if (value === "yes" || value === "no") return t(`liveCalls.answer.${value}`);
      if (!localTime.test(value)) return value;
      const time = value.includes("T") ? ({ timeStyle: "short" } as const) : {};
      return new Intl.DateTimeFormat(locale, { dateStyle: "medium", ...time, timeZone: "UTC" }).format(
        new Date(value.includes("T") ? `${value}Z` : value),
      );
    },
    [t, locale],
  );
};

export const FactList = ({ facts, freshAfterMs, withQuotes = false, missing, onJump }: FactListProps) => {
  const factText = useFactText();
  return (
    <dl className="grid gap-2 text-sm">
      {facts.map(({ key, label, value, quote, atMs }) => (
        <div key={key} className="grid grid-cols-[minmax(0,5fr)_minmax(0,6fr)_auto] items-baseline gap-x-2">
          <dt className="break-words text-soft">{label}</dt>
          <dd className="contents">
            <span
              className={cn(
                "min-w-0 break-words",
                value === null ? "text-faint" : "font-[560]",
                atMs !== null &&
                  freshAfterMs !== undefined &&
                  atMs >= freshAfterMs &&
                  "-mx-1.5 rounded-md bg-warn-tint px-1.5 outline outline-1 outline-beam",
              )}
            >
              {value === null ? missing : factText(value)}
            </span>
            <span className="min-w-8 text-right">
              {atMs !== null && <CallMoment atMs={atMs} onJump={onJump} />}
            </span>
            {withQuotes && quote && (
              <q className="col-span-3 line-clamp-2 text-faint text-xs italic">{quote}</q>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
};

const scoreNames = ["intent", "propensity", "churn"] as const;
/** From this on a score stands out. */
const highScore = 75;

export const ScoreList = ({ scores }: { scores: NonNullable<LiveCall["scores"]> }) => {
  const { t } = useTranslation();
  return (
    <dl className="grid gap-2 text-sm">
      {scoreNames.map((name) => (
        <div key={name} className="grid grid-cols-[minmax(0,1fr)_84px_2rem] items-center gap-3">
          <dt className="text-soft">{t(`liveCalls.score.${name}`)}</dt>
          <dd className="contents">
            <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-hover dark:bg-line">
              <span
                className={cn(
                  "block h-full rounded-full",
                  name !== "churn" && scores[name] >= highScore ? "bg-beam" : "bg-sea",
                )}
                style={{ width: `${scores[name]}%` }}
              />
            </span>
            <span className="text-right font-[620] tabular-nums">{scores[name]}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
};

/** A titled part of a side column. */
export const SidePart = ({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) => (
  <section className="grid gap-2.5 border-line border-b px-4 py-3.5 last:border-b-0">
    <div className="flex items-baseline justify-between gap-2">
      <h3 className="font-[600] text-soft text-xs">{title}</h3>
      {aside && <span className="text-faint text-xs tabular-nums">{aside}</span>}
    </div>
    {children}
  </section>
);
