import { useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { inboxApi } from "#contract/inbox.ts";
import { peopleApi } from "#contract/people.ts";
import { profilesApi } from "#contract/profiles.ts";
import type { ThreadChange, ThreadDetail } from "#contract/threads.ts";
import { useThreadItems } from "#web/components/thread/use-thread-items.ts";
import { useZone } from "#web/components/thread/use-zone.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { useShortcuts } from "#web/lib/keyboard.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Composer, type RestoredReply } from "#web/screens/inbox/composer/composer.tsx";
import { timePresets } from "#web/screens/inbox/snooze-times.ts";
import { useThreadName } from "#web/screens/inbox/thread-name.ts";
import { useShownAfter } from "#web/screens/inbox/use-shown-after.ts";
import { useThreadChange } from "#web/screens/inbox/use-thread-change.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ThreadHead } from "./thread-head.tsx";
import { ThreadItems } from "./thread-items.tsx";
import { ThreadNotices } from "./thread-notices.tsx";
import { usePresence } from "./use-presence.ts";

/** A conversation counts as read once it was shown this long. */
const readAfterMs = 1000;

const stageTones = { new: "sea", qualified: "warn", contacted: "sea", converted: "ok" } as const;

/** Marks the open conversation as read, unless the user marked it as unread. */
const useMarkRead = (thread: ThreadDetail["thread"], mayChange: boolean) => {
  const { change } = useThreadChange();
  const isKeptUnread = useRef(false);
  const { isUnread, lastItemAt } = thread;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new unread state or message starts the wait
  useEffect(() => {
    if (!isUnread || !mayChange || isKeptUnread.current) return;
    const timer = setTimeout(() => {
      if (document.visibilityState === "visible") void change(thread, "", { kind: "read", read: true }, true);
    }, readAfterMs);
    return () => clearTimeout(timer);
  }, [isUnread, lastItemAt, mayChange]);
  return isKeptUnread;
};

export type ThreadPaneProps = {
  personId: string;
  around: string | undefined;
  isNarrow: boolean;
  onBack: (() => void) | undefined;
  onShowPerson: (() => void) | undefined;
  /** The conversation left the view, so the next one may be shown. */
  onDone: () => void;
  onNewest: () => void;
  onShowItem: (itemId: string) => void;
};

const ThreadSkeleton = () => (
  <div aria-busy="true" className="flex min-h-0 flex-1 flex-col">
    <div className="flex h-[57px] items-center gap-2.5 border-line border-b px-5">
      <Skeleton className="size-8 rounded-full!" />
      <Skeleton className="w-40" />
    </div>
    <div className="grid flex-1 content-end gap-3 p-5">
      <Skeleton className="h-12 w-2/3" />
      <Skeleton className="ml-auto h-16 w-2/3" />
      <Skeleton className="h-10 w-1/2" />
    </div>
    <div className="border-line border-t p-5">
      <Skeleton className="h-24" />
    </div>
  </div>
);

type LoadedThreadProps = ThreadPaneProps & {
  detail: ThreadDetail;
  thread: ReturnType<typeof useThreadItems>;
};

const LoadedThread = (props: LoadedThreadProps) => {
  const {
    detail,
    thread: loaded,
    personId,
    around,
    isNarrow,
    onBack,
    onShowPerson,
    onDone,
    onNewest,
    onShowItem,
  } = props;
  const { t } = useTranslation();
  const mayChange = useMay("inbox", "work");
  const zone = useZone();
  const { thread } = detail;
  const name = useThreadName()(thread);
  const { change } = useThreadChange();
  const isKeptUnread = useMarkRead(thread, mayChange);
  const { others, onTyping } = usePresence(personId);
  const { data: person } = useQuery(apiQuery(peopleApi.get, { params: { id: personId } }));
  const { data: profile } = useQuery(apiQuery(profilesApi.get, { params: { id: personId } }));
  const field = useRef<HTMLTextAreaElement>(null);
  const [mode, setMode] = useState<"reply" | "note">("reply");
  const [isOwnerMenuOpen, setOwnerMenuOpen] = useState(false);
  const [asksToClose, setAsksToClose] = useState(false);
  const [restored, setRestored] = useState<RestoredReply>();

  const apply = async (wanted: ThreadChange) => {
    if (wanted.kind === "read") isKeptUnread.current = !wanted.read;
    const isLeaving = wanted.kind === "close" || wanted.kind === "snooze";
    if ((await change(thread, name, wanted)) && isLeaving) onDone();
  };
  /** Asks once where the person still waits for an answer. */
  const close = () =>
    thread.waitingSince === null ? void apply({ kind: "close", how: "answered" }) : setAsksToClose(true);

  const isTaken = thread.takenUntil !== null && Date.parse(thread.takenUntil) > Date.now();
  const tomorrow = () => timePresets(Date.now(), zone).find(({ id }) => id === "tomorrow")?.at ?? null;
  useShortcuts(
    mayChange
      ? {
          e: close,
          r: () => {
            setMode("reply");
            requestAnimationFrame(() => field.current?.focus());
          },
          n: () => setMode("note"),
          a: () => setOwnerMenuOpen(true),
          z: () => void apply({ kind: "snooze", until: tomorrow(), wakesOnReply: true }),
          c: () => void apply(isTaken ? { kind: "hand_back" } : { kind: "take", hours: 24 }),
          u: () => void apply({ kind: "read", read: thread.isUnread }),
        }
      : {},
  );

  return (
    <>
      <ThreadHead
        thread={thread}
        name={name}
        stage={person && { text: t(`people.status.${person.status}`), tone: stageTones[person.status] }}
        zone={profile?.bestTime.timezone}
        others={others}
        isNarrow={isNarrow}
        mayChange={mayChange}
        ownerMenu={{ isOpen: isOwnerMenuOpen, setOpen: setOwnerMenuOpen }}
        onBack={onBack}
        onShowPerson={onShowPerson}
        onShowItem={onShowItem}
        onChange={(wanted) => void apply(wanted)}
        onClose={close}
      />
      <ThreadNotices thread={thread} mayChange={mayChange} onChange={(wanted) => void apply(wanted)} />
      <ThreadItems
        key={`${personId} ${around ?? ""}`}
        name={name}
        detail={detail}
        items={loaded.items ?? []}
        around={around}
        hasOlder={loaded.hasOlder}
        isLoadingOlder={loaded.isLoadingOlder}
        loadOlder={loaded.loadOlder}
        onNewest={onNewest}
        onUndone={({ delivery, subject, files }) => {
          setRestored({ text: delivery.text ?? "", subject: subject ?? "", files });
          toast({ title: t("inbox.send.undone") });
          field.current?.focus();
        }}
      />
      {mayChange ? (
        <Composer
          name={name}
          detail={detail}
          items={loaded.items ?? []}
          field={field}
          mode={mode}
          onMode={(next) => {
            setMode(next);
            // The keys of the conversation work again.
            if (next === "reply") document.querySelector<HTMLElement>("[data-thread-items]")?.focus();
          }}
          onTyping={onTyping}
          onSentAndClose={() => void apply({ kind: "close", how: "answered" })}
          restored={restored}
        />
      ) : (
        <p className="flex shrink-0 items-center gap-2 border-line border-t px-5 py-3.5 text-sm text-soft">
          <Eye aria-hidden="true" className="size-4 shrink-0" />
          {t("inbox.compose.viewer")}
        </p>
      )}
      {asksToClose && (
        <ConfirmDialog
          title={t("inbox.close.title", { name })}
          text={t("inbox.close.text")}
          confirm={t("inbox.close.confirm")}
          onCancel={() => setAsksToClose(false)}
          onConfirm={() => {
            setAsksToClose(false);
            void apply({ kind: "close", how: "no_need" });
          }}
        />
      )}
    </>
  );
};

/** The conversation with a person: head, entries and composer. */
export const ThreadPane = (props: ThreadPaneProps) => {
  const { personId, around, isNarrow } = props;
  const { t } = useTranslation();
  const { data: detail, error, refetch } = useQuery(apiQuery(inboxApi.get, { params: { id: personId } }));
  const items = useThreadItems(personId, around);
  const isLoading = !detail || !items.items;
  const showsSkeleton = useShownAfter(isLoading);
  const failure = error ?? items.error;
  return (
    <section aria-label={t("inbox.thread")} className="@container flex min-h-0 min-w-0 flex-1 flex-col">
      {/* On a phone the conversation has the only heading of the page, and none before it is loaded. */}
      {isNarrow && isLoading && <h1 className="sr-only">{t("screen.inbox.full")}</h1>}
      {!isLoading ? (
        <LoadedThread {...props} detail={detail} thread={items} />
      ) : failure ? (
        <div className="p-5">
          <ErrorCard
            title={t("error.load")}
            detail={serverMessage(failure)}
            onRetry={() => {
              void refetch();
              items.refetch();
            }}
          />
        </div>
      ) : (
        showsSkeleton && <ThreadSkeleton />
      )}
    </section>
  );
};
