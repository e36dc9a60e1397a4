import { useQuery } from "@tanstack/react-query";
import { CircleAlert, ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { batchesApi } from "#contract/batches.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useWorded } from "#web/lib/worded.ts";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** What an undo would reverse, what it keeps and why. */
export const UndoPreview = ({ id, isImport = true }: { id: string; isImport?: boolean }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const worded = useWorded();
  const { data, error, refetch } = useQuery(apiQuery(batchesApi.undoPreview, { params: { id } }));
  if (error && !data)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div aria-busy="true" className="grid gap-2">
        <Skeleton className="w-full" />
        <Skeleton className="w-2/3" />
      </div>
    );
  const { removed, restored, kept, reasons, isEstimate } = data;
  return (
    <div className="grid gap-2.5 text-sm">
      <p className="text-soft">
        {t(isImport ? "import.undo.does" : "import.undo.doesRestored", {
          removed: t("import.undo.people", { count: removed, shown: format.number(removed) }),
          restored: t("import.undo.restored", { count: restored, shown: format.number(restored) }),
        })}
        {isEstimate && ` ${t("import.undo.estimate")}`}
      </p>
      {kept > 0 && (
        <div className="flex gap-2">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
          <div>
            <p className="font-[560]">{t("import.undo.kept", { count: kept, shown: format.number(kept) })}</p>
            <ul className="text-soft">
              {reasons.map(({ reason, count }) => (
                <li key={`${reason.code} ${count}`} className="tabular-nums">
                  {format.number(count)} · {worded("import.undo.reason", reason.code)}
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
      <p className="flex gap-2">
        <ShieldCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ok" />
        {t("import.undo.optOuts")}
      </p>
    </div>
  );
};
