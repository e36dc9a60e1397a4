import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type PlanItem, planApi } from "#contract/plan.ts";
import { apiQuery, callApi } from "#web/lib/api.ts";
import { useUser } from "#web/lib/session.ts";
import { daysOfView, type useCalendarView } from "./use-calendar-view.ts";

type Asked = Pick<ReturnType<typeof useCalendarView>, "from" | "view" | "channel" | "ruleId" | "owner">;

/** The id of the user whose people are shown. */
export const useOwnerId = ({ owner }: Pick<Asked, "owner">): string | undefined => {
  const user = useUser();
  return owner === "me" ? user.id : owner;
};

export const usePlan = ({ from, view, channel, ruleId, owner }: Asked) => {
  const ownerId = useOwnerId({ owner });
  return useQuery({
    ...apiQuery(planApi.get, {
      query: {
        days: daysOfView[view],
        ...(from ? { from } : {}),
        ...(channel ? { channel } : {}),
        ...(ruleId ? { ruleId } : {}),
        ...(ownerId ? { ownerId } : {}),
      },
    }),
    placeholderData: keepPreviousData,
  });
};

/** The people of an item, in pages. */
export const usePlanPeople = (item: PlanItem, ownerId: string | undefined) => {
  const { kind, at, rule, stepId, type, code } = item;
  const filter = {
    ...(at === null ? {} : { at }),
    ...(rule ? { ruleId: rule.id } : {}),
    ...(stepId === null ? {} : { stepId }),
    ...(kind === "message" && type !== null ? { type } : {}),
    ...(code === null ? {} : { code }),
    ...(ownerId === undefined ? {} : { ownerId }),
  };
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...planApi.people.path.split("/"), "pages", kind, filter],
    queryFn: ({ pageParam }) =>
      callApi(planApi.people, {
        query: {
          ...filter,
          kind: kind === "step" ? "step" : "message",
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
      }),
    enabled: kind !== "broadcast",
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    meta: { topics: planApi.people.topics },
  });
  const people = useMemo(() => data?.pages.flatMap((page) => page.people), [data]);
  return {
    people,
    error,
    refetch: () => void refetch(),
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => void fetchNextPage(),
  };
};
