import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type CallDetail, voiceApi } from "#contract/voice.ts";
import { fetchAudio } from "#web/lib/audio.ts";
import { decodePeaks } from "./audio-peaks.ts";

export const playbackRates = ["1", "1.25", "1.5", "2"] as const;
export type PlaybackRate = (typeof playbackRates)[number];

/** How often the position is read while the recording plays. */
const tickMs = 100;

/** The recording and its loudness; not asked for where there is none. */
export const useRecording = ({ id, hasRecording }: Pick<CallDetail, "id" | "hasRecording">) =>
  useQuery({
    queryKey: voiceApi.recording.path.replace("{id}", id).split("/"),
    queryFn: async () => {
      const blob = await fetchAudio(voiceApi.recording.path.replace("{id}", id));
      return { blob, peaks: await decodePeaks(blob) };
    },
    enabled: hasRecording,
    // Recordings are large, so they are not cached.
    gcTime: 0,
  });

/** When the recording began, in milliseconds since the answer: it starts after its notice was spoken. */
export const recordingOffsetMs = ({
  answeredAt,
  recordingStartedAt,
}: Pick<CallDetail, "answeredAt" | "recordingStartedAt">): number =>
  answeredAt === null || recordingStartedAt === null
    ? 0
    : Math.max(0, Date.parse(recordingStartedAt) - Date.parse(answeredAt));

/** Plays a recording. Positions are milliseconds since the answer; without a recording they only mark a moment. */
export const usePlayback = (recording: Blob | undefined, offsetMs: number, lengthMs: number) => {
  const audio = useRef<HTMLAudioElement>(undefined);
  const [positionMs, setPositionMs] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const [rate, setRate] = useState<PlaybackRate>("1");

  useEffect(() => {
    if (!recording) return;
    const url = URL.createObjectURL(recording);
    const player = new Audio(url);
    audio.current = player;
    const onChange = () => setPlaying(!player.paused);
    for (const event of ["play", "pause", "ended"]) player.addEventListener(event, onChange);
    return () => {
      player.pause();
      audio.current = undefined;
      setPlaying(false);
      URL.revokeObjectURL(url);
    };
  }, [recording]);

  useEffect(() => {
    if (audio.current) audio.current.playbackRate = Number(rate);
  }, [rate]);

  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => {
      if (audio.current) setPositionMs(offsetMs + audio.current.currentTime * 1000);
    }, tickMs);
    return () => clearInterval(timer);
  }, [isPlaying, offsetMs]);

  const seek = (toMs: number) => {
    const bounded = Math.min(Math.max(0, toMs), lengthMs);
    setPositionMs(bounded);
    if (audio.current) audio.current.currentTime = Math.max(0, bounded - offsetMs) / 1000;
  };
  const toggle = () => {
    const player = audio.current;
    if (!player) return;
    player.playbackRate = Number(rate);
    // The browser can refuse to play; the button then stays on Play.
    if (player.paused) void player.play().catch(() => setPlaying(false));
    else player.pause();
  };
  const playFrom = (atMs: number) => {
    seek(atMs);
    if (audio.current?.paused) toggle();
  };
  return { positionMs, isPlaying, rate, setRate, seek, toggle, playFrom };
};
export type Playback = ReturnType<typeof usePlayback>;
