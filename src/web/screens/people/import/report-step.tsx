import { Check, CircleAlert, CircleStop, Undo2, UsersRound } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Batch } from "#contract/batches.ts";
import { type ImportDetail, importsApi } from "#contract/imports.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { EarlierImports } from "./earlier-imports.tsx";
import { ImportHead } from "./import-head.tsx";
import { importedPeoplePath } from "./import-path.ts";
import { RowsSheet, type RowsShown } from "./rows-sheet.tsx";
import { UndoDialog } from "./undo-dialog.tsx";
import { UndoPreview } from "./undo-preview.tsx";
import { type ColoredVerdict, coloredVerdicts, verdictColors } from "./verdict-colors.ts";
import { VerdictRing } from "./verdict-ring.tsx";

type ReportStepProps = { batch: Batch; detail: ImportDetail | undefined };

const looks = {
  done: { icon: Check, className: "bg-ok-tint text-ok" },
  cancelled: { icon: CircleStop, className: "bg-warn-tint text-warn" },
  failed: { icon: CircleAlert, className: "bg-bad-tint text-bad" },
  undoing: { icon: Undo2, className: "bg-sea-tint text-sea" },
  undone: { icon: Undo2, className: "bg-hover text-soft" },
} as const;
type EndState = keyof typeof looks;

const toEndState = (state: Batch["state"]): EndState => (state in looks ? (state as EndState) : "done");

