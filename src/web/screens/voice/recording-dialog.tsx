import { useQuery } from "@tanstack/react-query";
import { Pause, Play } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type CallSummary, voiceApi } from "#contract/voice.ts";
import { formatCallDuration } from "#domain/voice/call.ts";
import { serverMessage } from "#web/lib/api.ts";
import { fetchAudio } from "#web/lib/audio.ts";
import { useFormat } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { contactName } from "./call-columns.tsx";

/** Starts playing when opened. */
const AudioPlayer = ({ recording, label }: { recording: Blob; label: string }) => {
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

  const formatSeconds = (seconds: number) => formatCallDuration(Math.floor(seconds)) ?? "";
  const toggle = () => {
    // The browser can refuse to play; the button then stays on Play.
    if (audio.current?.paused) void audio.current.play().catch(() => setPlaying(false));
    else audio.current?.pause();
  };
  const Icon = playing ? Pause : Play;

  return (
    <fieldset className="flex items-center gap-3">
      <legend className="sr-only">{label}</legend>
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript has its own dialog */}
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

export const RecordingDialog = ({ call, onClose }: { call: CallSummary; onClose: () => void }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const path = voiceApi.recording.path.replace("{id}", call.id);
  const { data, error, refetch } = useQuery({
    queryKey: path.split("/"),
    queryFn: () => fetchAudio(path),
    // Recordings are large, so they are not cached.
    gcTime: 0,
  });
  const name = contactName(call);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("voice.recording.title")}
      description={`${name} · ${format.dateTime(call.createdAt)}`}
    >
      {data ? (
        <AudioPlayer recording={data} label={t("voice.recording.label", { name })} />
      ) : error ? (
        <ErrorCard
          title={t("voice.recording.failed")}
          detail={serverMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton className="h-9" />
      )}
    </Dialog>
  );
};
