import { CircleDot, Ear, Info, PhoneCall } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { CallTurn, LiveCall } from "#contract/voice.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { findSpeechSpans } from "#domain/voice/call-review.ts";
import { SimulatedBadge } from "#web/components/delivery/simulated-badge.tsx";
import { useClockText } from "#web/lib/clock.ts";
import { cn } from "#web/lib/cn.ts";
import { useMedia } from "#web/lib/use-media.ts";
import { CallAvatar } from "#web/screens/voice/call-avatar.tsx";
import { formatCallTime } from "#web/screens/voice/call-time.ts";
import { LatencyBar } from "#web/screens/voice/latency-chart.tsx";
import { SpeechLanes } from "#web/screens/voice/speech-lanes.tsx";
import { Badge } from "#web/ui/badge.tsx";
import {
  asksForPerson,
  elapsedMs,
  elapsedText,
  isTransferred,
  liveName,
  liveState,
  shortLiveName,
} from "./call-state.ts";

type LiveCallProps = { call: LiveCall; clockOffset: number };

const LiveHeader = ({ call, clockOffset }: LiveCallProps) => {
  const { t } = useTranslation();
  const time = useClockText((now) => elapsedText(call, now, clockOffset));
  const state = liveState(call, t);
  const script =
    call.scriptName &&
    (call.scriptVersion === null
      ? call.scriptName
      : t("liveCalls.scriptVersion", { name: call.scriptName, version: call.scriptVersion }));
  const details = [call.personName && formatPhone(call.phoneNumber), call.place, script].filter(Boolean);
  return (
    <header className="flex items-center gap-3 border-line border-b px-4 py-3">
      <CallAvatar name={call.personName} className="size-10 text-sm" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="truncate font-[640] text-base">
            {call.personId ? (
              <Link href={`/people/${call.personId}`} className="hover:underline">
                {liveName(call)}
              </Link>
            ) : (
              liveName(call)
            )}
          </span>
          {call.personType && (
            <Badge>{t(call.personType === "customer" ? "liveCalls.customer" : "liveCalls.lead")}</Badge>
          )}
          {call.simulated && <SimulatedBadge />}
          {state && <Badge tone={asksForPerson(call) ? "warn" : "sea"}>{state}</Badge>}
        </p>
        <p className="truncate text-soft text-xs">{details.join(" · ")}</p>
      </div>
      <p className="flex shrink-0 items-center gap-2">
        {call.status !== "ringing" && (
          <span className="flex items-center gap-1.5 font-[600] text-bad text-xs max-sm:sr-only">
            <span aria-hidden="true" className="size-2 animate-pulse rounded-full bg-bad" />
            {t("liveCalls.live")}
          </span>
        )}
        <span className="font-[640] text-xl tabular-nums tracking-tight">{time}</span>
      </p>
    </header>
  );
};

/** The last seconds of both sides; the present is at the right edge. */
const LiveLanes = ({ call, clockOffset }: LiveCallProps) => {
  const { t } = useTranslation();
  const isWide = useMedia("(min-width: 40rem)");
  const nowMs =
    Number(useClockText((now) => String(Math.floor(elapsedMs(call, now, clockOffset) / 1000)))) * 1000;
  const shownMs = isWide ? 40_000 : 20_000;
  const fromMs = Math.max(0, nowMs - shownMs);
  const toldAt =
    call.recordingNoticeAt !== null && call.answeredAt !== null
      ? Date.parse(call.recordingNoticeAt) - Date.parse(call.answeredAt)
      : undefined;
  return (
    <div className="grid gap-1.5 border-line border-b px-4 pt-3 pb-2">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-soft text-xs">
        <span className="flex items-center gap-1.5">
          <span aria-hidden="true" className="size-2 rounded-full bg-sea" />
          {t(call.owner === "operator" ? "liveCalls.speaker.operator" : "liveCalls.speaker.agent")}
        </span>
        <span className="flex min-w-0 items-center gap-1.5">
          <span aria-hidden="true" className="size-2 rounded-full bg-ink" />
          <span className="truncate">{shortLiveName(call)}</span>
        </span>
        <span className="ml-auto flex items-center gap-1.5">
          <CircleDot aria-hidden="true" className="size-3.5" />
          {toldAt === undefined
            ? t("liveCalls.notRecorded")
            : t("liveCalls.recordingTold", { at: formatCallTime(toldAt) })}
        </span>
      </p>
      <SpeechLanes
        spans={findSpeechSpans(call.turns, nowMs)}
        fromMs={fromMs}
        toMs={Math.max(nowMs, shownMs / 2)}
        positionMs={nowMs}
      />
    </div>
  );
};

