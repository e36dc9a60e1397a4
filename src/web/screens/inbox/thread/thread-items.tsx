import { ArrowDown } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ThreadDetail, ThreadItem } from "#contract/threads.ts";
import type { OutboundEntry } from "#web/components/thread/thread-entry.tsx";
import { ThreadRowList } from "#web/components/thread/thread-row-list.tsx";
import { buildThreadRows, firstUnread } from "#web/components/thread/thread-rows.ts";
import { useThreadScroll } from "#web/components/thread/use-thread-scroll.ts";
import { useZone } from "#web/components/thread/use-zone.ts";
import { Button } from "#web/ui/button.tsx";

type ThreadItemsProps = {
  name: string;
  detail: ThreadDetail;
  items: ThreadItem[];
  /** The entry that a search led to. */
  around: string | undefined;
  hasOlder: boolean;
  isLoadingOlder: boolean;
  loadOlder: () => void;
  onNewest: () => void;
  onUndone: (item: OutboundEntry) => void;
};

/** The entries of a conversation, oldest first, with separators between days and episodes. */
export const ThreadItems = (props: ThreadItemsProps) => {
  const { name, detail, items, around, hasOlder, isLoadingOlder, loadOlder, onNewest, onUndone } = props;
  const { t } = useTranslation();
  const zone = useZone();
  const scroller = useRef<HTMLDivElement>(null);
  // Where the unread part begins stays marked while the conversation is open.
  const [unreadFrom] = useState(() => firstUnread(items, detail.thread));
  const rows = useMemo(
    () => buildThreadRows(items, detail.episodes, unreadFrom, zone),
    [items, detail.episodes, unreadFrom, zone],
  );
  const newest = items.at(-1);
  const { isAtEnd, goToEnd } = useThreadScroll(scroller, {
    firstKey: rows[0] && `${rows[0].key} ${items[0]?.id}`,
    lastKey: newest?.id,
    hasOlder,
    loadOlder,
  });
  const withAddress = detail.addresses.length > 2;

  const [seenEnd, setSeenEnd] = useState(newest?.id);
  useEffect(() => {
    if (isAtEnd) setSeenEnd(newest?.id);
  }, [isAtEnd, newest?.id]);
  const hasNews = !isAtEnd && newest?.id !== seenEnd;
  // Only what arrives while the conversation is open is announced.
  const [announced, setAnnounced] = useState({ id: newest?.id, text: "" });
  if (newest && newest.id !== announced.id)
    setAnnounced({
      id: newest.id,
      text: newest.kind === "inbound" ? t("inbox.item.announce", { name, text: newest.text }) : "",
    });
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <section
        data-thread-items
        aria-label={t("inbox.item.region", { name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        ref={scroller}
        className="min-h-0 flex-1 overflow-y-auto px-5 pt-3 pb-3.5 [scrollbar-width:thin] focus-visible:-outline-offset-2 max-sm:px-3.5"
      >
        <ThreadRowList
          rows={rows}
          name={name}
          withAddress={withAddress}
          markedId={around === undefined ? undefined : newest?.id}
          hasOlder={hasOlder}
          isLoadingOlder={isLoadingOlder}
          loadOlder={loadOlder}
          onUndone={onUndone}
        />
      </section>
      <p aria-live="polite" className="sr-only">
        {announced.text}
      </p>
      {(!isAtEnd || around !== undefined) && (
        <Button
          size="sm"
          onClick={around === undefined ? goToEnd : onNewest}
          className="absolute right-5 bottom-3 rounded-full! shadow-float"
        >
          <ArrowDown aria-hidden="true" />
          {t(hasNews ? "inbox.item.news" : "inbox.item.newest")}
        </Button>
      )}
    </div>
  );
};
