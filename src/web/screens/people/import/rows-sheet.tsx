import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { type BatchRow, batchesApi } from "#contract/batches.ts";
import type { RowVerdict, UndoResult } from "#domain/people/batch.ts";
import { callApi, serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { SideSheet } from "#web/ui/side-sheet.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { changedNames, useFieldName, useUndoReasonText, useValueText, useVerdictText } from "./row-text.ts";

const pageSize = 100;

export type RowsShown = { title: string; verdict?: RowVerdict; undo?: UndoResult | "left" };

const RowChanges = ({ row }: { row: BatchRow }) => {
  const fieldName = useFieldName();
  const valueText = useValueText();
  return (
    <dl className="mt-1 grid gap-0.5 text-xs">
      {changedNames(row).map((name) => (
        <div key={name} className="flex flex-wrap gap-x-1.5">
          <dt className="text-faint">{fieldName(name)}:</dt>
          <dd className="wrap-anywhere">
            <span className="text-faint line-through">{valueText(row.before?.[name])}</span>{" "}
            <span className="text-ok">{valueText(row.after?.[name])}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
};

type RowsSheetProps = { id: string; shown: RowsShown; onClose: () => void };

/** Rows of a batch with what became of them. */
export const RowsSheet = ({ id, shown, onClose }: RowsSheetProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const undoReasonText = useUndoReasonText();
  const verdictText = useVerdictText();
  const { title, ...filter } = shown;
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ["", "api", "batches", id, "rows", "pages", filter],
    queryFn: ({ pageParam }) =>
      callApi(batchesApi.rows, { params: { id }, query: { ...filter, after: pageParam, limit: pageSize } }),
    initialPageParam: 0,
    getNextPageParam: ({ nextAfter }) => nextAfter ?? undefined,
    meta: { topics: batchesApi.rows.topics },
  });
  const rows = data?.pages.flatMap((page) => page.rows);
  return (
    <SideSheet onClose={onClose} title={title}>
      {error && !rows ? (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      ) : !rows ? (
        <div aria-busy="true" className="grid gap-3">
          <Skeleton className="w-2/3" />
          <Skeleton className="w-full" />
        </div>
      ) : rows.length === 0 ? (
        <p className="py-8 text-center text-sm text-soft">{t("import.rowsDialog.none")}</p>
      ) : (
        <ul className="divide-y divide-line">
          {rows.map((row) => {
            const name = row.name || row.raw?.filter(Boolean).slice(0, 3).join(" · ") || t("people.unnamed");
            return (
              <li key={row.line} className="py-2.5 text-sm">
                <div className="flex flex-wrap items-baseline gap-x-2">
                  {row.personId && row.verdict !== "refused" ? (
                    <Link href={`/people/${row.personId}`} className="font-[560] hover:text-sea">
                      {name}
                    </Link>
                  ) : (
                    <span className="wrap-anywhere font-[560]">{name}</span>
                  )}
                  {row.raw && (
                    <span className="ml-auto text-faint text-xs tabular-nums">
                      {t("import.sample.row", { line: format.number(row.line) })}
                    </span>
                  )}
                </div>
                <p className="text-soft text-xs">
                  {row.undoReason ? undoReasonText(row.undoReason) : verdictText(row)}
                </p>
                {row.verdict === "changed" && <RowChanges row={row} />}
              </li>
            );
          })}
        </ul>
      )}
      {hasNextPage && (
        <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()} className="mt-3 w-full">
          {t("import.rowsDialog.more")}
        </Button>
      )}
    </SideSheet>
  );
};
