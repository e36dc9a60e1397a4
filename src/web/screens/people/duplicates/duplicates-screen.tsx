import { useInfiniteQuery } from "@tanstack/react-query";
import { ArrowLeft, SearchCheck, UsersRound } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { type DuplicatePair, duplicatesApi } from "#contract/duplicates.ts";
import { PageHeading } from "#web/components/layout/page-heading.tsx";
import { MergeDialog } from "#web/components/merge/merge-dialog.tsx";
import { useMerge } from "#web/components/merge/use-merge.ts";
import { callApi, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { PairRow } from "./pair-row.tsx";

const usePairs = () =>
  useInfiniteQuery({
    queryKey: ["", "api", "duplicates", "pages"],
    queryFn: ({ pageParam }) =>
      callApi(duplicatesApi.list, { query: pageParam === undefined ? {} : { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    meta: { topics: duplicatesApi.list.topics },
  });

const toMerge = ({ people: [older, newer] }: DuplicatePair) => ({ survivorId: older.id, otherId: newer.id });

/** Pairs of people who may be one, the surest first. Sure ones can be merged together. */
const DuplicatesScreen = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const mayChange = useMay("people", "work");
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = usePairs();
  const { merge, isPending } = useMerge();
  const find = useApiMutation(duplicatesApi.find);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [compared, setCompared] = useState<readonly [string, string]>();
  const pairs = data?.pages.flatMap((page) => page.pairs) ?? [];
  const [first] = data?.pages ?? [];
  const strict = pairs.filter(({ isStrict }) => isStrict);
  const chosen = pairs.filter(({ id }) => selected.has(id));

  const toggle = (id: string) =>
    setSelected(
      selected.has(id) ? new Set([...selected].filter((each) => each !== id)) : new Set([...selected, id]),
    );
  const mergeChosen = async () => {
    if (await merge(chosen.map(toMerge))) setSelected(new Set());
  };
  const search = async () => {
    try {
      await find.mutateAsync(undefined);
      toast({ title: t("success.title"), description: t("merge.searching") });
    } catch (failure) {
      toast({
        title: t("error.title"),
        description: serverMessage(failure) ?? t("merge.failed"),
        variant: "destructive",
      });
    }
  };

  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <Link
        href="/people"
        className="inline-flex w-fit items-center gap-1.5 text-sm text-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {t("screen.people.short")}
      </Link>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <PageHeading
          title={t("merge.queue")}
          subtitle={
            first
              ? t("merge.queueCount", { count: first.total, shown: format.number(first.total) })
              : t("merge.queueText")
          }
        />
        {mayChange && (
          <div className="flex flex-wrap gap-2">
            <Button disabled={find.isPending} onClick={() => void search()}>
              <SearchCheck aria-hidden="true" />
              {t("merge.searchAll")}
            </Button>
            {strict.length > 1 && selected.size === 0 && (
              <Button onClick={() => setSelected(new Set(strict.map(({ id }) => id)))}>
                {t("merge.selectSure", { count: strict.length })}
              </Button>
            )}
            {chosen.length > 0 && (
              <Button variant="primary" disabled={isPending} onClick={() => void mergeChosen()}>
                {t("merge.mergeChosen", { count: chosen.length })}
              </Button>
            )}
          </div>
        )}
      </div>
      <Card className="p-0">
        {error && !data ? (
          <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
        ) : !data ? (
          <div aria-busy="true" className="grid gap-3 p-4">
            <Skeleton className="h-16" />
            <Skeleton className="h-16" />
          </div>
        ) : pairs.length === 0 ? (
          <EmptyState icon={UsersRound} title={t("merge.empty")} text={t("merge.emptyText")} />
        ) : (
          <ul className="divide-y divide-line">
            {pairs.map((pair) => (
              <PairRow
                key={pair.id}
                pair={pair}
                isSelected={selected.has(pair.id)}
                onToggle={() => toggle(pair.id)}
                onCompare={() => setCompared([pair.people[0].id, pair.people[1].id])}
              />
            ))}
          </ul>
        )}
      </Card>
      {hasNextPage && (
        <Button
          className="justify-self-center"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t("merge.more")}
        </Button>
      )}
      {first && first.skipped.length > 0 && (
        <p className="text-faint text-xs wrap-anywhere">
          {t("merge.skipped", {
            list: first.skipped.map(({ value, people }) => `${value} (${format.number(people)})`).join(", "),
          })}
        </p>
      )}
      {compared && <MergeDialog ids={compared} onClose={() => setCompared(undefined)} />}
    </div>
  );
};

export default DuplicatesScreen;
