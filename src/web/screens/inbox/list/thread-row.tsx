import { AlarmClock, CirclePlus, Clock3, UsersRound } from "lucide-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { ThreadListItem } from "#contract/threads.ts";
import { dateIn } from "#domain/day.ts";
import { ChannelIcon } from "#web/components/thread/channel-icon.tsx";
import { useZone } from "#web/components/thread/use-zone.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { useUser } from "#web/lib/session.ts";
import { useCallSummary } from "#web/lib/use-call-summary.ts";
import { useThreadName } from "#web/screens/inbox/thread-name.ts";
import { useWaitingText } from "#web/screens/inbox/use-waiting-text.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";

const weekMs = 6 * 86_400_000;
/** Scores from here on are marked. */
const highScore = 75;

/** The time of a message of today, the weekday of the last days, otherwise the date. */
const useShortTime = () => {
  const format = useFormat();
  const zone = useZone();
  return (instant: string): string => {
    const at = Date.parse(instant);
    const now = Date.now();
    if (dateIn(at, zone) === dateIn(now, zone)) return format.time(instant);
    return now - at < weekMs ? format.weekday(instant) : format.day(instant);
  };
};

const Waiting = ({ since }: { since: string }) => {
  const { t } = useTranslation();
  const { text, isLate } = useWaitingText(since);
  return (
    <span className={cn("flex min-w-0 items-center gap-1", isLate ? "text-bad" : "text-soft")}>
      <Clock3 aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="sr-only">{t("inbox.row.waiting", { time: text })}</span>
      <span aria-hidden="true" className="truncate">
        {text}
      </span>
    </span>
  );
};

const RowState = ({ thread }: { thread: ThreadListItem }) => {
  const { t } = useTranslation();
  const format = useFormat();
  if (thread.optedOut) return <Badge tone="bad">{t("inbox.row.optedOut")}</Badge>;
  if (thread.underReview) return <Badge tone="warn">{t("inbox.row.review")}</Badge>;
  if (thread.notSent) return <Badge tone="bad">{t("inbox.row.notSent")}</Badge>;
  if (thread.state === "snoozed")
    return (
      <span className="inline-flex min-w-0 items-center gap-1 text-soft">
        <AlarmClock aria-hidden="true" className="size-3.5 shrink-0" />
        <span className="truncate">
          {thread.snoozedUntil
            ? t("inbox.row.snoozed", { at: format.weekdayTime(thread.snoozedUntil) })
            : t("inbox.row.snoozedReply")}
        </span>
      </span>
    );
  if (thread.waitingSince) return <Waiting since={thread.waitingSince} />;
  if (thread.hasDraft) return <Badge tone="sea">{t("inbox.row.draft")}</Badge>;
  return (
    <span className="truncate text-soft">
      {t(thread.state === "closed" ? "inbox.row.closed" : "inbox.row.answered")}
    </span>
  );
};

const Owner = ({ owner }: Pick<ThreadListItem, "owner">) => {
  const { t } = useTranslation();
  const user = useUser();
  if (owner === null)
    return (
      <span className="text-edge">
        <CirclePlus aria-hidden="true" className="size-[19px]" strokeWidth={1.5} />
        <span className="sr-only">{t("inbox.row.unassigned")}</span>
      </span>
    );
  return (
    <span>
      <Avatar
        name={owner.name}
        className={cn("size-[19px] text-[9px]", owner.id === user.id && "bg-beam text-on-beam")}
      />
      <span className="sr-only">{t("inbox.row.owner", { name: owner.name })}</span>
    </span>
  );
};

type Preview = Pick<ThreadListItem, "lastText" | "lastDirection" | "lastChannel">;

/** The words of a call are those of the person, or its summary, whoever called. */
const usePreview = () => {
  const { t } = useTranslation();
  const summaryText = useCallSummary();
  return ({ lastText: text, lastDirection, lastChannel }: Preview): string => {
    const isCall = lastChannel === "call" || lastChannel === "voice_agent";
    if (text === null) return t(isCall ? "inbox.row.call" : "inbox.row.noText");
    if (lastDirection === "note") return t("inbox.row.note", { text });
    if (isCall) return summaryText(text);
    return lastDirection === "out" ? t("inbox.row.us", { text }) : text;
  };
};

