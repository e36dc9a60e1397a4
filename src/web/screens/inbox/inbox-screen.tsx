import { Inbox } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ThreadChange, ThreadListItem } from "#contract/threads.ts";
import { useCommands } from "#web/lib/commands.ts";
import { useShortcuts } from "#web/lib/keyboard.ts";
import { useSetScreenSubtitle } from "#web/lib/screen-subtitle.ts";
import { useMay } from "#web/lib/session.ts";
import { useMedia } from "#web/lib/use-media.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { SideSheet } from "#web/ui/side-sheet.tsx";
import { ListPane } from "./list/list-pane.tsx";
import type { ThreadListHandle } from "./list/thread-list.tsx";
import { useCountText, useViewCounts } from "./list/view-strip.tsx";
import { PersonColumn } from "./person/person-column.tsx";
import { ThreadPane } from "./thread/thread-pane.tsx";
import { useInboxTeams } from "./thread-menus.tsx";
import { useInboxUrl } from "./use-inbox-url.ts";
import { useThreadChange } from "./use-thread-change.ts";
import { useThreads } from "./use-threads.ts";

/** The rows of the list know less than a conversation; what they lack has the usual value. */
const withDefaults = (thread: ThreadListItem) => ({ ...thread, wakesOnReply: true });

const useSubtitle = (): string | undefined => {
  const { t } = useTranslation();
  const counts = useViewCounts();
  const countText = useCountText();
  if (!counts) return undefined;
  return t("inbox.subtitle", {
    open: countText(counts.open),
    count: counts.waiting?.count ?? 0,
    waiting: countText(counts.waiting),
  });
};

const InboxScreen = () => {
  const { t } = useTranslation();
  const url = useInboxUrl();
  const { openId, setView, setTeam, openThread, openFirst } = url;
  const teams = useInboxTeams();
  const threads = useThreads(url);
  const { changeAll, busy } = useThreadChange();
  const mayChange = useMay("inbox", "work");
  const hasList = useMedia("(min-width: 1000px)");
  const hasPerson = useMedia("(min-width: 1280px)");
  const isPhone = useMedia("(max-width: 639px)");
  const list = useRef<ThreadListHandle>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [showsPerson, setShowsPerson] = useState(false);
  useSetScreenSubtitle(useSubtitle());

  const rows = threads.rows ?? [];
  const first = rows[0]?.personId;
  // Where there is room for a conversation, the first one is open.
  useEffect(() => {
    if (hasList && openId === undefined && first !== undefined) openFirst(first);
  }, [hasList, openId, first, openFirst]);
  const position = rows.findIndex(({ personId }) => personId === openId);
  const focusRow = (personId: string) =>
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-thread="${personId}"]`)?.focus({ preventScroll: true }),
    );
  const move = (by: number) => {
    const next = rows[position < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, position + by))];
    if (!next) return;
    list.current?.show(rows.indexOf(next));
    openThread(next.personId);
    focusRow(next.personId);
  };
  const select = (personId: string, isSelected: boolean) =>
    setSelected((current) => {
      const next = new Set(current);
      if (isSelected) next.add(personId);
      else next.delete(personId);
      return next;
    });
  /** After a conversation left the view the next one opens; on a phone the list does. */
  const showNext = () => {
    const next = rows[position + 1] ?? rows[position - 1];
    openThread(hasList ? next?.personId : undefined);
  };
  const changeSelected = async (change: ThreadChange, chosen: ThreadListItem[]) => {
    if (await changeAll(chosen.map(withDefaults), change)) setSelected(new Set());
  };

  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    o: () => (openId ? document.querySelector<HTMLElement>("[data-thread-items]")?.focus() : move(0)),
    ...(mayChange && openId ? { x: () => select(openId, !selected.has(openId)) } : {}),
  });
  useCommands(
    useMemo(
      () => [
        ...(
          ["mine", "unassigned", "waiting", "snoozed", "unread", "review", "not_sent", "closed"] as const
        ).map((view) => ({
          id: `inbox ${view}`,
          label: t("inbox.showView", { view: t(`inbox.view.${view}`) }),
          run: () => setView(view),
        })),
        ...(teams.some(({ isMine }) => isMine)
          ? [
              {
                id: "inbox my teams",
                label: t("inbox.showView", { view: t("inbox.team.mine") }),
                run: () => setTeam("mine"),
              },
            ]
          : []),
        ...teams.map(({ id, name }) => ({
          id: `inbox team ${id}`,
          label: t("inbox.showTeam", { name }),
          run: () => setTeam(id),
        })),
      ],
      [t, setView, setTeam, teams],
    ),
  );

  const showsList = hasList || openId === undefined;
  return (
    <div className="flex min-h-0 min-w-0 flex-1">
      {showsList && (
        <div className="flex min-h-0 w-full min-w-0 flex-col border-line min-[1000px]:w-[316px] min-[1000px]:shrink-0 min-[1000px]:border-r">
          <ListPane
            url={url}
            threads={threads}
            handle={list}
            selected={selected}
            onSelect={select}
            onClearSelection={() => setSelected(new Set())}
            onChangeSelected={(change, chosen) => void changeSelected(change, chosen)}
            busy={busy}
          />
        </div>
      )}
      {openId ? (
        <ThreadPane
          key={openId}
          personId={openId}
          around={url.around}
          isNarrow={isPhone}
          onBack={hasList ? undefined : () => openThread(undefined)}
          onShowPerson={hasPerson ? undefined : () => setShowsPerson(true)}
          onDone={showNext}
          onNewest={() => openThread(openId)}
          onShowItem={(itemId) => openThread(openId, itemId)}
        />
      ) : (
        hasList && (
          <div className="grid flex-1 content-center">
            <EmptyState
              icon={Inbox}
              title={t(first === undefined ? "inbox.choose.emptyTitle" : "inbox.choose.title")}
              text={t(first === undefined ? "inbox.choose.emptyText" : "inbox.choose.text")}
            />
          </div>
        )
      )}
      {openId && hasPerson && (
        <aside
          aria-label={t("inbox.person.label")}
          className="w-[304px] shrink-0 overflow-y-auto border-line border-l [scrollbar-width:thin]"
        >
          <PersonColumn key={openId} personId={openId} />
        </aside>
      )}
      {openId && !hasPerson && showsPerson && (
        <SideSheet title={t("inbox.person.label")} onClose={() => setShowsPerson(false)}>
          <div className="-m-5">
            <PersonColumn personId={openId} />
          </div>
        </SideSheet>
      )}
    </div>
  );
};

export default InboxScreen;
