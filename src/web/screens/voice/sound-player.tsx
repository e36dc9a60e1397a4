import { Pause, Play } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { clockOf } from "#domain/voice/call.ts";
import { Button } from "#web/ui/button.tsx";

/** Plays at once, as whoever opens it asked to listen. */
export const AudioPlayer = ({ recording, label }: { recording: Blob; label: string }) => {
  const { t } = useTranslation();
  const audio = useRef<HTMLAudioElement>(null);
  const [url, setUrl] = useState<string>();
  const [playing, setPlaying] = useState(false);
  const [position, setPosition] = useState(0);
  const [duration, setDuration] = useState(0);

  useEffect(() => {
    const objectUrl = URL.createObjectURL(recording);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [recording]);

  const formatSeconds = (seconds: number) => clockOf(Math.floor(seconds)) ?? "";
  const toggle = () => {
    // A browser may refuse to begin by itself; the button then still says Play.
    if (audio.current?.paused) void audio.current.play().catch(() => setPlaying(false));
    else audio.current?.pause();
  };
  const Icon = playing ? Pause : Play;

  return (
    <fieldset className="flex items-center gap-3">
      <legend className="sr-only">{label}</legend>
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript is a dialog of its own */}
      <audio
        ref={audio}
        src={url}
        autoPlay
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={(event) => setPosition(event.currentTarget.currentTime)}
        onDurationChange={(event) =>
          setDuration(Number.isFinite(event.currentTarget.duration) ? event.currentTarget.duration : 0)
        }
      />
      <Button
        variant="primary"
        size="icon"
        aria-label={playing ? t("voice.recording.pause") : t("voice.recording.play")}
        onClick={toggle}
      >
        <Icon aria-hidden="true" />
      </Button>
      <span className="w-9 text-right text-sm text-soft tabular-nums">{formatSeconds(position)}</span>
      <input
        type="range"
        min={0}
        max={Math.max(duration, position, 0.1)}
        step={0.1}
        value={position}
        aria-label={t("voice.recording.position")}
        aria-valuetext={t("voice.recording.spoken", {
          at: formatSeconds(position),
          length: formatSeconds(duration),
        })}
        onChange={(event) => {
          if (audio.current) audio.current.currentTime = Number(event.target.value);
          setPosition(Number(event.target.value));
        }}
        className="min-w-0 flex-1 cursor-pointer accent-sea"
      />
      <span className="w-9 text-sm text-soft tabular-nums">{formatSeconds(duration)}</span>
    </fieldset>
  );
};
