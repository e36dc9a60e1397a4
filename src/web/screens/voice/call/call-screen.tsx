import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ChevronDown, ChevronUp, Download, PhoneOff, UserRound } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useRoute } from "wouter";
import { type CallDetail, voiceApi } from "#contract/voice.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { formatCallDuration } from "#domain/voice/call.ts";
import { findSpeechSpans } from "#domain/voice/call-review.ts";
import { recordingOffsetMs, usePlayback, useRecording } from "#web/components/call/use-playback.ts";
import { outcomeTones } from "#web/components/delivery/outcome-tones.ts";
import { SimulatedBadge } from "#web/components/delivery/simulated-badge.tsx";
import { ApiError, apiQuery, serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useShortcuts } from "#web/lib/keyboard.ts";
import { formatDollars } from "#web/lib/number-format.ts";
import { useWorded } from "#web/lib/worded.ts";
import { CallAvatar } from "#web/screens/voice/call-avatar.tsx";
import { contactName } from "#web/screens/voice/call-columns.tsx";
import type { LaneFlag } from "#web/screens/voice/speech-lanes.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { CallPlayer } from "./call-player.tsx";
import { CallSide } from "./call-side.tsx";
import { CallTranscript } from "./call-transcript.tsx";
import { useMarkText } from "./mark-text.ts";

const callPath = (id: string): string => `/voice/calls/${id}`;

const CallHeader = ({ call }: { call: CallDetail }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const worded = useWorded();
  const name = contactName(call);
  const cost =
    call.price === null && call.modelCost === null ? null : (call.price ?? 0) + (call.modelCost ?? 0);
  const script =
    call.scriptName &&
    (call.scriptVersion === null
      ? call.scriptName
      : t("liveCalls.scriptVersion", { name: call.scriptName, version: call.scriptVersion }));
  const details = [
    format.dateTime(call.createdAt),
    call.personName && formatPhone(call.phoneNumber),
    script,
    call.language && worded("liveCalls.language", call.language.slice(0, 2)),
    formatCallDuration(call.duration),
    cost !== null && formatDollars(cost, format.numberLocale),
  ].filter(Boolean);
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-3 border-line border-b px-4 py-3.5">
      <CallAvatar name={call.personName} className="size-10 text-sm" />
      <div className="min-w-0 flex-1 basis-56">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h2 className="min-w-0 truncate font-[640] text-[17px] leading-[22px] tracking-tight">{name}</h2>
          {call.outcome && (
            <Badge tone={outcomeTones[call.outcome] ?? "quiet"}>
              {worded("voice.outcome", call.outcome)}
            </Badge>
          )}
          {call.status !== "completed" && (
            <Badge tone={["ringing", "in_progress"].includes(call.status) ? "sea" : "warn"}>
              {worded("callPage.status", call.status)}
            </Badge>
          )}
          <Badge>{worded("voice.callType", call.type)}</Badge>
          {call.simulated && <SimulatedBadge />}
        </div>
        <p className="mt-0.5 break-words text-soft text-xs leading-5">{details.join(" · ")}</p>
      </div>
      <div className="flex gap-2">
        {call.personId && (
          <Button asChild>
            <Link href={`/people/${call.personId}`}>
              <UserRound aria-hidden="true" />
              {t("callPage.openPerson")}
            </Link>
          </Button>
        )}
        {call.hasRecording && (
          <Button asChild>
            <a href={voiceApi.recording.path.replace("{id}", call.id)} download={`call-${call.id}`}>
              <Download aria-hidden="true" />
              {t("callPage.download")}
            </a>
          </Button>
        )}
      </div>
    </header>
  );
};

/** The call lasts until its end, its last word or the end of its recording. */
const callLengthMs = (call: CallDetail, spokenToMs: number, recordedToMs: number): number =>
  Math.max((call.duration ?? 0) * 1000, spokenToMs, recordedToMs, 1000);