const LiveTurn = ({ turn, name }: { turn: CallTurn; name: string }) => {
  const { t } = useTranslation();
  if (turn.speaker === "whisper" || turn.speaker === "system") {
    const Icon = turn.speaker === "whisper" ? Ear : Info;
    return (
      <li className="flex items-baseline gap-2.5 px-4 py-1.5 text-sm sm:pl-[8.25rem]">
        <span
          className={cn(
            "flex min-w-0 flex-1 items-start gap-2 border-l-2 pl-2.5",
            turn.speaker === "whisper" ? "border-beam" : "border-line",
          )}
        >
          <Icon aria-hidden="true" className="mt-0.5 size-3.5 shrink-0 text-soft" />
          <span className="min-w-0 break-words text-soft">
            {turn.speaker === "whisper" && (
              <b className="font-[600] text-ink">{t("liveCalls.speaker.whisper")}: </b>
            )}
            {turn.text}
          </span>
        </span>
        <span className="text-faint text-xs tabular-nums">{formatCallTime(turn.atMs)}</span>
      </li>
    );
  }
  const isBusiness = turn.speaker !== "customer";
  return (
    <li className="grid grid-cols-[2.25rem_minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-0.5 px-4 py-1.5 text-sm sm:grid-cols-[2.25rem_4.5rem_minmax(0,1fr)_auto]">
      <span className="text-faint text-xs tabular-nums">{formatCallTime(turn.atMs)}</span>
      <span
        className={cn(
          "truncate font-[600] max-sm:col-span-2 max-sm:text-xs",
          isBusiness ? "text-sea" : "text-soft",
        )}
      >
        {turn.speaker === "customer" ? name : t(`liveCalls.speaker.${turn.speaker}`)}
      </span>
      <span className="min-w-0 break-words max-sm:col-span-2 max-sm:col-start-2">
        {turn.text}
        {turn.isInterrupted && (
          <span className="ml-1.5 text-faint text-xs">{t("liveCalls.interrupted")}</span>
        )}
      </span>
      {turn.latency && (
        <span className="max-sm:col-start-2">
          <LatencyBar latency={turn.latency} />
        </span>
      )}
    </li>
  );
};

/** Scrolls with the conversation until the reader scrolls back. */
const useFollowEnd = (content: unknown) => {
  const scroller = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const onScroll = () => {
    const list = scroller.current;
    if (list) follows.current = list.scrollHeight - list.scrollTop - list.clientHeight < 48;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the content changes
  useEffect(() => {
    const list = scroller.current;
    if (list && follows.current) list.scrollTop = list.scrollHeight;
  }, [content]);
  return { scroller, onScroll };
};

const LiveTurns = ({ call }: { call: LiveCall }) => {
  const { t } = useTranslation();
  const { scroller, onScroll } = useFollowEnd(`${call.owner} ${call.turns.length} ${call.partial ?? ""}`);
  const name = shortLiveName(call);
  if (call.turns.length === 0 && !call.partial)
    return (
      <div className="grid min-h-40 flex-1 place-content-center justify-items-center gap-2 p-6 text-center text-sm text-soft">
        <PhoneCall aria-hidden="true" className="size-5" />
        {t(call.status === "ringing" ? "liveCalls.ringingText" : "liveCalls.noWords")}
      </div>
    );
  return (
    <div
      ref={scroller}
      onScroll={onScroll}
      role="log"
      aria-label={t("liveCalls.conversation")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
      tabIndex={0}
      className="min-h-40 flex-1 overflow-y-auto py-2 focus-visible:-outline-offset-2 max-xl:max-h-96"
    >
      <ol>
        {call.turns.map((turn) => (
          <LiveTurn key={turn.id} turn={turn} name={name} />
        ))}
        {call.partial && (
          <li className="mx-2 grid grid-cols-[2.25rem_minmax(0,1fr)_auto] items-baseline gap-x-3 rounded-lg bg-hover px-2 py-1.5 text-sm sm:grid-cols-[2.25rem_4.5rem_minmax(0,1fr)_auto]">
            <span />
            <span className="truncate font-[600] text-soft max-sm:hidden">{name}</span>
            <span className="min-w-0 break-words">
              {call.partial}
              <span
                aria-hidden="true"
                className="ml-0.5 inline-block h-4 w-0.5 animate-pulse bg-sea align-text-bottom"
              />
            </span>
            <span className="font-[560] text-sea text-xs">{t("liveCalls.listening")}</span>
          </li>
        )}
      </ol>
    </div>
  );
};

/** Header, lanes and words of a running call. */
export const LiveConversation = ({ call, clockOffset }: LiveCallProps) => (
  <>
    <LiveHeader call={call} clockOffset={clockOffset} />
    {call.handoffNote && (asksForPerson(call) || isTransferred(call)) && (
      <p className="max-h-44 shrink-0 overflow-y-auto whitespace-pre-line border-line border-b bg-warn-tint px-4 py-2.5 text-sm">
        {call.handoffNote}
      </p>
    )}
    {call.answeredAt !== null && <LiveLanes call={call} clockOffset={clockOffset} />}
    <LiveTurns key={call.id} call={call} />
  </>
);
