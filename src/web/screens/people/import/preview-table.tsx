import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type BatchRow, batchesApi } from "#contract/batches.ts";
import { type ImportDetail, importsApi } from "#contract/imports.ts";
import { isImportProblem, problemKind } from "#domain/import/import-problems.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { toast } from "#web/lib/toast.ts";
import { Card } from "#web/ui/card.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EditableCell } from "./editable-cell.tsx";
import { type RowProblem, useProblemText, useVerdictText } from "./row-text.ts";

export const previewKinds = ["first", "problems", "here"] as const;
export type PreviewKind = (typeof previewKinds)[number];

const shownRows = 100;
const maxColumns = 8;

type ShownColumn = { index: number; header: string; target: string };

const shownColumns = ({ columns, options }: ImportDetail): ShownColumn[] =>
  options.columns
    .flatMap(({ target }, index) =>
      target === "skip" ? [] : [{ index, target, header: columns[index]?.header ?? "" }],
    )
    .slice(0, maxColumns);

const digitsOf = (text: string): string => text.replaceAll(/\D/g, "").slice(-7);

/** Whether an address that a row writes is the one in its cell: a second phone number is not the first. */
const isOfCell = (written: string, cell: string): boolean =>
  written.includes("@")
    ? cell.toLowerCase().includes(written)
    : digitsOf(written) !== "" && digitsOf(written) === digitsOf(cell);

/** The cell as it will be written: what was mended, or the value of the person. */
const cellText = ({ raw, after }: BatchRow, { index, target }: ShownColumn, problem?: RowProblem): string => {
  if (typeof problem?.mended === "string") return problem.mended;
  const cell = raw?.[index] ?? "";
  if (target !== "phone" && target !== "email") return formatPhone(cell);
  const further = after?.addresses;
  const written: unknown[] = [after?.[target], ...(Array.isArray(further) ? further : [])];
  const own = written.find((value) => typeof value === "string" && isOfCell(value, cell));
  return formatPhone(typeof own === "string" ? own : cell);
};

const toneOf = (problem: RowProblem | undefined, isRefused: boolean): "ok" | "warn" | "bad" | undefined => {
  if (!problem) return undefined;
  if (isImportProblem(problem.code) && problemKind(problem.code).isMended) return "ok";
  return isRefused ? "bad" : "warn";
};

type PreviewTableProps = {
  id: string;
  detail: ImportDetail;
  kind: PreviewKind;
  onKind: (kind: PreviewKind) => void;
  /** The kind of problem whose rows are shown. */
  problem: string | undefined;
  disabled: boolean;
};

/** Rows as they will be written. A cell can be mended in place; its row is then checked again. */
export const PreviewTable = ({ id, detail, kind, onKind, problem, disabled }: PreviewTableProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const verdictText = useVerdictText();
  const problemText = useProblemText();
  const fix = useApiMutation(importsApi.fixCell);
  const [editing, setEditing] = useState<string>();
  const query = {
    limit: shownRows,
    ...(kind === "here" ? { verdict: "changed" as const } : {}),
    ...(kind === "problems" ? { problem: problem ?? "any" } : {}),
  };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...apiQuery(batchesApi.rows, { params: { id }, query }),
    placeholderData: keepPreviousData,
  });
  const columns = shownColumns(detail);

  const mend = async (row: BatchRow, index: number, text: string) => {
    setEditing(undefined);
    const cells = [...(row.raw ?? [])];
    if ((cells[index] ?? "") === text) return;
    while (cells.length <= index) cells.push("");
    cells[index] = text;
    try {
      await fix.mutateAsync({ params: { id, line: row.line }, body: { cells } });
    } catch (failure) {
      toast({
        title: t("error.title"),
        description: serverMessage(failure) ?? t("error.save"),
        variant: "destructive",
      });
    }
  };

  return (
    <Card
      title={t("import.preview.title")}
      caption={t("import.preview.caption")}
      aside={
        <SegmentedControl
          label={t("import.preview.which")}
          options={previewKinds.map((name) => ({ id: name, label: t(`import.preview.${name}`) }))}
          value={kind}
          onChange={onKind}
        />
      }
      className="overflow-hidden p-0 pt-3.5 [&>div:first-child]:mb-2 [&>div:first-child]:px-4"
    >
      {error && !data ? (
        <div className="p-4">
          <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
        </div>
      ) : !data ? (
        <div aria-busy="true" className="grid gap-3 p-4">
          <Skeleton className="w-full" />
          <Skeleton className="w-full" />
          <Skeleton className="w-2/3" />
        </div>
      ) : data.rows.length === 0 ? (
        <p className="border-line border-t px-4 py-8 text-center text-sm text-soft">
          {t(`import.preview.none.${kind}`)}
        </p>
      ) : (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={t("import.preview.which")}
          aria-busy={isPlaceholderData}
          className="relative max-h-[60dvh] overflow-auto"
        >
          <table aria-label={t("import.preview.title")} className="w-full border-collapse text-sm">
            <thead className="sticky top-0 z-10 bg-panel shadow-[inset_0_-1px_0_var(--line)]">
              <tr className="text-left text-faint text-xs">
                <th scope="col" className="px-4 py-2 font-[560]">
                  {t("import.preview.row")}
                </th>
                {columns.map(({ index, header }) => (
                  <th key={index} scope="col" className="max-w-48 truncate px-3 py-2 font-[560]">
                    {header || t("import.match.unnamedColumn", { number: index + 1 })}
                  </th>
                ))}
                <th scope="col" className="bg-panel px-4 py-2 font-[560] lg:sticky lg:right-0">
                  {t("import.preview.happens")}
                </th>
              </tr>
            </thead>
            <tbody>
              {data.rows.map((row) => (
                <tr key={row.line} className="h-11 border-line border-b last:border-b-0">
                  <td className="px-4 text-faint tabular-nums">{format.number(row.line)}</td>
                  {columns.map((column) => {
                    const found = row.problems.find((each) => each.column === column.index);
                    const key = `${row.line} ${column.index}`;
                    return (
                      <td key={column.index} className="max-w-56 px-3">
                        <EditableCell
                          label={t("import.preview.editCell", {
                            column: column.header,
                            line: format.number(row.line),
                          })}
                          text={cellText(row, column, found)}
                          raw={row.raw?.[column.index] ?? ""}
                          tone={toneOf(found, row.verdict === "refused")}
                          hint={found && problemText(found)}
                          isEditing={editing === key}
                          disabled={disabled || row.raw === null}
                          onEdit={() => setEditing(key)}
                          onCancel={() => setEditing(undefined)}
                          onSave={(text) => void mend(row, column.index, text)}
                        />
                      </td>
                    );
                  })}
                  <td
                    className={cn(
                      "min-w-44 bg-panel px-4 lg:sticky lg:right-0 lg:shadow-[inset_1px_0_0_var(--line)]",
                      row.verdict === "refused" ? "font-[560] text-bad" : "text-soft",
                    )}
                  >
                    {verdictText(row)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  );
};
