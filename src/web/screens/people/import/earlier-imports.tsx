import { useQuery } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { type Batch, batchesApi } from "#contract/batches.ts";
import type { BatchState } from "#domain/people/batch.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { importPath } from "./import-path.ts";
import { UndoDialog } from "./undo-dialog.tsx";

const stateTones: Record<BatchState, "ok" | "quiet" | "warn" | "bad" | "sea"> = {
  uploading: "quiet",
  reading: "sea",
  mapped: "quiet",
  checking: "sea",
  checked: "quiet",
  running: "sea",
  paused: "warn",
  done: "ok",
  cancelled: "warn",
  failed: "bad",
  undoing: "sea",
  undone: "quiet",
};

export const BatchStateBadge = ({ state }: { state: BatchState }) => {
  const { t } = useTranslation();
  return <Badge tone={stateTones[state]}>{t(`import.state.${state}`)}</Badge>;
};

const isTooOld = ({ state, mayUndo, undoUntil }: Batch): boolean =>
  (state === "done" || state === "cancelled") && !mayUndo && undoUntil !== null;

const headings = ["file", "when", "by", "added", "completed", "leftOut", "state"] as const;
const figureHeadings: readonly string[] = ["added", "completed", "leftOut"];

/** Imports of the workspace, newest first, each with the way back while there is one. */
export const EarlierImports = ({ without }: { without?: string }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const [undoing, setUndoing] = useState<Batch>();
  const { data, error, refetch } = useQuery(
    apiQuery(batchesApi.list, { query: { kind: "import", limit: 20 } }),
  );
  const batches = data?.batches.filter(({ id }) => id !== without);
  if (error && !data)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  if (batches?.length === 0) return null;
  const figure = (batch: Batch, ...verdicts: ("added" | "changed" | "refused")[]) =>
    format.number(verdicts.reduce((sum, verdict) => sum + (batch.counts[verdict] ?? 0), 0));
  return (
    <Card
      title={t("import.earlier.title")}
      className="p-0 pt-4 [&>div:first-child]:mb-2 [&>div:first-child]:px-4"
    >
      <div className="relative overflow-x-auto">
        <table aria-label={t("import.earlier.title")} className="w-full border-collapse text-sm">
          <thead>
            <tr className="border-line border-b text-left text-faint text-xs">
              {headings.map((heading) => (
                <th
                  key={heading}
                  scope="col"
                  className={`whitespace-nowrap px-4 py-2 font-[560] ${figureHeadings.includes(heading) ? "text-right" : ""} ${heading === "by" || heading === "completed" ? "max-sm:hidden" : ""}`}
                >
                  {t(`import.earlier.${heading}`)}
                </th>
              ))}
              <th scope="col" className="px-4 py-2">
                <span className="sr-only">{t("import.earlier.actions")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {batches === undefined ? (
              <tr>
                <td colSpan={8} className="px-4 py-3">
                  <Skeleton className="w-2/3" />
                </td>
              </tr>
            ) : (
              batches.map((batch) => (
                <tr key={batch.id} className="h-11 border-line border-b last:border-b-0 hover:bg-hover">
                  <td className="max-w-64 px-4">
                    <Link
                      href={importPath(batch.id)}
                      className="block truncate font-[560] hover:text-sea hover:underline"
                    >
                      {batch.name ?? t("import.unnamed")}
                    </Link>
                  </td>
                  <td className="whitespace-nowrap px-4 text-soft">{format.dayTime(batch.createdAt)}</td>
                  <td className="px-4 text-soft max-sm:hidden">{batch.user?.name}</td>
                  <td className="px-4 text-right tabular-nums">{figure(batch, "added")}</td>
                  <td className="px-4 text-right tabular-nums max-sm:hidden">{figure(batch, "changed")}</td>
                  <td className="px-4 text-right tabular-nums">{figure(batch, "refused")}</td>
                  <td className="px-4">
                    <BatchStateBadge state={batch.state} />
                  </td>
                  <td className="px-4 text-right">
                    {batch.mayUndo ? (
                      <Button
                        size="sm"
                        aria-label={t("import.undo.named", { name: batch.name ?? t("import.unnamed") })}
                        onClick={() => setUndoing(batch)}
                        className="h-7 max-sm:h-9"
                      >
                        <Undo2 aria-hidden="true" />
                        {t("import.undo.short")}
                      </Button>
                    ) : (
                      isTooOld(batch) && (
                        <span className="whitespace-nowrap text-faint text-xs">
                          {t("import.undo.tooOld")}
                        </span>
                      )
                    )}
                  </td>
                </tr>
              ))
            )}
          </tbody>
        </table>
      </div>
      {undoing && <UndoDialog batch={undoing} onClose={() => setUndoing(undefined)} />}
    </Card>
  );
};