const Figures = ({ batch, onShow }: { batch: Batch; onShow: (verdict: ColoredVerdict) => void }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { counts } = batch;
  const shown = coloredVerdicts.filter((verdict) => verdict !== "unchanged" || (counts.unchanged ?? 0) > 0);
  return (
    <ul className="min-w-0 flex-1 basis-72 divide-y divide-line">
      {shown.map((verdict) => {
        const count = counts[verdict] ?? 0;
        return (
          <li
            key={verdict}
            className="grid min-h-11 grid-cols-[8px_minmax(0,1fr)_auto] items-center gap-x-3 py-1.5 text-sm sm:grid-cols-[8px_minmax(0,1.1fr)_64px_minmax(0,1fr)_100px]"
          >
            <span
              aria-hidden="true"
              className="size-2 rounded-[2px]"
              style={{ background: verdictColors[verdict] }}
            />
            <span className="font-[560]">{t(`import.report.verdict.${verdict}`)}</span>
            <span className="text-right font-[600] tabular-nums">{format.number(count)}</span>
            <span className="truncate text-soft max-sm:hidden">{t(`import.report.hint.${verdict}`)}</span>
            {count > 0 && (
              <button
                type="button"
                onClick={() => onShow(verdict)}
                className="min-h-9 justify-self-end font-[560] text-sea text-xs hover:underline max-sm:col-start-3 sm:min-h-6"
              >
                {t(verdict === "changed" ? "import.report.showChanges" : "import.report.show")}
                <span className="sr-only">: {t(`import.report.verdict.${verdict}`)}</span>
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
};

/** What the import did, and the way back. */
export const ReportStep = ({ batch, detail }: ReportStepProps) => {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const worded = useWorded();
  const mayUndo = useMay("people", "work") && batch.mayUndo;
  const [isUndoing, setIsUndoing] = useState(false);
  const [rows, setRows] = useState<RowsShown>();
  const { id, counts, undone } = batch;
  const state = toEndState(batch.state);
  const { icon: Icon, className } = looks[state];
  const total = coloredVerdicts.reduce((sum, verdict) => sum + (counts[verdict] ?? 0), 0);
  const took =
    batch.startedAt && batch.finishedAt
      ? Math.max(1, Math.round((Date.parse(batch.finishedAt) - Date.parse(batch.startedAt)) / 1000))
      : undefined;
  const subtitle = [
    batch.name ?? t("import.unnamed"),
    format.dayTime(batch.finishedAt ?? batch.createdAt),
    batch.user && t("import.report.by", { name: batch.user.name }),
    took !== undefined && t("import.report.took", { count: took, shown: format.number(took) }),
  ]
    .filter(Boolean)
    .join(", ");
  const people = (verdict: "added" | "changed") =>
    t(`import.report.${verdict}People`, {
      count: counts[verdict] ?? 0,
      shown: format.number(counts[verdict] ?? 0),
    });
  const reversed = undone.reversed ?? 0;
  const kept = (undone.kept ?? 0) + (undone.failed ?? 0);
  const refused = counts.refused ?? 0;
  const sentence =
    state === "undone" || state === "undoing"
      ? t("import.report.reversed", { count: reversed, shown: format.number(reversed) })
      : `${people("added")}, ${people("changed")}`;

  return (
    <>
      <ImportHead
        title={t(`import.report.title.${state}`)}
        subtitle={subtitle}
        step="import"
        isDone={state === "done"}
      />
      <Card className="flex flex-wrap items-center gap-3.5">
        <span className={cn("grid size-9 shrink-0 place-items-center rounded-[9px]", className)}>
          <Icon aria-hidden="true" className="size-5" />
        </span>
        <div className="min-w-0 flex-1 basis-60">
          <p role="status" className="font-[600] text-sm tabular-nums">
            {sentence}
          </p>
          <p className="text-sm text-soft">
            {state === "failed" && batch.problem
              ? worded("import.fileProblem", batch.problem.code)
              : t(`import.report.text.${state}`, { tag: detail?.options.tag ?? "" })}{" "}
            {state === "done" && detail?.options.tag && <Badge tone="sea">{detail.options.tag}</Badge>}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {mayUndo && (
            <Button onClick={() => setIsUndoing(true)}>
              <Undo2 aria-hidden="true" />
              {t("import.undo.button")}
            </Button>
          )}
          {state !== "undone" && state !== "undoing" && (counts.added ?? 0) + (counts.changed ?? 0) > 0 && (
            <Button variant="primary" asChild>
              <Link href={importedPeoplePath(id)}>
                <UsersRound aria-hidden="true" />
                {t("import.report.showPeople")}
              </Link>
            </Button>
          )}
        </div>
        {state === "undoing" && (
          <ProgressBar
            label={t("import.report.title.undoing")}
            value={batch.total ? batch.processed / batch.total : 0}
            className="h-2 w-full"
          />
        )}
      </Card>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_320px]">
        <Card title={t("import.report.rowsTitle")}>
          <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
            <div className="grid place-items-center max-sm:w-full">
              <VerdictRing counts={counts} total={total} />
            </div>
            <Figures
              batch={batch}
              onShow={(verdict) => setRows({ verdict, title: t(`import.report.verdict.${verdict}`) })}
            />
          </div>
          {refused > 0 && (
            <p className="mt-3 border-line border-t pt-3 text-sm">
              <a
                href={`${importsApi.refused.path.replace("{id}", id)}?language=${i18n.language}`}
                download
                className="font-[560] text-sea hover:underline"
              >
                {t("import.report.download")}
              </a>{" "}
              <span className="text-soft">{t("import.report.downloadHint")}</span>
            </p>
          )}
        </Card>
        <Card
          title={t("import.undo.card")}
          caption={mayUndo && batch.undoUntil && t("import.undo.until", { day: format.day(batch.undoUntil) })}
          className="[&>div:first-child]:mb-2"
        >
          {mayUndo ? (
            <UndoPreview id={id} />
          ) : state === "undone" ? (
            <div className="grid gap-2 text-sm">
              <p className="text-soft">{t("import.undo.done", { shown: format.number(reversed) })}</p>
              {kept > 0 && (
                <button
                  type="button"
                  onClick={() => setRows({ undo: "left", title: t("import.undo.keptTitle") })}
                  className="justify-self-start font-[560] text-sea hover:underline"
                >
                  {t("import.undo.showKept", { count: kept, shown: format.number(kept) })}
                </button>
              )}
            </div>
          ) : (
            <p className="text-sm text-soft">
              {t(state === "undoing" ? "import.undo.running" : "import.undo.impossible")}
            </p>
          )}
        </Card>
      </div>
      <EarlierImports />
      {isUndoing && <UndoDialog batch={batch} onClose={() => setIsUndoing(false)} />}
      {rows && <RowsSheet id={id} shown={rows} onClose={() => setRows(undefined)} />}
    </>
  );
};
