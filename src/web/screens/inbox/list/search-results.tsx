import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { inboxApi } from "#contract/inbox.ts";
import { ChannelIcon } from "#web/components/thread/channel-icon.tsx";
import { callApi, serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { markWords } from "#web/screens/inbox/mark-words.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";

type SearchResultsProps = { search: string; onOpen: (personId: string, item: string) => void };

/** Messages, calls and notes that contain the words. */
export const SearchResults = ({ search, onOpen }: SearchResultsProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...inboxApi.search.path.split("/"), "pages", { search }],
    queryFn: ({ pageParam }) =>
      callApi(inboxApi.search, { query: { q: search, ...(pageParam ? { cursor: pageParam } : {}) } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (lastPage) => lastPage.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    meta: { topics: inboxApi.search.topics },
  });
  const hits = data?.pages.flatMap((page) => page.hits) ?? [];
  return (
    <section aria-labelledby="message-hits" className="border-line border-t">
      <h2 id="message-hits" className="px-3.5 pt-3 pb-1.5 font-[560] text-faint text-xs">
        {t("inbox.search.messages")}
      </h2>
      {error && !data && (
        <div className="p-3">
          <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
        </div>
      )}
      {data && hits.length === 0 && (
        <p className="px-3.5 pb-4 text-sm text-soft">{t("inbox.search.noMessages")}</p>
      )}
      <ul>
        {hits.map(({ id, personId, personName, at, channel, direction, snippet }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => onOpen(personId, id)}
              className="grid w-full gap-0.5 border-line border-b px-3.5 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2"
            >
              <span className="flex items-center gap-1.5 text-sm">
                <ChannelIcon channel={channel} className="size-3.5 shrink-0 text-faint" />
                <span className="truncate font-[560]">{personName ?? t("people.unnamed")}</span>
                <span className="shrink-0 text-faint text-xs">
                  {t(`inbox.search.direction.${direction}`)}
                </span>
                <time dateTime={at} className="ml-auto shrink-0 text-[11.5px] text-faint">
                  {format.day(at)}
                </time>
              </span>
              <span className="line-clamp-2 text-[12.5px] text-soft leading-[18px]">
                {markWords(snippet, search).map(({ text, isMarked, key }) =>
                  isMarked ? (
                    <mark key={key} className="rounded-sm bg-sea-tint font-[560] text-ink">
                      {text}
                    </mark>
                  ) : (
                    <span key={key}>{text}</span>
                  ),
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button
          size="sm"
          variant="ghost"
          className="m-2"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t("inbox.search.more")}
        </Button>
      )}
    </section>
  );
};
