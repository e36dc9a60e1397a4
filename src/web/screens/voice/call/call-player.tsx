import { Pause, Play, RotateCcw, RotateCw } from "lucide-react";
import {
  type PointerEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  useEffect,
  useMemo,
  useRef,
} from "react";
import { useTranslation } from "react-i18next";
import type { CallDetail } from "#contract/voice.ts";
import type { SpeechSpan } from "#domain/voice/call-review.ts";
import { loudnessBetween } from "#web/components/call/audio-peaks.ts";
import { type Playback, playbackRates, type useRecording } from "#web/components/call/use-playback.ts";
import { serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useShortcuts } from "#web/lib/keyboard.ts";
import { formatFixed } from "#web/lib/number-format.ts";
import { formatCallTime } from "#web/screens/voice/call-time.ts";
import { type LaneFlag, SpeechLanes } from "#web/screens/voice/speech-lanes.tsx";
import { Button } from "#web/ui/button.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const skipMs = 10_000;
const keyStepMs = 5000;

type CallPlayerProps = {
  call: CallDetail;
  spans: readonly SpeechSpan[];
  flags: readonly LaneFlag[];
  lengthMs: number;
  offsetMs: number;
  recording: ReturnType<typeof useRecording>;
  playback: Playback;
};

/** Why there is nothing to hear. */
const useMissingText = ({ hasRecording, recordingStartedAt, status }: CallDetail): string | undefined => {
  const { t } = useTranslation();
  if (hasRecording) return undefined;
  if (status === "ringing" || status === "in_progress") return t("callPage.recording.running");
  return t(recordingStartedAt === null ? "callPage.recording.none" : "callPage.recording.gone");
};

/** On other controls the key does what it does everywhere. */
const usesSpace = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest("input, textarea, select, a, button:not([data-hears-line]), [role=dialog], [role=menu]") !==
    null;

const useSpaceKey = (toggle: (() => void) | undefined): void => {
  const current = useRef(toggle);
  useEffect(() => {
    current.current = toggle;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== " " || !current.current || usesSpace(event.target)) return;
      event.preventDefault();
      if (event.type === "keydown" && !event.repeat) current.current();
    };
    // Firefox presses a button when the key is released.
    addEventListener("keydown", onKey);
    addEventListener("keyup", onKey);
    return () => {
      removeEventListener("keydown", onKey);
      removeEventListener("keyup", onKey);
    };
  }, []);
};

export const CallPlayer = (props: CallPlayerProps) => {
  const { call, spans, flags, lengthMs, offsetMs, recording, playback } = props;
  const { t } = useTranslation();
  const { number } = useFormat();
  const { positionMs, isPlaying, rate, setRate, seek, toggle } = playback;
  const peaks = recording.data?.peaks;
  const missing = useMissingText(call);
  const canPlay = recording.data !== undefined;
  const skip = (by: number) => seek(positionMs + by);
  useShortcuts(canPlay ? { j: () => skip(-skipMs), l: () => skip(skipMs) } : {});
  useSpaceKey(canPlay ? toggle : undefined);
  const loudness = useMemo(
    () =>
      peaks && ((fromMs: number, toMs: number) => loudnessBetween(peaks, fromMs - offsetMs, toMs - offsetMs)),
    [peaks, offsetMs],
  );

  const seekTo = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    seek(((event.clientX - left) / Math.max(1, width)) * lengthMs);
  };
  const onKeyDown = (event: ReactKeyboardEvent) => {
    const step = { ArrowRight: keyStepMs, ArrowLeft: -keyStepMs }[event.key];
    if (step !== undefined) skip(step);
    else if (event.key === "Home") seek(0);
    else if (event.key === "End") seek(lengthMs);
    else return;
    event.preventDefault();
  };

  if (call.hasRecording && !recording.data && !recording.error) return <Skeleton className="m-4 h-36" />;
  return (
    <div className="grid gap-3 px-4 pt-4 pb-3.5">
      {spans.length > 0 || canPlay ? (
        <SpeechLanes
          spans={spans}
          fromMs={0}
          toMs={lengthMs}
          loudness={loudness}
          positionMs={positionMs}
          flags={flags}
        >
          <div
            role="slider"
            tabIndex={0}
            aria-label={t("voice.recording.position")}
            aria-valuemin={0}
            aria-valuemax={Math.round(lengthMs / 1000)}
            aria-valuenow={Math.round(positionMs / 1000)}
            aria-valuetext={t("voice.recording.spoken", {
              at: formatCallTime(positionMs),
              length: formatCallTime(lengthMs),
            })}
            onKeyDown={onKeyDown}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              seekTo(event);
            }}
            onPointerMove={(event) => event.buttons === 1 && seekTo(event)}
            className="absolute inset-0 cursor-pointer touch-pan-y rounded-md"
          />
        </SpeechLanes>
      ) : null}
      {recording.error && !recording.data && (
        <ErrorCard
          title={t("voice.recording.failed")}
          detail={serverMessage(recording.error)}
          onRetry={() => void recording.refetch()}
        />
      )}
      {missing && <p className="text-sm text-soft">{missing}</p>}
      {canPlay && (
        <div className="flex flex-wrap items-center gap-2">
          <Button
            variant="primary"
            onClick={toggle}
            aria-label={isPlaying ? t("voice.recording.pause") : t("voice.recording.play")}
            className="size-10 rounded-full! px-0"
          >
            {isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
          </Button>
          <Button
            size="sm"
            onClick={() => skip(-skipMs)}
            aria-label={t("callPage.back10")}
            className="max-sm:h-9"
          >
            <RotateCcw aria-hidden="true" />
            10
          </Button>
          <Button
            size="sm"
            onClick={() => skip(skipMs)}
            aria-label={t("callPage.ahead10")}
            className="max-sm:h-9"
          >
            <RotateCw aria-hidden="true" />
            10
          </Button>
          <p className="px-1 text-sm tabular-nums">
            <b className="font-[620]">{formatCallTime(positionMs)}</b>
            <span className="text-soft"> / {formatCallTime(lengthMs)}</span>
          </p>
          <div className="ml-auto flex flex-wrap items-center gap-3">
            <SegmentedControl
              label={t("callPage.speed")}
              value={rate}
              onChange={setRate}
              options={playbackRates.map((id) => ({
                id,
                label: `${formatFixed(Number(id), id.length === 1 ? 0 : id.length - 2, number)}×`,
              }))}
            />
            <span
              aria-hidden="true"
              className="flex items-center gap-1.5 text-faint text-xs max-lg:hidden pointer-coarse:hidden"
            >
              <Kbd>Space</Kbd> {t("callPage.keys.play")} <Kbd>J</Kbd> <Kbd>L</Kbd> {t("callPage.keys.skip")}
            </span>
          </div>
        </div>
      )}
    </div>
  );
};
