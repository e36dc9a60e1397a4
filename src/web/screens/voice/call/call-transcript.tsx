import { Check, Ear, Info, Search } from "lucide-react";
import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CallDetail, CallTurn } from "#contract/voice.ts";
import { cn } from "#web/lib/cn.ts";
import { useShortcuts } from "#web/lib/keyboard.ts";
import { contactName } from "#web/screens/voice/call-columns.tsx";
import { formatCallTime } from "#web/screens/voice/call-time.ts";
import { LatencyBar } from "#web/screens/voice/latency-chart.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Input } from "#web/ui/input.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { splitByMatch } from "./find-in-call.ts";
import { useMarkText } from "./mark-text.ts";

type LineProps = {
  turn: CallTurn;
  name: string;
  marks: string;
  wanted: string;
  isActive: boolean;
  canPlay: boolean;
  onOpen: (atMs: number) => void;
};

const Words = ({ text, wanted }: { text: string; wanted: string }): ReactNode =>
  splitByMatch(text, wanted).map(({ text: part, isMatch, at }) =>
    isMatch ? (
      <mark key={at} className="rounded-sm bg-beam/70 px-px text-on-beam">
        {part}
      </mark>
    ) : (
      part
    ),
  );

/** Memoised, because the position changes ten times a second. */
const TranscriptLine = memo(({ turn, name, marks, wanted, isActive, canPlay, onOpen }: LineProps) => {
  const { t } = useTranslation();
  const isAside = turn.speaker === "whisper" || turn.speaker === "system";
  const speaker = turn.speaker === "customer" ? name : t(`liveCalls.speaker.${turn.speaker}`);
  const AsideIcon = turn.speaker === "whisper" ? Ear : Info;
  const at = formatCallTime(turn.atMs);
  return (
    <li
      data-turn={turn.id}
      {...(isActive ? { "aria-current": true } : {})}
      className={cn(
        "group relative grid grid-cols-[2.5rem_minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-0.5 border-l-2 px-4 py-2 text-sm sm:grid-cols-[2.5rem_5rem_minmax(0,1fr)_auto]",
        isActive ? "border-sea bg-sea-tint" : "border-transparent hover:bg-hover",
      )}
    >
      <button
        type="button"
        data-hears-line
        onClick={() => onOpen(turn.atMs)}
        aria-label={t(canPlay ? "callPage.hear" : "callPage.jumpTo", { at })}
        className="text-left text-faint text-xs tabular-nums after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline focus-visible:after:outline-2 focus-visible:after:outline-sea focus-visible:after:-outline-offset-2"
      >
        {at}
      </button>
      <span
        className={cn(
          "truncate font-[600] max-sm:col-span-2 max-sm:text-xs",
          turn.speaker === "agent" || turn.speaker === "operator" ? "text-sea" : "text-soft",
        )}
      >
        {isAside ? (
          <span className="flex items-center gap-1.5">
            <AsideIcon aria-hidden="true" className="size-3.5" />
            {speaker}
          </span>
        ) : (
          speaker
        )}
      </span>
      <span
        className={cn(
          "min-w-0 whitespace-pre-line break-words max-sm:col-span-2 max-sm:col-start-2",
          isAside && "text-soft",
        )}
      >
        <Words text={turn.text} wanted={wanted} />
        {turn.isInterrupted && (
          <span className="ml-1.5 text-faint text-xs">{t("liveCalls.interrupted")}</span>
        )}
        {marks !== "" && (
          <span className="mt-1 flex flex-wrap gap-1.5">
            {marks.split("\n").map((mark) => (
              <Badge key={mark}>
                <Check aria-hidden="true" className="size-3" />
                {mark}
              </Badge>
            ))}
          </span>
        )}
      </span>
      {turn.latency && (
        <span className="relative z-10 max-sm:col-start-2">
          <LatencyBar latency={turn.latency} />
        </span>
      )}
    </li>
  );
});