const CallView = ({ call }: { call: CallDetail }) => {
  const recording = useRecording(call);
  const markText = useMarkText(call.facts);
  const offsetMs = recordingOffsetMs(call);
  const spans = useMemo(() => findSpeechSpans(call.turns, null), [call.turns]);
  const lengthMs = callLengthMs(
    call,
    Math.max(0, ...spans.map(({ toMs }) => toMs)),
    offsetMs + (recording.data?.peaks?.durationMs ?? 0),
  );
  const playback = usePlayback(recording.data?.blob, offsetMs, lengthMs);
  const flags = useMemo<LaneFlag[]>(
    () =>
      call.turns.flatMap(({ id, atMs, marks }) =>
        marks.length > 0 ? [{ id, atMs, label: marks.map(markText).join(", ") }] : [],
      ),
    [call.turns, markText],
  );
  const canPlay = recording.data !== undefined;
  const { positionMs, isPlaying, playFrom, seek } = playback;
  const activeId =
    positionMs > 0 || isPlaying ? spans.findLast(({ fromMs }) => fromMs <= positionMs)?.turnId : undefined;
  const open = canPlay ? playFrom : seek;

  return (
    <>
      <section className="min-w-0 rounded-card border border-line bg-panel shadow-card">
        <CallHeader call={call} />
        <CallPlayer
          call={call}
          spans={spans}
          flags={flags}
          lengthMs={lengthMs}
          offsetMs={offsetMs}
          recording={recording}
          playback={playback}
        />
      </section>
      <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px] xl:grid-cols-[minmax(0,1fr)_348px]">
        <CallTranscript
          call={call}
          activeId={activeId}
          isPlaying={isPlaying}
          canPlay={canPlay}
          onOpen={open}
        />
        <CallSide call={call} spans={spans} onJump={open} />
      </div>
    </>
  );
};

const CallSkeleton = () => (
  <div aria-busy="true" className="grid gap-4">
    <Skeleton className="h-56 rounded-card" />
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
      <Skeleton className="h-96 rounded-card" />
      <Skeleton className="h-96 rounded-card" />
    </div>
  </div>
);

const CallScreen = () => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const [, params] = useRoute("/voice/calls/:id");
  const id = params?.id ?? "";
  const { data, error, refetch } = useQuery(apiQuery(voiceApi.call, { params: { id } }));
  const open = (other: string | null | undefined) => other && navigate(callPath(other));
  useShortcuts({ "[": () => open(data?.previousId), "]": () => open(data?.nextId) });
  const isUnknown = error instanceof ApiError && error.status === 404;

  return (
    <div className="grid min-w-0 gap-4">
      <nav aria-label={t("callPage.navigation")} className="flex min-h-8 items-center gap-2 text-sm">
        <Link
          href="/voice"
          className="flex items-center gap-1.5 rounded text-soft hover:text-ink max-sm:min-h-9"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          {t("callPage.back")}
        </Link>
        <span className="ml-auto flex items-center gap-1.5 text-faint text-xs">
          {(["previous", "next"] as const).map((direction) => {
            const target = direction === "previous" ? data?.previousId : data?.nextId;
            // The list has the newest call on top.
            const Icon = direction === "previous" ? ChevronUp : ChevronDown;
            return (
              <Button
                key={direction}
                size="sm"
                variant="ghost"
                disabled={!target}
                onClick={() => open(target)}
                className="max-sm:size-9 max-sm:px-0"
              >
                <Icon aria-hidden="true" className="sm:hidden" />
                <Kbd className="max-sm:hidden pointer-coarse:hidden">
                  {direction === "previous" ? "[" : "]"}
                </Kbd>
                <span className="max-sm:sr-only">{t(`callPage.${direction}`)}</span>
              </Button>
            );
          })}
        </span>
      </nav>
      {data ? (
        <CallView key={data.id} call={data} />
      ) : isUnknown ? (
        <EmptyState icon={PhoneOff} title={t("callPage.notFound")} text={t("callPage.notFoundText")} />
      ) : error ? (
        <ErrorCard
          title={t("callPage.loadFailed")}
          detail={serverMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <CallSkeleton />
      )}
    </div>
  );
};

export default CallScreen;
