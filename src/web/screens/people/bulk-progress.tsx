import { useQuery } from "@tanstack/react-query";
import { Undo2, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { type BulkChangeRecord, bulkChangesApi } from "#contract/bulk-changes.ts";
import { isBulkActive } from "#domain/bulk-change.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";

const pollMs = 1000;

const useBulkText = () => {
  const { t } = useTranslation();
  const format = useFormat();
  return ({ change, state, matched, processed, changed, restored }: BulkChangeRecord): string => {
    const figures = { done: format.number(processed), all: format.number(matched ?? 0) };
    if (state === "running")
      return t(matched === null ? "people.bulk.starting" : "people.bulk.running", figures);
    if (state === "failed") return t("people.bulk.stopped", figures);
    if (state === "undoing") return t("people.bulk.undoing", figures);
    if (state === "undone") {
      const kept = changed - restored;
      const text = t("people.bulk.undone", { count: restored, shown: format.number(restored) });
      return kept > 0
        ? `${text} · ${t("people.bulk.kept", { count: kept, shown: format.number(kept) })}`
        : text;
    }
    if (changed === 0) return t("people.bulk.unchanged");
    return t(change.kind === "delete" ? "people.bulk.deleted" : "people.bulk.changed", {
      count: changed,
      shown: format.number(changed),
    });
  };
};

/** The progress of a bulk change, and the way back once it is done. */
export const BulkProgress = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { t } = useTranslation();
  const bulkText = useBulkText();
  const undo = useApiMutation(bulkChangesApi.undo);
  const { data, error } = useQuery({
    ...apiQuery(bulkChangesApi.get, { params: { id } }),
    // Changes are announced by topic too; polling covers a page that takes long.
    refetchInterval: ({ state }) => (state.data && isBulkActive(state.data.state) ? pollMs : false),
  });
  const isActive = data === undefined || isBulkActive(data.state);

  const startUndo = async () => {
    try {
      await undo.mutateAsync({ params: { id } });
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
      {isActive && !error && (
        <progress
          aria-label={t("people.bulk.progress")}
          className="h-1.5 w-32 accent-sea"
          {...(data?.matched ? { value: data.processed, max: data.matched } : {})}
        />
      )}
      {data?.mayUndo && data.changed > 0 && (
        <Button size="sm" disabled={undo.isPending} onClick={() => void startUndo()}>
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
