import { useQuery } from "@tanstack/react-query";
import { Pause, Play, Undo2, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { type Batch, batchesApi } from "#contract/batches.ts";
import type { BatchState } from "#domain/people/batch.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";

const pollMs = 1000;

/** Whether a worker still changes people for it. */
const activeStates: readonly BatchState[] = ["reading", "running", "undoing"];
const isActiveState = (state: BatchState): boolean => activeStates.includes(state);

const useBulkText = () => {
  const { t } = useTranslation();
  const format = useFormat();
  return ({ kind, state, total, processed, counts, undone }: Batch): string => {
    const figures = { done: format.number(processed), all: format.number(total ?? 0) };
    if (state === "reading") return t("people.bulk.starting");
    if (state === "running") return t("people.bulk.running", figures);
    if (state === "paused") return t("people.bulk.paused", figures);
    if (state === "cancelled") return t("people.bulk.cancelled", figures);
    if (state === "failed") return t("people.bulk.stopped", figures);
    if (state === "undoing") return t("people.bulk.undoing", figures);
    if (state === "undone") {
      const { reversed = 0, kept = 0 } = undone;
      const text = t("people.bulk.undone", { count: reversed, shown: format.number(reversed) });
      return kept > 0
        ? `${text} · ${t("people.bulk.kept", { count: kept, shown: format.number(kept) })}`
        : text;
    }
    const { changed = 0, deleted = 0, refused = 0 } = counts;
    const done = changed + deleted;
    const left =
      refused === 0
        ? ""
        : ` · ${t("people.bulk.leftOut", { count: refused, shown: format.number(refused) })}`;
    if (done === 0) return `${t("people.bulk.unchanged")}${left}`;
    const text = t(kind === "delete" ? "people.bulk.deleted" : "people.bulk.changed", {
      count: done,
      shown: format.number(done),
    });
    return `${text}${left}`;
  };
};

/** The progress of a bulk change or deletion: it can be paused and ended, and the change taken back. */
export const BulkProgress = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { t } = useTranslation();
  const bulkText = useBulkText();
  const undo = useApiMutation(batchesApi.undo);
  const pause = useApiMutation(batchesApi.pause);
  const cancel = useApiMutation(batchesApi.cancel);
  const { data, error } = useQuery({
    ...apiQuery(batchesApi.get, { params: { id } }),
    // Changes are announced by topic too; polling covers a page that takes long.
    refetchInterval: ({ state }) => (state.data && isActiveState(state.data.state) ? pollMs : false),
  });
  const isActive = data === undefined || isActiveState(data.state);
  const isPaused = data?.state === "paused";

  const ask = async (request: () => Promise<unknown>) => {
    try {
      await request();
    } catch (failure) {
      toast({
        title: t("error.title"),
        description: serverMessage(failure) ?? t("people.bulk.failed"),
        variant: "destructive",
      });
    }
  };

  return (
    <section
      aria-label={t("people.bulk.progress")}
      className="fixed inset-x-3 bottom-3 z-30 mx-auto flex w-fit min-w-64 max-w-[calc(100vw-24px)] animate-rise flex-wrap items-center justify-center gap-3 rounded-xl border border-line bg-panel p-2 pl-3.5 shadow-float lg:left-[calc(232px+12px)]"
    >
      <p role="status" className="font-[560] text-sm tabular-nums">
        {data
          ? bulkText(data)
          : error
            ? (serverMessage(error) ?? t("error.load"))
            : t("people.bulk.starting")}
      </p>
      {(isActive || isPaused) && !error && (
        <progress
          aria-label={t("people.bulk.progress")}
          className="h-1.5 w-32 accent-sea"
          {...(data?.total ? { value: data.processed, max: data.total } : {})}
        />
      )}
      {(data?.state === "running" || isPaused) && (
        <>
          <Button
            size="sm"
            disabled={pause.isPending}
            onClick={() => void ask(() => pause.mutateAsync({ params: { id }, body: { paused: !isPaused } }))}
          >
            {isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
            {t(isPaused ? "people.bulk.continue" : "people.bulk.pause")}
          </Button>
          <Button
            size="sm"
            disabled={cancel.isPending}
            onClick={() => void ask(() => cancel.mutateAsync({ params: { id } }))}
          >
            {t("people.bulk.stop")}
          </Button>
        </>
      )}
      {data?.mayUndo && (
        <Button
          size="sm"
          disabled={undo.isPending}
          onClick={() => void ask(() => undo.mutateAsync({ params: { id } }))}
        >
          <Undo2 aria-hidden="true" />
          {t("people.bulk.undo")}
        </Button>
      )}
      <Button variant="ghost" size="icon" aria-label={t("action.close")} onClick={onClose} className="size-8">
        <X aria-hidden="true" />
      </Button>
    </section>
  );
};
