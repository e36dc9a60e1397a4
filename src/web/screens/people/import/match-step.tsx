import { useQuery } from "@tanstack/react-query";
import { ArrowRight, BookmarkCheck, FileUp } from "lucide-react";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { type ImportDetail, importsApi } from "#contract/imports.ts";
import { personFieldsApi } from "#contract/person-fields.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { isOpenQuestion } from "./column-reading.tsx";
import { ColumnRow, columnGrid } from "./column-row.tsx";
import { ExistingCard } from "./existing-card.tsx";
import { FileCard } from "./file-card.tsx";
import { ImportHead } from "./import-head.tsx";
import { importStartPath } from "./import-path.ts";
import { ProofCard } from "./proof-card.tsx";
import { isConsentTarget } from "./target-options.ts";
import { useImportOptions } from "./use-import-options.ts";

type MatchStepProps = {
  id: string;
  detail: ImportDetail;
  onReadingWrong: () => void;
  onChecking: () => void;
};

/** Each column of the file goes to one field, or is left out. */
export const MatchStep = ({ id, detail, onReadingWrong, onChecking }: MatchStepProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const draft = useImportOptions(id, detail, t("error.save"));
  const check = useApiMutation(importsApi.check);
  const { data: known } = useQuery(apiQuery(personFieldsApi.list));
  const fields = known?.fields.filter(({ archivedAt }) => archivedAt === null) ?? [];
  const [answered, setAnswered] = useState<ReadonlySet<number>>(new Set());
  const { options, save } = draft;
  const { batch, columns } = detail;

  const openColumns = columns.flatMap((file, index) => {
    const column = options.columns[index];
    return column &&
      isOpenQuestion(file, column, { hasProof: options.proof !== null, isAnswered: answered.has(index) })
      ? [index]
      : [];
  });
  const matched = options.columns.filter(({ target }) => target !== "skip").length;
  const total = batch.total ?? 0;
  const hasConsents = options.columns.some(({ target }) => isConsentTarget(target));
  const figures = { matched: format.number(matched), columns: format.number(columns.length) };

  const startCheck = useCallback(async () => {
    if (!(await save())) return;
    try {
      await check.mutateAsync({ params: { id } });
      onChecking();
    } catch (error) {
      toast({
        title: t("error.title"),
        description: serverMessage(error) ?? t("import.check.failed"),
        variant: "destructive",
      });
    }
  }, [save, check.mutateAsync, id, onChecking, t]);

  return (
    <>
      <ImportHead title={t("import.title")} subtitle={t("import.match.subtitle")} step="match" />
      <FileCard batch={batch} file={detail.file}>
        <Button variant="ghost" onClick={onReadingWrong}>
          {t("import.match.readingWrong")}
        </Button>
        <Button asChild>
          <Link href={importStartPath}>
            <FileUp aria-hidden="true" />
            {t("import.match.anotherFile")}
          </Link>
        </Button>
      </FileCard>
      {draft.error && <FormAlert>{draft.error}</FormAlert>}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_320px]">
        <Card className="overflow-hidden p-0">
          <div
            aria-hidden="true"
            className={`${columnGrid} py-2.5 font-[560] text-faint text-xs max-lg:hidden`}
          >
            <span>{t("import.match.column")}</span>
            <span>{t("import.match.firstValues")}</span>
            <span />
            <span>{t("import.match.field")}</span>
            <span>
              {t("import.match.reads")}
              {detail.readRows < total &&
                ` · ${t("import.match.ofFirst", { shown: format.number(detail.readRows) })}`}
            </span>
            <span />
          </div>
          <ul aria-label={t("import.match.columns")} className="max-lg:[&>li:first-child]:border-t-0">
            {columns.map((file, index) => {
              const column = options.columns[index];
              return (
                column && (
                  <ColumnRow
                    // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name, and none moves
                    key={index}
                    index={index}
                    file={file}
                    column={column}
                    fields={fields}
                    isOpen={openColumns.includes(index)}
                    onAnswer={() => setAnswered((before) => new Set([...before, index]))}
                    onChange={draft.changeColumn}
                  />
                )
              );
            })}
          </ul>
        </Card>
        <div className="grid gap-4">
          {hasConsents && <ProofCard proof={options.proof} onChange={draft.change} />}
          <ExistingCard options={options} fields={fields} onChange={draft.change} />
          {detail.rememberedFrom && (
            <Card className="flex items-center gap-2.5 text-sm">
              <BookmarkCheck aria-hidden="true" className="size-4 shrink-0 text-ok" />
              <p>
                {t("import.match.remembered", {
                  name: detail.rememberedFrom.name,
                  day: format.day(detail.rememberedFrom.at),
                })}
              </p>
            </Card>
          )}
        </div>
      </div>
      <BottomBar
        next={{
          label: t("import.match.next", { count: total, shown: format.number(total) }),
          icon: ArrowRight,
          disabled: matched === 0 || total === 0 || check.isPending,
          run: () => void startCheck(),
        }}
      >
        <p role="status" className="tabular-nums">
          {matched === 0
            ? t("import.match.nothingMatched")
            : openColumns.length > 0
              ? t("import.match.progressOpen", { ...figures, count: openColumns.length })
              : t("import.match.progress", figures)}
        </p>
      </BottomBar>
    </>
  );
};
