import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Megaphone, Plus, SearchX } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { broadcastsApi } from "#contract/broadcasts.ts";
import { SearchField } from "#web/components/layout/search-field.tsx";
import { callApi, serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useShortcuts } from "#web/lib/keyboard.ts";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { newBroadcastPath } from "./broadcast-path.ts";
import { BroadcastTable, outcomeColors, outcomeShares } from "./broadcast-table.tsx";
import { listFilters, type useCampaignsView } from "./use-campaigns-view.ts";

type BroadcastsTabProps = Pick<ReturnType<typeof useCampaignsView>, "state" | "search" | "setFilter">;

const useBroadcasts = ({ state, search }: Pick<BroadcastsTabProps, "state" | "search">) => {
  const filter = { ...(state === "all" ? {} : { state }), ...(search === "" ? {} : { search }) };
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...broadcastsApi.list.path.split("/"), "pages", filter],
    queryFn: ({ pageParam }) =>
      callApi(broadcastsApi.list, {
        query: { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    meta: { topics: broadcastsApi.list.topics },
  });
  const broadcasts = useMemo(() => data?.pages.flatMap((page) => page.broadcasts), [data]);
  return {
    broadcasts,
    error,
    refetch: () => void refetch(),
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => void fetchNextPage(),
  };
};

/** `isShort`: where there is little room, only the sign. */
const NewButton = ({ isShort = false }: { isShort?: boolean }) => {
  const { t } = useTranslation();
  return (
    <Button asChild variant="primary">
      <Link href={newBroadcastPath}>
        <Plus aria-hidden="true" />
        <span className={cn(isShort && "max-sm:sr-only")}>{t("campaigns.new")}</span>
        <Kbd className="border-on-sea/40 bg-transparent text-on-sea max-sm:hidden pointer-coarse:hidden">
          N
        </Kbd>
      </Link>
    </Button>
  );
};

/** What the colors of the bars mean. */
const Legend = () => {
  const { t } = useTranslation();
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-soft text-xs">
      {outcomeShares.map((id) => (
        <li key={id} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={cn("size-2 rounded-xs", outcomeColors[id])} />
          {t(`campaigns.list.legend.${id}`)}
        </li>
      ))}
    </ul>
  );
};

/** All broadcasts, the newest first. */
export const BroadcastsTab = ({ state, search, setFilter }: BroadcastsTabProps) => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const mayChange = useMay("rules", "work");
  const { broadcasts, error, refetch, hasMore, isLoadingMore, loadMore } = useBroadcasts({ state, search });
  useShortcuts(mayChange ? { n: () => navigate(newBroadcastPath) } : {});
  const isFiltered = state !== "all" || search !== "";

  if (broadcasts?.length === 0 && !isFiltered)
    return (
      <Card>
        <EmptyState
          icon={Megaphone}
          title={t("campaigns.empty.title")}
          text={t("campaigns.empty.text")}
          action={mayChange && <NewButton />}
        />
      </Card>
    );
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <SearchField
          label={t("campaigns.list.search")}
          applied={search}
          onChange={(next) => setFilter({ search: next })}
        />
        <div className="min-w-0 overflow-x-auto max-sm:order-last max-sm:flex max-sm:basis-full">
          <SegmentedControl
            label={t("campaigns.list.filter")}
            value={state}
            onChange={(next) => setFilter({ state: next })}
            options={listFilters.map((id) => ({ id, label: t(`campaigns.list.${id}`) }))}
          />
        </div>
        {mayChange && (
          <div className="ml-auto">
            <NewButton isShort />
          </div>
        )}
      </div>
      {error && <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={refetch} />}
      {!broadcasts && !error && (
        <div aria-busy="true" className="grid gap-3">
          {["a", "b", "c", "d"].map((row) => (
            <Skeleton key={row} className="h-13 rounded-card" />
          ))}
        </div>
      )}
      {broadcasts?.length === 0 && (
        <Card>
          <EmptyState
            icon={SearchX}
            title={t("campaigns.noMatch.title")}
            text={t("campaigns.noMatch.text")}
            action={
              <Button onClick={() => setFilter({ state: "all", search: "" })}>
                {t("campaigns.noMatch.clear")}
              </Button>
            }
          />
        </Card>
      )}
      {broadcasts && broadcasts.length > 0 && (
        <>
          <Card className="overflow-hidden p-0">
            <BroadcastTable broadcasts={broadcasts} />
          </Card>
          <Legend />
          {hasMore && (
            <Button className="justify-self-center" disabled={isLoadingMore} onClick={loadMore}>
              {t(isLoadingMore ? "campaigns.loadingMore" : "campaigns.loadMore")}
            </Button>
          )}
        </>
      )}
    </div>
  );
};
