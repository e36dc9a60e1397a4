import { useTranslation } from "react-i18next";
import type { LiveCall, UpcomingCall } from "#contract/voice.ts";
import { useClockText } from "#web/lib/clock.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { reasonText } from "#web/lib/reasons.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { useWorded } from "#web/lib/worded.ts";
import { CallAvatar } from "#web/screens/voice/call-avatar.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { asksForPerson, elapsedText, liveName, liveState } from "./call-state.ts";

type LiveRowProps = {
  call: LiveCall;
  isOpen: boolean;
  clockOffset: number;
  onOpen: () => void;
  onTake: (() => void) | undefined;
};

const LiveRow = ({ call, isOpen, clockOffset, onOpen, onTake }: LiveRowProps) => {
  const { t } = useTranslation();
  const worded = useWorded();
  const time = useClockText((now) => elapsedText(call, now, clockOffset));
  const asks = asksForPerson(call);
  const name = liveName(call);
  const script = [call.scriptName, call.language && worded("liveCalls.language", call.language.slice(0, 2))]
    .filter(Boolean)
    .join(", ");
  return (
    <li
      className={cn(
        "relative flex min-h-15 items-center gap-2.5 border-line border-b px-3.5 py-2",
        asks ? "bg-warn-tint" : isOpen ? "bg-sea-tint" : "hover:bg-hover",
      )}
    >
      <CallAvatar name={call.personName} className={cn("size-8", isOpen && !asks && "bg-panel")} />
      <div className="min-w-0 flex-1">
        <button
          type="button"
          onClick={onOpen}
          aria-current={isOpen}
          className="block max-w-full truncate text-left font-[600] text-sm after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline focus-visible:after:outline-2 focus-visible:after:outline-sea focus-visible:after:-outline-offset-2"
        >
          {name}
        </button>
        <p className={cn("text-xs", asks ? "line-clamp-2 font-[600] text-warn" : "truncate text-soft")}>
          {liveState(call, t) ?? (script || worded("voice.callType", call.type))}
        </p>
      </div>
      <div className="grid justify-items-end gap-1">
        <span className="font-[600] text-xs tabular-nums">{time}</span>
        {asks && onTake && (
          <Button
            size="sm"
            variant="primary"
            onClick={onTake}
            aria-label={t("liveCalls.takeNamed", { name })}
            className="relative z-10 h-7 px-2.5 max-sm:h-9"
          >
            {t("liveCalls.take")}
          </Button>
        )}
      </div>
    </li>
  );
};

const UpcomingRow = ({ call }: { call: UpcomingCall }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const wording = useWording();
  const name = call.personName ?? t("people.unnamed");
  const why = call.reasons.map((reason) => reasonText(reason, wording).text).join(". ");
  const isDue = useClockText((now) => (Date.parse(call.at) <= now ? "due" : "")) !== "";
  return (
    <li className="flex items-center gap-2.5 border-line border-b px-3.5 py-2 last:border-b-0">
      <Avatar name={name} className="size-8" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm">{name}</p>
        <p className="truncate text-soft text-xs" {...(why ? { "data-tooltip": why } : {})}>
          <time dateTime={call.at}>{isDue ? t("liveCalls.due") : format.dayTime(call.at)}</time>
          {` · ${call.scriptName ?? t(`reasons.channel.${call.channel}`)}`}
        </p>
      </div>
    </li>
  );
};

type LiveListProps = {
  calls: readonly LiveCall[];
  total: number;
  next: readonly UpcomingCall[];
  openId: string | undefined;
  clockOffset: number;
  onOpen: (id: string) => void;
  onTake: ((id: string) => void) | undefined;
};

export const LiveList = ({ calls, total, next, openId, clockOffset, onOpen, onTake }: LiveListProps) => {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <div className="min-h-0 min-w-0 overflow-y-auto max-xl:border-line max-xl:border-b xl:border-line xl:border-r">
      <ul aria-label={t("liveCalls.title")}>
        {calls.map((call) => (
          <LiveRow
            key={call.id}
            call={call}
            isOpen={call.id === openId}
            clockOffset={clockOffset}
            onOpen={() => onOpen(call.id)}
            onTake={onTake && (() => onTake(call.id))}
          />
        ))}
      </ul>
      {total > calls.length && (
        <p className="px-3.5 py-2 text-faint text-xs">
          {t("liveCalls.more", { count: total - calls.length, shown: number(total - calls.length) })}
        </p>
      )}
      {next.length > 0 && (
        <div className="max-xl:hidden">
          <h3 className="flex items-center gap-2 px-3.5 pt-4 pb-2 font-[600] text-soft text-xs">
            {t("liveCalls.next")} <Badge>{number(next.length)}</Badge>
          </h3>
          <ul className="border-line border-t">
            {next.map((call) => (
              <UpcomingRow key={call.id} call={call} />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
};
