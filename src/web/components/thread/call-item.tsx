import { Bot, Pause, Phone, PhoneIncoming, Play } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { ThreadItem } from "#contract/threads.ts";
import { formatCallDuration } from "#domain/voice/call.ts";
import { loudnessBetween } from "#web/components/call/audio-peaks.ts";
import { usePlayback, useRecording } from "#web/components/call/use-playback.ts";
import { outcomeTones } from "#web/components/delivery/outcome-tones.ts";
import { serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useCallSummary } from "#web/lib/use-call-summary.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Badge } from "#web/ui/badge.tsx";

type CallEntry = Extract<ThreadItem, { kind: "call" }>;

const barCount = 72;
const bars = Array.from({ length: barCount }, (_, index) => index);

/** The recording is loaded when it is first played; until then the bars are flat. */
const CallRecording = ({ item }: { item: CallEntry }) => {
  const { t } = useTranslation();
  const [isWanted, setWanted] = useState(false);
  const recording = useRecording({ id: item.callId, hasRecording: isWanted });
  const lengthMs = recording.data?.peaks?.durationMs ?? (item.durationSeconds ?? 0) * 1000;
  const { positionMs, isPlaying, toggle, seek } = usePlayback(recording.data?.blob, 0, lengthMs);
  const isLoaded = recording.data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it starts once, when it is loaded
  useEffect(() => {
    if (isLoaded) toggle();
  }, [isLoaded]);
  const peaks = recording.data?.peaks;
  const heights = useMemo(
    () =>
      bars.map((bar) =>
        peaks
          ? Math.max(
              0.12,
              loudnessBetween(peaks, (bar / barCount) * lengthMs, ((bar + 1) / barCount) * lengthMs),
            )
          : 0.16,
      ),
    [peaks, lengthMs],
  );
  const Icon = isPlaying ? Pause : Play;
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2.5">
      <button
        type="button"
        onClick={isLoaded ? toggle : () => setWanted(true)}
        aria-label={t(isPlaying ? "voice.recording.pause" : "voice.recording.play")}
        className="grid size-[30px] shrink-0 place-items-center rounded-full bg-sea text-on-sea hover:bg-sea-strong max-sm:size-9"
      >
        <Icon aria-hidden="true" className="size-3.5" />
      </button>
      {recording.error ? (
        <p role="alert" className="text-bad text-xs">
          {serverMessage(recording.error) ?? t("voice.recording.failed")}
        </p>
      ) : (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          disabled={!isLoaded}
          onClick={(event) => {
            const { left, width } = event.currentTarget.getBoundingClientRect();
            seek(((event.clientX - left) / Math.max(1, width)) * lengthMs);
          }}
          className="flex h-6 min-w-0 flex-1 items-center gap-[2px] overflow-hidden"
        >
          {bars.map((bar) => (
            <span
              key={bar}
              className={
                (bar / barCount) * lengthMs <= positionMs && positionMs > 0
                  ? "min-w-[2px] flex-1 rounded-full bg-sea"
                  : "min-w-[2px] flex-1 rounded-full bg-sea/35"
              }
              style={{ height: `${(heights[bar] ?? 0.16) * 100}%` }}
            />
          ))}
        </button>
      )}
    </div>
  );
};

/** A call: who called, how it ended, its recording and the first lines of what was said. */
export const CallItem = ({ item, name }: { item: CallEntry; name: string }) => {
  const { t } = useTranslation();
  const summaryText = useCallSummary();
  const format = useFormat();
  const worded = useWorded();
  const { channel, direction, durationSeconds, status, outcome, summary, hasRecording, lines } = item;
  const Icon = channel === "voice_agent" ? Bot : direction === "in" ? PhoneIncoming : Phone;
  const isMissed = status !== "completed" && status !== "in_progress" && status !== "ringing";
  const title = isMissed
    ? t(direction === "in" ? "inbox.call.missed" : "inbox.call.notReached")
    : t(
        `inbox.call.${direction === "in" ? "theyCalled" : channel === "voice_agent" ? "agentCalled" : "weCalled"}`,
      );
  const isTheirs = (speaker: string) => speaker === "customer" || speaker === "user" || speaker === "person";
  return (
    <article aria-label={title} className="self-stretch rounded-[10px] border border-line bg-panel">
      <div className="grid gap-2 px-3 py-2.5">
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <Icon aria-hidden="true" className={isMissed ? "size-4 text-bad" : "size-4 text-soft"} />
          <b className="font-[560]">{title}</b>
          {outcome && (
            <Badge tone={outcomeTones[outcome] ?? "quiet"}>{worded("voice.outcome", outcome)}</Badge>
          )}
          <time dateTime={item.at} className="ml-auto text-[11.5px] text-faint">
            {format.time(item.at)}
          </time>
          {durationSeconds !== null && durationSeconds > 0 && (
            <b className="font-[560] tabular-nums">{formatCallDuration(durationSeconds)}</b>
          )}
        </p>
        {hasRecording && <CallRecording item={item} />}
        {summary && <p className="text-[12.5px] text-soft leading-[18px]">{summaryText(summary)}</p>}
      </div>
      {lines.length > 0 && (
        <ol className="grid gap-1 border-line border-t px-3 py-2 text-[12.5px] leading-[18px]">
          {lines.slice(0, 3).map((line) => (
            <li key={line.atMs} className="grid grid-cols-[34px_64px_minmax(0,1fr)] gap-2">
              <span className="text-[11.5px] text-faint tabular-nums">
                {formatCallDuration(Math.floor(line.atMs / 1000))}
              </span>
              <span className="truncate font-[560] text-soft">
                {isTheirs(line.speaker)
                  ? (name.split(" ")[0] ?? name)
                  : worded("voice.speaker", line.speaker)}
              </span>
              <span className="break-words">{line.text}</span>
            </li>
          ))}
        </ol>
      )}
      <p className="flex justify-end border-line border-t px-3 py-2 text-xs">
        <Link href={`/voice/calls/${item.callId}`} className="font-[560] text-sea hover:underline">
          {t("inbox.call.transcript")}
        </Link>
      </p>
    </article>
  );
};
