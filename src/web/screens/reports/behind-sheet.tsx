import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { reportsApi } from "#contract/reports.ts";
import { figureTexts } from "#domain/figures/figure-texts.ts";
import { type FigureName, figures } from "#domain/figures/figures.ts";
import { callApi, serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { SideSheet } from "#web/ui/side-sheet.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useFigureText } from "./use-figure-text.ts";
import type { ReportsQuery } from "./use-reports-view.ts";

/** A number of a table; the row is null for its total. */
export type BehindNumber = { figure: FigureName; row: string | null; label: string };

type BehindSheetProps = { number: BehindNumber; query: ReportsQuery; onClose: () => void };

const rowOf = (row: string | null) =>
  row === null ? {} : row === "" ? { unnamed: "true" as const } : { row };

/** The people, conversations, messages, tasks or calls that a number counts. */
export const BehindSheet = ({ number: { figure, row, label }, query, onClose }: BehindSheetProps) => {
  const { t } = useTranslation();
  const { dayTime } = useFormat();
  const text = useFigureText();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...reportsApi.behind.path.split("/"), { ...query, figure, row }],
    queryFn: ({ pageParam }) =>
      callApi(reportsApi.behind, {
        query: { ...query, figure, ...rowOf(row), ...(pageParam === null ? {} : { cursor: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const rows = data?.pages.flatMap((page) => page.rows);
  const { name, counts } = figureTexts[figure];
  return (
    <SideSheet title={`${label}: ${name[text.language]}`} caption={counts[text.language]} onClose={onClose}>
      {error && !rows && (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      )}
      {!error && !rows && <Skeleton className="h-64" />}
      {rows?.length === 0 && <p className="text-sm text-soft">{t("reports.behindNone")}</p>}
      {rows && rows.length > 0 && (
        <ul aria-label={t(`reports.behind.${figures[figure].behind}`)} className="grid">
          {rows.map(({ id, personId, personName, at, seconds, dollars }) => (
            <li
              key={id}
              className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-0.5 border-line border-b py-2.5 text-sm last:border-b-0"
            >
              <span className="min-w-0">
                {personId === null ? (
                  <span className="text-faint">{t("reports.noPerson")}</span>
                ) : (
                  <Link
                    href={`/people/${personId}`}
                    className="break-words font-[560] hover:text-sea hover:underline"
                  >
                    {personName ?? t("reports.unnamed")}
                  </Link>
                )}
                <span className="ml-2 text-faint text-xs tabular-nums">{dayTime(at)}</span>
              </span>
              <span className="font-[560] tabular-nums">
                {seconds !== null && text.value("seconds", seconds)}
                {dollars !== null && text.value("dollars", dollars)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button size="sm" className="mt-3" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("reports.more")}
        </Button>
      )}
    </SideSheet>
  );
};
