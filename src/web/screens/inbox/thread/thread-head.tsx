import {
  AlarmClock,
  ArrowLeftRight,
  BellOff,
  Check,
  ChevronDown,
  ChevronLeft,
  CirclePlus,
  Ellipsis,
  Eye,
  MailOpen,
  PanelRight,
  PencilLine,
  RotateCcw,
  Route,
  Sparkles,
} from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ThreadChange, ThreadDetail } from "#contract/threads.ts";
import { StartSequenceDialog } from "#web/components/sequence/start-sequence-dialog.tsx";
import { useClockText } from "#web/lib/clock.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay, useUser } from "#web/lib/session.ts";
import { DateTimeDialog } from "#web/screens/inbox/date-time-dialog.tsx";
import { useOwnerActions, useSnoozeActions } from "#web/screens/inbox/thread-menus.tsx";
import { useWaitingText } from "#web/screens/inbox/use-waiting-text.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { ActionMenu, type MenuAction } from "#web/ui/menu.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { SummaryDialog } from "./summary-dialog.tsx";
import type { OtherUser } from "./use-presence.ts";

type Thread = ThreadDetail["thread"];

const Waiting = ({ since }: { since: string }) => {
  const { t } = useTranslation();
  const { text, isLate } = useWaitingText(since);
  return (
    <span className={cn(isLate && "font-[540] text-bad")}>{t("inbox.head.waiting", { time: text })}</span>
  );
};

const LocalTime = ({ zone }: { zone: string }) => {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const time = useClockText((now) => {
    try {
      return new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone: zone }).format(now);
    } catch {
      return "";
    }
  });
  return time === "" ? null : <span>{t("inbox.head.theirTime", { time })}</span>;
};

const Others = ({ others }: { others: OtherUser[] }) => {
  const { t } = useTranslation();
  const [first] = others;
  if (!first) return null;
  const typing = others.find(({ doing }) => doing === "typing");
  const Icon = typing ? PencilLine : Eye;
  const text = typing
    ? t("inbox.head.typing", { name: typing.name })
    : t("inbox.head.looking", { names: others.map(({ name }) => name).join(", ") });
  return (
    <Tooltip text={text}>
      <span className={cn("flex items-center gap-1 text-xs", typing ? "text-warn" : "text-faint")}>
        <Icon aria-hidden="true" className="size-3.5" />
        <span aria-live="polite" className="sr-only">
          {text}
        </span>
        {others.slice(0, 3).map(({ id, name }) => (
          <Avatar key={id} name={name} className="size-[22px] text-[9px] max-sm:hidden" />
        ))}
      </span>
    </Tooltip>
  );
};

type ThreadHeadProps = {
  thread: Thread;
  name: string;
  stage: { text: string; tone: "sea" | "warn" | "ok" } | undefined;
  zone: string | undefined;
  others: OtherUser[];
  isNarrow: boolean;
  mayChange: boolean;
  ownerMenu: { isOpen: boolean; setOpen: (isOpen: boolean) => void };
  onBack: (() => void) | undefined;
  onShowPerson: (() => void) | undefined;
  onShowItem: (itemId: string) => void;
  onChange: (change: ThreadChange) => void;
  onClose: () => void;
};

