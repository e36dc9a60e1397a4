import { type KeyboardEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type Channel, outreachChannels } from "#domain/channels/channel.ts";
import { ChannelIcon } from "#web/components/thread/channel-icon.tsx";
import { useClockText } from "#web/lib/clock.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { reasonText, shortReason, toneOf } from "#web/lib/reasons.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { type ChannelCheck, channelAnswer, replyChannels } from "#web/screens/inbox/channel-answers.ts";
import { Kbd } from "#web/ui/kbd.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const tones = {
  now: "text-ok",
  window: "text-ok",
  later: "text-warn",
  held: "text-warn",
  stopped: "text-bad",
};

const Answer = ({ check, whatsappUntil }: { check: ChannelCheck; whatsappUntil: string | null }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const wording = useWording();
  const text = useClockText((now) => {
    const answer = channelAnswer(check, whatsappUntil, now, toneOf);
    switch (answer.kind) {
      case "now":
        return t("inbox.channel.now");
      case "window":
        return t("inbox.channel.window", { hours: answer.hours, minutes: answer.minutes });
      case "later":
        return format.weekdayTime(answer.at);
      case "held":
        return t("inbox.channel.held");
      case "stopped":
        return shortReason(answer.code, wording);
    }
  });
  const { kind } = channelAnswer(check, whatsappUntil, Date.now(), toneOf);
  return <span className={cn("block w-0 min-w-full truncate text-xs", tones[kind])}>{text}</span>;
};

type ChannelStripProps = {
  checks: readonly ChannelCheck[] | undefined;
  value: Channel | undefined;
  whatsappUntil: string | null;
  onChange: (channel: Channel) => void;
};

/** The channels with the gate's answer for each. A stopped one cannot be chosen. */
export const ChannelStrip = ({ checks, value, whatsappUntil, onChange }: ChannelStripProps) => {
  const { t } = useTranslation();
  const wording = useWording();
  const group = useRef<HTMLDivElement>(null);
  if (!checks)
    return (
      <div
        aria-busy="true"
        className="grid grid-cols-5 gap-px rounded-t-[10px] border border-line border-b-0 p-2"
      >
        {outreachChannels.map((channel) => (
          <Skeleton key={channel} className="mx-1 h-7" />
        ))}
      </div>
    );
  const checkOf = (channel: Channel) => checks.find((check) => check.channel === channel);
  const open = replyChannels.filter((channel) => (checkOf(channel)?.ruling ?? "stop") !== "stop");
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined || open.length === 0) return;
    event.preventDefault();
    const at = value === undefined ? 0 : open.indexOf(value);
    const next = open[(at + step + open.length) % open.length];
    if (!next) return;
    onChange(next);
    group.current?.querySelector<HTMLElement>(`[data-channel="${next}"]`)?.focus();
  };
  return (
    <div
      ref={group}
      role="radiogroup"
      aria-label={t("inbox.channel.label")}
      onKeyDown={onKeyDown}
      className="flex divide-x divide-line overflow-x-auto rounded-t-[10px] border border-line border-b-0 bg-panel [scrollbar-width:none]"
    >
      {replyChannels.map((channel, index) => {
        const check = checkOf(channel);
        if (!check) return null;
        const isStopped = check.ruling === "stop";
        const isChosen = channel === value;
        const reasons = [...new Set(check.reasons.map((reason) => reasonText(reason, wording).text))].join(
          ". ",
        );
        return (
          // biome-ignore lint/a11y/useSemanticElements: an input would block the screen's shortcuts
          <button
            key={channel}
            type="button"
            role="radio"
            aria-checked={isChosen}
            aria-disabled={isStopped}
            tabIndex={isChosen || (value === undefined && index === 0) ? 0 : -1}
            data-channel={channel}
            data-tooltip={check.ruling === "send" ? undefined : reasons || undefined}
            data-tooltip-side="top"
            onClick={() => !isStopped && onChange(channel)}
            className={cn(
              "min-w-0 flex-auto px-2.5 pt-1.5 pb-1.5 text-left focus-visible:-outline-offset-2 @max-[540px]:min-w-28 max-sm:py-2",
              isChosen ? "bg-sea-tint shadow-[inset_0_2px_0_var(--sea)]" : !isStopped && "hover:bg-hover",
              isStopped && "cursor-default",
              isChosen ? "@max-[540px]:order-first" : isStopped && "@max-[540px]:order-last",
            )}
          >
            <span
              className={cn(
                "flex items-center gap-1.5 font-[560] text-[12.5px] leading-[18px]",
                isStopped && "text-soft",
              )}
            >
              <ChannelIcon channel={channel} className="size-3.5 shrink-0" />
              <span className="truncate">{t(`inbox.channel.${channel}`)}</span>
              <Kbd
                className={cn(
                  "ml-auto inline-block min-w-0 pointer-coarse:hidden",
                  checks.length > outreachChannels.length ? "@max-[660px]:hidden" : "@max-[540px]:hidden",
                )}
              >
                {index + 1}
              </Kbd>
            </span>
            <Answer check={check} whatsappUntil={whatsappUntil} />
          </button>
        );
      })}
    </div>
  );
};