type ThreadRowProps = {
  thread: ThreadListItem;
  href: string;
  isOpen: boolean;
  isSelected: boolean;
  onSelect?: ((selected: boolean) => void) | undefined;
  onOpen: () => void;
};

export const ThreadRow = memo(({ thread, href, isOpen, isSelected, onSelect, onOpen }: ThreadRowProps) => {
  const { t } = useTranslation();
  const shortTime = useShortTime();
  const name = useThreadName()(thread);
  const { isUnread, lastText, lastDirection, lastChannel, intentScore } = thread;
  const last = usePreview()({ lastText, lastDirection, lastChannel });
  return (
    <div
      className={cn(
        "group relative h-full border-line border-b",
        isOpen || isSelected ? "bg-sea-tint" : "hover:bg-hover",
      )}
    >
      <Link
        href={href}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey) return;
          event.preventDefault();
          onOpen();
        }}
        data-thread={thread.personId}
        {...(isOpen ? { "aria-current": "true" as const } : {})}
        className="grid h-full grid-cols-[36px_minmax(0,1fr)] gap-2.5 py-2 pr-3 pl-3.5 focus-visible:-outline-offset-2"
      >
        {isUnread && (
          <span aria-hidden="true" className="absolute top-6 left-[5px] size-[5px] rounded-full bg-sea" />
        )}
        <span className="relative h-9">
          <Avatar name={name} className="size-9" />
          <span className="absolute -right-1 -bottom-[3px] grid size-[17px] place-items-center rounded-full bg-panel text-soft ring-1 ring-line">
            <ChannelIcon channel={lastDirection === "note" ? "note" : lastChannel} className="size-2.5" />
          </span>
        </span>
        <span className="min-w-0">
          <span className="flex items-baseline gap-2">
            <span
              title={name}
              className={cn("truncate text-sm leading-[18px]", isUnread ? "font-[650]" : "font-[560]")}
            >
              {isUnread && <span className="sr-only">{`${t("inbox.row.unread")}: `}</span>}
              {name}
            </span>
            <time
              dateTime={thread.lastItemAt}
              className="ml-auto shrink-0 text-[11.5px] text-faint leading-4"
            >
              {shortTime(thread.lastItemAt)}
            </time>
          </span>
          <span
            className={cn("block truncate text-[12.5px] leading-[18px]", isUnread ? "text-ink" : "text-soft")}
          >
            {last}
          </span>
          <span className="mt-[3px] flex h-[19px] items-center gap-1.5 font-[540] text-[11.5px] leading-4 tabular-nums">
            <RowState thread={thread} />
            <span className="ml-auto flex shrink-0 items-center gap-1.5">
              {intentScore !== null && (
                <span className="flex items-center gap-1 text-soft">
                  {intentScore >= highScore && (
                    <span aria-hidden="true" className="size-[7px] rounded-full bg-beam" />
                  )}
                  {t("inbox.row.intent", { score: intentScore })}
                </span>
              )}
              {thread.team && (
                <span title={thread.team.name} className="flex max-w-20 items-center gap-1 text-soft">
                  <UsersRound aria-hidden="true" className="size-3 shrink-0" />
                  <span className="sr-only">{t("inbox.row.team")}</span>
                  <span className="truncate">{thread.team.name}</span>
                </span>
              )}
              <Owner owner={thread.owner} />
            </span>
          </span>
        </span>
      </Link>
      {onSelect && (
        <span
          className={cn(
            "absolute top-2 left-3.5 grid size-9 place-items-center rounded-full bg-hover",
            isSelected
              ? "bg-sea-tint"
              : "opacity-0 focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:hidden",
          )}
        >
          <Checkbox
            checked={isSelected}
            onCheckedChange={onSelect}
            aria-label={t("inbox.row.select", { name })}
          />
        </span>
      )}
    </div>
  );
});