/** Who it is, how long they wait, who else looks, and what can be done with the conversation. */
export const ThreadHead = (props: ThreadHeadProps) => {
  const { thread, name, stage, zone, others, isNarrow, mayChange, ownerMenu } = props;
  const { onBack, onShowPerson, onShowItem, onChange, onClose } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const user = useUser();
  const [choosesTime, setChoosesTime] = useState(false);
  const [isSummaryOpen, setSummaryOpen] = useState(false);
  const [isStarting, setStarting] = useState(false);
  const mayRun = useMay("rules", "work");
  const { owner, team, state, takenUntil, muted, isUnread } = thread;
  const snooze = (until: string | null) => onChange({ kind: "snooze", until, wakesOnReply: true });
  const snoozeActions = useSnoozeActions(snooze, () => setChoosesTime(true));
  const ownerActions = useOwnerActions(owner?.id ?? null, team?.id ?? null, (to) =>
    onChange({ kind: "assign", ...to }),
  );
  const assigned = [
    owner && t("inbox.head.owner", { name: owner.name }),
    team && t("inbox.head.team", { name: team.name }),
  ].filter(Boolean);
  const isClosed = state === "closed";
  const isTaken = takenUntil !== null && Date.parse(takenUntil) > Date.now();
  const Title = isNarrow ? "h1" : "h2";
  const more: MenuAction[] = [
    isTaken
      ? {
          id: "hand_back",
          label: t("inbox.action.handBack"),
          detail: format.weekdayTime(takenUntil),
          icon: <ArrowLeftRight aria-hidden="true" />,
          shortcut: "C",
          run: () => onChange({ kind: "hand_back" }),
        }
      : {
          id: "take",
          label: t("inbox.action.take"),
          icon: <ArrowLeftRight aria-hidden="true" />,
          shortcut: "C",
          run: () => onChange({ kind: "take", hours: 24 }),
        },
    {
      id: "summarise",
      label: t("inbox.ai.summary.action"),
      icon: <Sparkles aria-hidden="true" />,
      run: () => setSummaryOpen(true),
    },
    ...(mayRun
      ? [
          {
            id: "start_sequence",
            label: t("sequence.start.these"),
            icon: <Route aria-hidden="true" />,
            run: () => setStarting(true),
          },
        ]
      : []),
    {
      id: "mute",
      label: t(muted ? "inbox.action.unmute" : "inbox.action.mute"),
      icon: <BellOff aria-hidden="true" />,
      run: () => onChange({ kind: "mute", muted: !muted }),
    },
    {
      id: "unread",
      label: t(isUnread ? "inbox.action.read" : "inbox.action.unread"),
      icon: <MailOpen aria-hidden="true" />,
      shortcut: "U",
      run: () => onChange({ kind: "read", read: isUnread }),
    },
  ];
  const iconClass = "size-9 sm:size-8";
  return (
    <header className="flex h-[57px] shrink-0 items-center gap-2 border-line border-b bg-bg pr-3 pl-5 max-sm:gap-1.5 max-sm:pr-3 max-sm:pl-2">
      {onBack && (
        <Button
          variant="ghost"
          size="icon"
          aria-label={t("inbox.head.back")}
          onClick={onBack}
          className="-ml-1"
        >
          <ChevronLeft aria-hidden="true" />
        </Button>
      )}
      <Avatar name={name} className="size-8" />
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-center gap-2">
          <Title title={name} className="truncate font-[620] text-[15px] leading-5 tracking-[-0.012em]">
            {name}
          </Title>
          {stage && (
            <Badge tone={stage.tone} className="@max-[540px]:hidden">
              {stage.text}
            </Badge>
          )}
        </div>
        <p className="truncate text-faint text-xs [&>*+*]:before:content-['_·_']">
          {thread.waitingSince && <Waiting since={thread.waitingSince} />}
          {!thread.waitingSince && <span>{t(`inbox.state.${state}`)}</span>}
          {team && <span title={t("inbox.head.team", { name: team.name })}>{team.name}</span>}
          {isNarrow && stage && <span>{stage.text}</span>}
          {isNarrow && thread.intentScore !== null && (
            <span>{t("inbox.row.intent", { score: thread.intentScore })}</span>
          )}
          {!isNarrow && zone && <LocalTime zone={zone} />}
        </p>
      </div>
      <Others others={others} />
      {mayChange && (
        <>
          <div className="contents max-sm:hidden">
            <ActionMenu
              label={t("inbox.action.assign")}
              open={ownerMenu.isOpen}
              onOpenChange={ownerMenu.setOpen}
              trigger={
                <Button size="sm" className="max-sm:hidden">
                  <span className="sr-only">{[...assigned, t("inbox.head.assign")].join(". ")}</span>
                  {owner ? (
                    <Avatar
                      name={owner.name}
                      className={cn("size-[18px] text-[8px]", owner.id === user.id && "bg-beam text-on-beam")}
                    />
                  ) : (
                    <CirclePlus aria-hidden="true" className="text-soft" />
                  )}
                  <ChevronDown aria-hidden="true" />
                </Button>
              }
              actions={ownerActions}
            />
            <ActionMenu
              label={t("inbox.action.snooze")}
              trigger={
                <Button
                  size="icon"
                  aria-label={t("inbox.action.snooze")}
                  className={cn(iconClass, "max-sm:hidden")}
                >
                  <AlarmClock aria-hidden="true" />
                </Button>
              }
              actions={snoozeActions}
            />
          </div>
          {isClosed ? (
            <Button
              size="sm"
              onClick={() => onChange({ kind: "open" })}
              className="max-sm:size-9 max-sm:px-0"
            >
              <RotateCcw aria-hidden="true" />
              <span className="max-sm:sr-only">{t("inbox.action.open")}</span>
            </Button>
          ) : (
            <Button size="sm" onClick={onClose} className="max-sm:size-9 max-sm:px-0">
              <Check aria-hidden="true" />
              <span className="max-sm:sr-only">{t("inbox.action.close")}</span>
              <Kbd className="@max-[560px]:hidden pointer-coarse:hidden">E</Kbd>
            </Button>
          )}
          <ActionMenu
            trigger={
              <Button
                size="icon"
                variant="ghost"
                aria-label={t("inbox.head.more")}
                className={cn(iconClass, "-ml-1")}
              >
                <Ellipsis aria-hidden="true" />
              </Button>
            }
            actions={
              isNarrow
                ? [
                    ...more,
                    ...snoozeActions.map((action) => ({
                      ...action,
                      label: t("inbox.head.snoozeTo", { when: action.label }),
                    })),
                    ...ownerActions.map((action) => ({
                      ...action,
                      label: action.section ? action.label : t("inbox.head.assignTo", { name: action.label }),
                    })),
                  ]
                : more
            }
          />
        </>
      )}
      {onShowPerson && (
        <Button
          size="icon"
          variant="ghost"
          aria-label={t("inbox.head.person")}
          onClick={onShowPerson}
          className={iconClass}
        >
          <PanelRight aria-hidden="true" />
        </Button>
      )}
      {isSummaryOpen && (
        <SummaryDialog
          personId={thread.personId}
          onShowItem={onShowItem}
          onClose={() => setSummaryOpen(false)}
        />
      )}
      {isStarting && <StartSequenceDialog personIds={[thread.personId]} onClose={() => setStarting(false)} />}
      {choosesTime && (
        <DateTimeDialog
          title={t("inbox.snooze.title")}
          confirm={t("inbox.action.snooze")}
          onClose={() => setChoosesTime(false)}
          onChoose={snooze}
        />
      )}
    </header>
  );
};