/** Scrolls the active line into the list, not the page, until the reader scrolls. */
const useFollow = (activeId: string | undefined, isPlaying: boolean) => {
  const list = useRef<HTMLOListElement>(null);
  const [follows, setFollows] = useState(true);
  useEffect(() => {
    const scroller = list.current;
    const line = activeId && scroller?.querySelector<HTMLElement>(`[data-turn="${activeId}"]`);
    if (!scroller || !line || !follows || !isPlaying) return;
    const top = line.offsetTop - scroller.offsetTop;
    if (top < scroller.scrollTop || top + line.offsetHeight > scroller.scrollTop + scroller.clientHeight)
      scroller.scrollTo({ top: top - scroller.clientHeight / 3, behavior: "smooth" });
  }, [activeId, follows, isPlaying]);
  return { list, follows, setFollows };
};

type CallTranscriptProps = {
  call: CallDetail;
  activeId: string | undefined;
  isPlaying: boolean;
  canPlay: boolean;
  onOpen: (atMs: number) => void;
};

export const CallTranscript = ({ call, activeId, isPlaying, canPlay, onOpen }: CallTranscriptProps) => {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const markText = useMarkText(call.facts);
  const { list, follows, setFollows } = useFollow(activeId, isPlaying);
  useShortcuts({ "/": () => field.current?.focus() });
  const open = useRef(onOpen);
  useEffect(() => {
    open.current = onOpen;
  });
  const openLine = useMemo(() => (atMs: number) => open.current(atMs), []);
  const name = call.personName?.split(" ")[0] ?? contactName(call);
  const found = useMemo(
    () =>
      wanted.trim() === ""
        ? undefined
        : call.turns.filter(({ text }) => splitByMatch(text, wanted).some(({ isMatch }) => isMatch)),
    [call.turns, wanted],
  );
  const showNextMatch = () => {
    const from = found?.findIndex(({ id }) => id === activeId) ?? -1;
    const next = found?.[(from + 1) % Math.max(1, found.length)];
    if (!next) return;
    onOpen(next.atMs);
    list.current?.querySelector(`[data-turn="${next.id}"]`)?.scrollIntoView({ block: "nearest" });
  };

  return (
    <section
      aria-labelledby="call-transcript"
      className="min-w-0 overflow-clip rounded-card border border-line bg-panel shadow-card"
    >
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-2 border-line border-b px-4 py-2.5">
        <h2 id="call-transcript" className="font-[620] text-base tracking-tight">
          {t("callPage.transcript.title")}
        </h2>
        {canPlay && <p className="text-faint text-xs max-sm:hidden">{t("callPage.transcript.hint")}</p>}
        {!follows && isPlaying && (
          <Button size="sm" variant="ghost" onClick={() => setFollows(true)}>
            {t("callPage.transcript.follow")}
          </Button>
        )}
        {call.turns.length > 0 && (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              showNextMatch();
            }}
            className="relative ml-auto w-full max-w-56 max-sm:max-w-none"
          >
            <Search
              aria-hidden="true"
              className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-soft"
            />
            <Input
              ref={field}
              value={wanted}
              onChange={(event) => setWanted(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== "Escape") return;
                setWanted("");
                event.currentTarget.blur();
              }}
              placeholder={t("callPage.transcript.find")}
              aria-label={t("callPage.transcript.find")}
              className={cn("pl-8.5", found ? "pr-18" : "pr-9")}
            />
            <span className="pointer-events-none absolute top-2 right-2.5 text-faint text-xs">
              {found ? (
                <span role="status" className="leading-5">
                  {t("callPage.transcript.found", { count: found.length })}
                </span>
              ) : (
                <Kbd className="max-sm:hidden pointer-coarse:hidden">/</Kbd>
              )}
            </span>
          </form>
        )}
      </div>
      {call.turns.length > 0 ? (
        <ol
          ref={list}
          onWheel={() => setFollows(false)}
          onTouchMove={() => setFollows(false)}
          className="max-h-[72dvh] overflow-y-auto py-1.5"
        >
          {call.turns.map((turn) => (
            <TranscriptLine
              key={turn.id}
              turn={turn}
              name={name}
              marks={turn.marks.map(markText).join("\n")}
              wanted={wanted}
              isActive={turn.id === activeId}
              canPlay={canPlay}
              onOpen={openLine}
            />
          ))}
        </ol>
      ) : (
        <p className="px-4 py-10 text-center text-sm text-soft">
          {t(
            call.status === "ringing" || call.status === "in_progress"
              ? "callPage.transcript.running"
              : "callPage.transcript.none",
          )}
        </p>
      )}
    </section>
  );
};
