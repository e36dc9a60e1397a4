import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Bell, BellOff, PhoneCall, WifiOff } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useSearchParams } from "wouter";
import type { OutputOf } from "#contract/api-route.ts";
import { type LiveCall, voiceApi } from "#contract/voice.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { setHandoffMuted, useHandoffMuted } from "#web/lib/handoff-sound.ts";
import { useShortcuts } from "#web/lib/keyboard.ts";
import { useConnectionLostAt } from "#web/lib/live-updates.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { liveName } from "./call-state.ts";
import { LiveControls, useCallCommand } from "./live-controls.tsx";
import { LiveConversation } from "./live-conversation.tsx";
import { LiveList } from "./live-list.tsx";
import { LiveSide } from "./live-side.tsx";

type LiveData = OutputOf<(typeof voiceApi)["live"]>;

const SoundToggle = () => {
  const { t } = useTranslation();
  const isMuted = useHandoffMuted();
  const Icon = isMuted ? BellOff : Bell;
  const label = t(isMuted ? "liveCalls.sound.off" : "liveCalls.sound.on");
  return (
    <Tooltip text={label}>
      <Button
        variant="ghost"
        size="sm"
        aria-label={t("liveCalls.sound.label")}
        aria-pressed={!isMuted}
        onClick={() => setHandoffMuted(!isMuted)}
        className="w-8 px-0 max-sm:size-9"
      >
        <Icon aria-hidden="true" />
      </Button>
    </Tooltip>
  );
};

const ConnectionStrip = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const lostAt = useConnectionLostAt();
  if (lostAt === undefined) return null;
  return (
    <p role="status" className="flex items-center gap-2 bg-bad-tint px-4 py-2 text-bad text-sm">
      <WifiOff aria-hidden="true" className="size-4 shrink-0" />
      {t("liveCalls.lost", { at: format.dateTime(new Date(lostAt).toISOString()) })}
    </p>
  );
};

/** One line while no call runs. */
const QuietLine = ({ next }: Pick<LiveData, "next">) => {
  const { t } = useTranslation();
  const format = useFormat();
  const [first] = next;
  return (
    <section
      aria-label={t("liveCalls.title")}
      className="flex min-h-11 flex-wrap items-center gap-x-2.5 gap-y-1 rounded-card border border-line bg-panel py-1 pr-1.5 pl-4 text-sm shadow-card"
    >
      <PhoneCall aria-hidden="true" className="size-4 shrink-0 text-faint" />
      <p className="min-w-0 flex-1 text-soft">
        {t("liveCalls.quiet")}
        {first && (
          <span className="text-faint">
            {" · "}
            {t("liveCalls.quietNext", {
              count: next.length,
              name: first.personName ?? t("people.unnamed"),
              at: format.dayTime(first.at),
            })}
          </span>
        )}
      </p>
      <SoundToggle />
    </section>
  );
};

const RunningCalls = ({ data, clockOffset }: { data: LiveData; clockOffset: number }) => {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [params, setParams] = useSearchParams();
  const mayAct = useMay("voice", "work");
  const { send } = useCallCommand();
  const { calls, total, next } = data;
  const wanted = params.get("call");
  const open = calls.find(({ id }) => id === wanted) ?? calls[0];
  const openCall = (id: string) =>
    setParams(
      (current) => {
        current.set("call", id);
        return current;
      },
      { replace: true },
    );
  const move = (by: number) => {
    const target = calls[calls.findIndex(({ id }) => id === open?.id) + by];
    if (target) openCall(target.id);
  };
  useShortcuts({ "[": () => move(-1), "]": () => move(1) });
  if (!open) return null;
  return (
    <section
      aria-labelledby="live-calls"
      className="min-w-0 overflow-clip rounded-card border border-line bg-panel shadow-card"
    >
      <div className="flex min-h-11 items-center gap-2 border-line border-b px-3.5">
        <h2 id="live-calls" className="font-[620] text-base tracking-tight">
          {t("liveCalls.title")}
        </h2>
        <Badge tone="bad">{number(total)}</Badge>
        <span
          aria-hidden="true"
          className="ml-auto flex items-center gap-1.5 text-faint text-xs max-lg:hidden pointer-coarse:hidden"
        >
          {calls.length > 1 && (
            <>
              <Kbd>[</Kbd> <Kbd>]</Kbd> {t("liveCalls.keys.call")}
            </>
          )}
          {mayAct && (
            <>
              <Kbd>W</Kbd> {t("liveCalls.keys.whisper")} <Kbd>T</Kbd> {t("liveCalls.keys.takeOver")}
            </>
          )}
        </span>
        <span className="max-lg:ml-auto">
          <SoundToggle />
        </span>
      </div>
      <ConnectionStrip />
      <div className="grid min-w-0 grid-cols-1 xl:h-[min(680px,calc(100dvh-9rem))] xl:grid-cols-[256px_minmax(0,1fr)_316px] xl:grid-rows-[minmax(0,1fr)]">
        <LiveList
          calls={calls}
          total={total}
          next={next}
          openId={open.id}
          clockOffset={clockOffset}
          onOpen={openCall}
          onTake={
            mayAct
              ? (id) => {
                  openCall(id);
                  send(id, { kind: "take_over" });
                }
              : undefined
          }
        />
        <div className="flex min-h-0 min-w-0 flex-col">
          <LiveConversation call={open} clockOffset={clockOffset} />
          {mayAct ? (
            <LiveControls key={open.id} call={open} />
          ) : (
            <p className="border-line border-t px-4 py-3 text-sm text-soft">{t("liveCalls.viewer")}</p>
          )}
        </div>
        <LiveSide call={open} clockOffset={clockOffset} />
      </div>
    </section>
  );
};

/** The calls that are running now. */
export const LivePanel = () => {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const wanted = params.get("call") ?? undefined;
  const { data, error, dataUpdatedAt, isPlaceholderData, refetch } = useQuery({
    ...apiQuery(voiceApi.live, { query: wanted === undefined ? {} : { call: wanted } }),
    placeholderData: keepPreviousData,
  });
  const watched = useRef<LiveCall>(undefined);
  const shown = isPlaceholderData ? undefined : data;
  useEffect(() => {
    if (!shown) return;
    const before = watched.current;
    const isRunning = (id: string | undefined) => shown.calls.some((call) => call.id === id);
    // The call that is shown, also when it was not chosen.
    watched.current = shown.calls.find(({ id }) => id === wanted) ?? shown.calls[0];
    if (before && !isRunning(before.id) && (wanted === undefined || wanted === before.id)) {
      const open = () => navigate(`/voice/calls/${before.id}`);
      toast({
        title: t("liveCalls.ended", { name: liveName(before) }),
        action: { label: t("liveCalls.handoff.open"), run: open },
      });
      if (wanted !== undefined) navigate("/voice", { replace: true });
    } else if (wanted !== undefined && !isRunning(wanted)) {
      // A link to a call that has ended since opens its page.
      navigate(`/voice/calls/${wanted}`, { replace: true });
    }
  }, [shown, wanted, navigate, t]);

  if (!data)
    return error ? (
      <ErrorCard
        title={t("liveCalls.loadFailed")}
        detail={serverMessage(error)}
        onRetry={() => void refetch()}
      />
    ) : (
      <div aria-busy="true" className="h-11 rounded-card border border-line bg-panel" />
    );
  return data.calls.length > 0 ? (
    <RunningCalls data={data} clockOffset={dataUpdatedAt - Date.parse(data.now)} />
  ) : (
    <QuietLine next={data.next} />
  );
};
