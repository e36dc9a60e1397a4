import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { ThreadItem } from "#contract/threads.ts";
import { serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { OutboundEntry } from "./thread-entry.tsx";
import { ThreadRowList } from "./thread-row-list.tsx";
import { buildThreadRows } from "./thread-rows.ts";
import { useThreadItems } from "./use-thread-items.ts";
import { useThreadScroll } from "./use-thread-scroll.ts";
import { useZone } from "./use-zone.ts";

type ConversationProps = {
  personId: string;
  name: string;
  /** What becomes of a message that was taken back. */
  onUndone: (item: OutboundEntry) => void;
  className?: string;
};

type Pages = Omit<ReturnType<typeof useThreadItems>, "items"> & { items: ThreadItem[] };

const ScrolledItems = ({ name, onUndone, className, pages }: ConversationProps & { pages: Pages }) => {
  const { t } = useTranslation();
  const zone = useZone();
  const scroller = useRef<HTMLDivElement>(null);
  const { items, hasOlder, isLoadingOlder, loadOlder } = pages;
  const rows = useMemo(() => buildThreadRows(items, [], undefined, zone), [items, zone]);
  useThreadScroll(scroller, {
    firstKey: rows[0] && `${rows[0].key} ${items[0]?.id}`,
    lastKey: items.at(-1)?.id,
    hasOlder,
    loadOlder,
  });
  return (
    <section
      aria-label={t("inbox.item.region", { name })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      ref={scroller}
      className={cn(
        "overflow-y-auto overscroll-y-contain [scrollbar-width:thin] focus-visible:-outline-offset-2",
        className,
      )}
    >
      <ThreadRowList
        rows={rows}
        name={name}
        withAddress={false}
        hasOlder={hasOlder}
        isLoadingOlder={isLoadingOlder}
        loadOlder={loadOlder}
        onUndone={onUndone}
      />
    </section>
  );
};

/** What the person wrote and what was sent to them, as the inbox has it; it starts at the newest entry. */
export const Conversation = (props: ConversationProps) => {
  const { t } = useTranslation();
  const { items, error, refetch, ...pages } = useThreadItems(props.personId, undefined);
  if (items) return <ScrolledItems {...props} pages={{ items, error, refetch, ...pages }} />;
  if (error) return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={refetch} />;
  return (
    <div aria-busy="true" className="grid gap-3">
      <Skeleton className="h-12 w-2/3" />
      <Skeleton className="ml-auto h-12 w-2/3" />
      <Skeleton className="h-12 w-1/2" />
    </div>
  );
};
