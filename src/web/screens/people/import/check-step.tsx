import { FileUp } from "lucide-react";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { type ImportDetail, importsApi } from "#contract/imports.ts";
import type { ImportOptions } from "#domain/import/import-options.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { toast } from "#web/lib/toast.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { FigureStrip } from "./figure-strip.tsx";
import { ImportHead } from "./import-head.tsx";
import { JoinQuestion } from "./join-question.tsx";
import { type PreviewKind, PreviewTable } from "./preview-table.tsx";
import { ProblemList } from "./problem-list.tsx";
import { RulesSwitch } from "./rules-switch.tsx";
import { SamplePeople } from "./sample-people.tsx";
import { useImportOptions } from "./use-import-options.ts";

type CheckStepProps = {
  id: string;
  detail: ImportDetail;
  isChecking: boolean;
  onBack: () => void;
};

/** What each row would do. Nothing is written before the import is started here. */
export const CheckStep = ({ id, detail, isChecking, onBack }: CheckStepProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const draft = useImportOptions(id, detail, t("error.save"));
  const check = useApiMutation(importsApi.check);
  const run = useApiMutation(importsApi.run);
  const [kind, setKind] = useState<PreviewKind>("first");
  const [problem, setProblem] = useState<string>();
  const { options, save, change } = draft;
  const { batch } = detail;
  // The figures of the last check stay while rows are checked again.
  const [last, setLast] = useState(detail.check);
  if (detail.check && detail.check !== last) setLast(detail.check);
  const found = detail.check ?? last;

  const failed = useCallback(
    (error: unknown) =>
      toast({
        title: t("error.title"),
        description: serverMessage(error) ?? t("import.check.failed"),
        variant: "destructive",
      }),
    [t],
  );

  /** An answer changes what rows do, so that they are checked again. */
  const answer = async (values: Partial<ImportOptions>) => {
    change(values);
    if (!(await save())) return;
    try {
      await check.mutateAsync({ params: { id } });
    } catch (error) {
      failed(error);
    }
  };

  const start = useCallback(async () => {
    if (!(await save())) return;
    try {
      await run.mutateAsync({ params: { id } });
    } catch (error) {
      failed(error);
    }
  }, [save, run.mutateAsync, id, failed]);

  const isBusy = isChecking || check.isPending || draft.isSaving || detail.check === null;
  const total = batch.total ?? 0;
  const used = found ? found.added + found.changed + found.joined : 0;
  const show = (code: string) => {
    setProblem(code);
    setKind("problems");
  };

  return (
    <>
      <ImportHead title={t("import.check.title")} subtitle={t("import.check.subtitle")} step="check" />
      {isBusy && (
        <Card className="grid gap-2">
          <p role="status" className="text-sm tabular-nums">
            {t("import.check.running", {
              done: format.number(batch.state === "checking" ? batch.processed : 0),
              total: format.number(total),
            })}
          </p>
          <ProgressBar
            label={t("import.check.progress")}
            value={batch.state === "checking" && total > 0 ? batch.processed / total : 0}
            className="h-2"
          />
        </Card>
      )}
      {draft.error && <FormAlert>{draft.error}</FormAlert>}
      {found && (
        <>
          <FigureStrip
            changed={found.changed}
            figures={{
              added: found.added,
              here: found.changed + found.unchanged,
              joined: found.joined,
              refused: found.refused,
            }}
          />
          {used === 0 && !isBusy && (
            <Card>
              <EmptyState
                icon={FileUp}
                title={t("import.check.nothing")}
                text={t(found.refused === 0 ? "import.check.allHere" : "import.check.nothingText")}
              />
            </Card>
          )}
          {found.joinQuestion && (
            <JoinQuestion
              {...found.joinQuestion}
              disabled={isBusy}
              onAnswer={(joins) => void answer({ answers: { ...options.answers, twice_in_file: joins } })}
              onBack={onBack}
            />
          )}
          <ProblemList
            problems={found.problems}
            options={options}
            disabled={isBusy}
            onChange={(values) => void answer(values)}
            onShow={show}
          />
          {found.added > 0 && <SamplePeople id={id} total={total} />}
          <PreviewTable
            id={id}
            detail={detail}
            kind={kind}
            onKind={(next) => {
              setProblem(undefined);
              setKind(next);
            }}
            problem={problem}
            disabled={isBusy}
          />
        </>
      )}
      <BottomBar
        onBack={onBack}
        next={{
          label: t("import.check.next", { count: used, shown: format.number(used) }),
          icon: FileUp,
          disabled: isBusy || !found || found.joinQuestion !== null || used === 0 || run.isPending,
          run: () => void start(),
        }}
      >
        <RulesSwitch
          rules={found?.rules ?? []}
          checked={options.runRules}
          disabled={isBusy}
          onChange={(runRules) => void answer({ runRules })}
        />
      </BottomBar>
    </>
  );
};
