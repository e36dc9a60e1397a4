import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useImperativeHandle, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { ThreadListItem } from "#contract/threads.ts";
import { useShownAfter } from "#web/screens/inbox/use-shown-after.ts";
import { ListSkeleton } from "./list-states.tsx";
import { ThreadRow } from "./thread-row.tsx";

const rowHeight = 76;
/** Rows before the end at which the next page is loaded. */
const loadAhead = 12;

export type ThreadListHandle = { show: (index: number) => void };

type ThreadListProps = {
  handle: RefObject<ThreadListHandle | null>;
  rows: readonly ThreadListItem[] | undefined;
  openId: string | undefined;
  hrefOf: (personId: string) => string;
  selected: ReadonlySet<string>;
  onSelect: ((personId: string, selected: boolean) => void) | undefined;
  onOpen: (personId: string) => void;
  loadMore: () => void;
  isLoadingMore: boolean;
};

/** The conversations of a view. Only the visible rows exist. */
export const ThreadList = (props: ThreadListProps) => {
  const { handle, rows, openId, hrefOf, selected, onSelect, onOpen, loadMore, isLoadingMore } = props;
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    count: rows?.length ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows?.[index]?.personId ?? index,
    initialRect: { width: 316, height: 900 },
    overscan: 6,
  });
  useImperativeHandle(handle, () => ({ show: (index) => virtual.scrollToIndex(index) }), [virtual]);
  const items = virtual.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? 0;
  const isNearEnd = rows !== undefined && lastIndex >= rows.length - loadAhead;
  useEffect(() => {
    if (isNearEnd) loadMore();
  }, [isNearEnd, loadMore]);
  const showsSkeleton = useShownAfter(rows === undefined);
  if (rows === undefined) return showsSkeleton ? <ListSkeleton /> : null;
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto [scrollbar-width:thin]">
      <ul aria-label={t("inbox.list")} className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const thread = rows[index];
          if (!thread) return null;
          const { personId } = thread;
          return (
            <li
              key={key}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0 h-[76px]"
              style={{ transform: `translateY(${start}px)` }}
            >
              <ThreadRow
                thread={thread}
                href={hrefOf(personId)}
                isOpen={personId === openId}
                isSelected={selected.has(personId)}
                onSelect={onSelect && ((isSelected) => onSelect(personId, isSelected))}
                onOpen={() => onOpen(personId)}
              />
            </li>
          );
        })}
      </ul>
      {isLoadingMore && <p className="py-3 text-center text-faint text-xs">{t("inbox.loadingMore")}</p>}
    </div>
  );
};
