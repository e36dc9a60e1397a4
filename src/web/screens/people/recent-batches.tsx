import { useInfiniteQuery } from "@tanstack/react-query";
import { History, Undo2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { type Batch, batchesApi } from "#contract/batches.ts";
import { useFieldLabel, usePersonFields } from "#web/components/person-field/use-person-fields.ts";
import { callApi, serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { SideSheet } from "#web/ui/side-sheet.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { BatchStateBadge } from "./import/earlier-imports.tsx";
import { importPath } from "./import/import-path.ts";
import { RowsSheet, type RowsShown } from "./import/rows-sheet.tsx";
import { UndoDialog } from "./import/undo-dialog.tsx";
import type { OwnerChoice } from "./people-columns.tsx";

const shownVerdicts = ["added", "changed", "merged", "deleted", "refused"] as const;

/** What a batch did, in a few words. */
const useBatchTitle = (colleagues: readonly OwnerChoice[] | undefined): ((batch: Batch) => string) => {
  const { t } = useTranslation();
  const fields = usePersonFields();
  const labelOf = useFieldLabel();
  return ({ kind, name, change, merges, counts }) => {
    if (kind === "import") return name ?? t("import.unnamed");
    const [first] = merges;
    if (kind === "merge" && first) {
      const noName = t("people.batches.noName");
      const title = t("people.batches.mergedInto", {
        merged: first.merged ?? noName,
        kept: first.kept ?? noName,
      });
      const more = (counts.merged ?? 1) - 1;
      return more > 0 ? t("people.batches.andMore", { title, count: more }) : title;
    }
    if (!change) return t(`people.batches.kind.${kind}`);
    const none = t("people.batches.none");
    switch (change.kind) {
      case "status":
        return t("people.batches.change.status", { value: t(`people.status.${change.status}`) });
      case "type":
        return t("people.batches.change.type", { value: t(`people.type.${change.type}`) });
      case "owner": {
        const owner = colleagues?.find(({ id }) => id === change.userId);
        return t("people.batches.change.owner", { value: owner?.name ?? none });
      }
      case "language":
        return t("people.batches.change.language", {
          value: change.language ? t(`people.bulk.language.${change.language}`) : none,
        });
      case "field": {
        const field = fields.find(({ key }) => key === change.key);
        return t("people.batches.change.field", {
          field: field ? labelOf(field) : change.key,
          value: change.value === null ? none : String(change.value),
        });
      }
      case "delete":
        return t("people.batches.change.delete");
      default:
        return t(`people.batches.change.${change.kind}`, { value: change.tag });
    }
  };
};

const ShowButton = ({ text, title, onClick }: { text: string; title: string; onClick: () => void }) => (
  <button
    type="button"
    onClick={onClick}
    className="min-h-9 font-[560] text-sea text-xs hover:underline sm:min-h-6"
  >
    {text}
    <span className="sr-only">: {title}</span>
  </button>
);

type BatchEntryProps = {
  batch: Batch;
  title: string;
  onUndo: () => void;
  onShow: (rows: RowsShown) => void;
};

const BatchEntry = ({ batch, title, onUndo, onShow }: BatchEntryProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const mayShow = useMay("people", "work");
  const refused = batch.counts.refused ?? 0;
  const left = (batch.undone.kept ?? 0) + (batch.undone.failed ?? 0);
  const figures = shownVerdicts.flatMap((verdict) => {
    const count = batch.counts[verdict];
    return count ? [t(`people.batches.figures.${verdict}`, { count, shown: format.number(count) })] : [];
  });
  return (
    <li className="flex items-start gap-3 border-line border-b py-3 last:border-b-0">
      <div className="grid min-w-0 flex-1 gap-1">
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          {batch.kind === "import" ? (
            <Link
              href={importPath(batch.id)}
              className="wrap-anywhere font-[560] text-sm hover:text-sea hover:underline"
            >
              {title}
            </Link>
          ) : (
            <p className="wrap-anywhere font-[560] text-sm">{title}</p>
          )}
          <Badge tone="quiet">{t(`people.batches.kind.${batch.kind}`)}</Badge>
          <BatchStateBadge state={batch.state} />
        </div>
        <p className="text-faint text-xs tabular-nums">
          {[
            ...figures,
            format.dayTime(batch.createdAt),
            ...(batch.user ? [t("people.batches.by", { name: batch.user.name })] : []),
          ].join(" · ")}
        </p>
        {mayShow && (refused > 0 || left > 0) && (
          <div className="flex flex-wrap gap-x-4">
            {refused > 0 && (
              <ShowButton
                text={t("people.batches.leftOut", { count: refused, shown: format.number(refused) })}
                title={title}
                onClick={() => onShow({ verdict: "refused", title: t("people.batches.leftOutTitle") })}
              />
            )}
            {left > 0 && (
              <ShowButton
                text={t("import.undo.showKept", { count: left, shown: format.number(left) })}
                title={title}
                onClick={() => onShow({ undo: "left", title: t("import.undo.keptTitle") })}
              />
            )}
          </div>
        )}
      </div>
      {batch.mayUndo && (
        <Button
          size="sm"
          aria-label={t("import.undo.named", { name: title })}
          onClick={onUndo}
          className="max-sm:h-9"
        >
          <Undo2 aria-hidden="true" />
          {t("import.undo.short")}
        </Button>
      )}
    </li>
  );
};

const BatchesSheet = ({
  colleagues,
  onClose,
}: {
  colleagues: readonly OwnerChoice[] | undefined;
  onClose: () => void;
}) => {
  const { t } = useTranslation();
  const titleOf = useBatchTitle(colleagues);
  const [undoing, setUndoing] = useState<Batch>();
  const [shown, setShown] = useState<{ id: string; rows: RowsShown }>();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ["recent batches"],
    queryFn: ({ pageParam }) => callApi(batchesApi.list, { query: { cursor: pageParam, limit: 20 } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    meta: { topics: batchesApi.list.topics },
  });
  const batches = data?.pages.flatMap((page) => page.batches);
  return (
    <SideSheet onClose={onClose} title={t("people.batches.title")} caption={t("people.batches.caption")}>
      {error && !data && (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      )}
      {!error && !batches && <Skeleton className="w-2/3" />}
      {batches?.length === 0 && <EmptyState icon={History} title={t("people.batches.empty")} />}
      {batches && batches.length > 0 && (
        <ul className="-mt-3">
          {batches.map((batch) => (
            <BatchEntry
              key={batch.id}
              batch={batch}
              title={titleOf(batch)}
              onUndo={() => setUndoing(batch)}
              onShow={(rows) => setShown({ id: batch.id, rows })}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
          className="mx-auto mt-3 flex"
        >
          {t("people.batches.more")}
        </Button>
      )}
      {shown && <RowsSheet id={shown.id} shown={shown.rows} onClose={() => setShown(undefined)} />}
      {undoing && (
        <UndoDialog batch={undoing} title={titleOf(undoing)} onClose={() => setUndoing(undefined)} />
      )}
    </SideSheet>
  );
};

/** Opens the list of imports, changes, merges and deletions with the way back. */
export const RecentBatches = ({ colleagues }: { colleagues: readonly OwnerChoice[] | undefined }) => {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="icon"
        aria-label={t("people.batches.open")}
        title={t("people.batches.open")}
        onClick={() => setOpen(true)}
        className="size-9 max-sm:order-1"
      >
        <History aria-hidden="true" />
      </Button>
      {open && <BatchesSheet colleagues={colleagues} onClose={() => setOpen(false)} />}
    </>
  );
};
