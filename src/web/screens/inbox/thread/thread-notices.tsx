import { AlarmClock, ArrowLeftRight, BellOff, type LucideIcon, ShieldAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { ThreadChange, ThreadDetail } from "#contract/threads.ts";
import { useFormat } from "#web/lib/format.ts";
import { useUser } from "#web/lib/session.ts";

type NoticeProps = { icon: LucideIcon; children: ReactNode };

const Notice = ({ icon: Icon, children }: NoticeProps) => (
  <div className="flex shrink-0 items-start gap-x-2 border-line border-b bg-panel px-5 py-1.5 text-soft text-xs max-sm:px-3.5">
    <Icon aria-hidden="true" className="mt-px size-3.5 shrink-0 text-warn" />
    <p className="flex min-w-0 flex-wrap items-center gap-x-2">{children}</p>
  </div>
);

type ThreadNoticesProps = {
  thread: ThreadDetail["thread"];
  mayChange: boolean;
  onChange: (change: ThreadChange) => void;
};

/** What is special about the conversation: a review, a snooze, a take-over, muted. */
export const ThreadNotices = ({ thread, mayChange, onChange }: ThreadNoticesProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const user = useUser();
  const { state, snoozedUntil, snoozedBy, takenUntil, takenBy, muted, underReview } = thread;
  const isTaken = takenUntil !== null && Date.parse(takenUntil) > Date.now();
  const nameOf = (by: { id: string; name: string } | null) =>
    by === null ? t("inbox.notice.somebody") : by.id === user.id ? t("inbox.notice.you") : by.name;
  const action = (label: string, change: ThreadChange) =>
    mayChange && (
      <button type="button" onClick={() => onChange(change)} className="font-[540] text-sea hover:underline">
        {label}
      </button>
    );
  return (
    <>
      {underReview && (
        <Notice icon={ShieldAlert}>
          {t("inbox.notice.review")}
          <Link href="/compliance" className="font-[540] text-sea hover:underline">
            {t("inbox.notice.decide")}
          </Link>
        </Notice>
      )}
      {state === "snoozed" && (
        <Notice icon={AlarmClock}>
          {snoozedUntil
            ? t("inbox.notice.snoozed", {
                name: nameOf(snoozedBy),
                at: `${format.weekday(snoozedUntil)}, ${format.dayTime(snoozedUntil)}`,
              })
            : t("inbox.notice.snoozedReply", { name: nameOf(snoozedBy) })}
          {action(t("inbox.notice.wake"), { kind: "open" })}
        </Notice>
      )}
      {isTaken && (
        <Notice icon={ArrowLeftRight}>
          {t("inbox.notice.taken", { name: nameOf(takenBy), at: format.weekdayTime(takenUntil) })}
          {action(t("inbox.action.handBack"), { kind: "hand_back" })}
        </Notice>
      )}
      {muted && (
        <Notice icon={BellOff}>
          {t("inbox.notice.muted")}
          {action(t("inbox.action.unmute"), { kind: "mute", muted: false })}
        </Notice>
      )}
    </>
  );
};
