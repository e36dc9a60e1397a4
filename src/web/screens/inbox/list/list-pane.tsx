import { type RefObject, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ThreadChange, ThreadListItem } from "#contract/threads.ts";
import { serverMessage } from "#web/lib/api.ts";
import { useConnectionLostAt } from "#web/lib/live-updates.ts";
import { useMay } from "#web/lib/session.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import type { InboxUrl } from "#web/screens/inbox/use-inbox-url.ts";
import { useNoChannel } from "#web/screens/inbox/use-no-channel.ts";
import type { useThreads } from "#web/screens/inbox/use-threads.ts";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { AwayNotice } from "./away-notice.tsx";
import { BroadcastNotice } from "./broadcast-notice.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { KeyStrip } from "./key-strip.tsx";
import { EmptyList, FirstRun, OldDataNotice } from "./list-states.tsx";
import { ListToolbar } from "./list-toolbar.tsx";
import { SearchResults } from "./search-results.tsx";
import { TeamNotice } from "./team-notice.tsx";
import { ThreadList, type ThreadListHandle } from "./thread-list.tsx";
import { ViewStrip } from "./view-strip.tsx";

/** Messages are searched from so many characters on. */
const minMessageSearch = 2;

type ListPaneProps = {
  url: InboxUrl;
  threads: ReturnType<typeof useThreads>;
  handle: RefObject<ThreadListHandle | null>;
  selected: ReadonlySet<string>;
  onSelect: (personId: string, selected: boolean) => void;
  onClearSelection: () => void;
  onChangeSelected: (change: ThreadChange, threads: ThreadListItem[]) => void;
  busy: boolean;
};

export const ListPane = (props: ListPaneProps) => {
  const { url, threads, handle, selected, onSelect, onClearSelection, onChangeSelected, busy } = props;
  const { t } = useTranslation();
  const mayChange = useMay("inbox", "work");
  const isAdmin = useMay("integrations", "manage");
  const [typed, setTyped] = useState(url.search);
  const search = useDebounced(typed.trim());
  const lostAt = useConnectionLostAt();
  const { setSearch } = url;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed changes the URL
  useEffect(() => {
    if (search !== url.search) setSearch(search);
  }, [search]);
  const { rows } = threads;
  const isEmpty = rows?.length === 0;
  const hasNoChannel = useNoChannel(
    isEmpty && url.view === "open" && !url.team && !url.broadcast && !url.search,
  );
  const oldSince = threads.failedAt ?? lostAt;
  // The entry that a search led to belongs to one conversation.
  const params = new URLSearchParams(window.location.search);
  params.delete("item");
  const query = params.size > 0 ? `?${params}` : "";
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col bg-panel">
      <ViewStrip view={url.view} team={url.team} onChange={url.setView} />
      <ListToolbar url={url} typed={typed} onType={setTyped} />
      <TeamNotice team={url.team} onClear={() => url.setTeam(undefined)} />
      {url.broadcast && <BroadcastNotice broadcastId={url.broadcast} onClear={url.showAll} />}
      {mayChange && <AwayNotice />}
      {rows && oldSince !== undefined && <OldDataNotice since={oldSince} onRetry={threads.refetch} />}
      {selected.size > 0 && (
        <BulkBar
          personIds={[...selected]}
          busy={busy}
          onClear={onClearSelection}
          onChange={(change) =>
            onChangeSelected(change, rows?.filter(({ personId }) => selected.has(personId)) ?? [])
          }
        />
      )}
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {!rows && threads.error ? (
          <div className="p-3">
            <ErrorCard
              title={t("error.load")}
              detail={serverMessage(threads.error)}
              onRetry={threads.refetch}
            />
          </div>
        ) : hasNoChannel ? (
          <FirstRun isAdmin={isAdmin} />
        ) : isEmpty ? (
          <EmptyList view={url.view} team={url.team} search={url.search} onView={url.setView} />
        ) : (
          <ThreadList
            handle={handle}
            rows={rows}
            openId={url.openId}
            hrefOf={(personId) => `/inbox/${personId}${query}`}
            selected={selected}
            onSelect={mayChange ? onSelect : undefined}
            onOpen={url.openThread}
            loadMore={threads.loadMore}
            isLoadingMore={threads.isLoadingMore}
          />
        )}
        {url.search.length >= minMessageSearch && (
          <div className="max-h-[60%] shrink-0 overflow-y-auto">
            <SearchResults search={url.search} onOpen={url.openThread} />
          </div>
        )}
      </div>
      {!isEmpty && <KeyStrip />}
    </div>
  );
};
