import { useQuery } from "@tanstack/react-query";
import { Lock, SearchX } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRoute } from "wouter";
import { type Batch, batchesApi } from "#contract/batches.ts";
import { importsApi } from "#contract/imports.ts";
import type { BatchState } from "#domain/people/batch.ts";
import { ApiError, apiQuery, serverMessage } from "#web/lib/api.ts";
import { useMay } from "#web/lib/session.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { CheckStep } from "./check-step.tsx";
import { ReadingFile, UnreadFile } from "./file-states.tsx";
import { MatchStep } from "./match-step.tsx";
import { ProgressStep } from "./progress-step.tsx";
import { ReadingDialog } from "./reading-dialog.tsx";
import { ReportStep } from "./report-step.tsx";
import { UploadStep } from "./upload-step.tsx";

const pollMs = 1000;
/** A worker changes the batch; live updates may be rarer than its progress. */
const activeStates: readonly BatchState[] = ["reading", "checking", "running", "undoing"];
const unreadStates: readonly BatchState[] = ["uploading", "reading"];
const endStates: readonly BatchState[] = ["done", "cancelled", "failed", "undoing", "undone"];

const hasNoColumns = ({ state, startedAt }: Batch): boolean => state === "failed" && startedAt === null;

const LoadingImport = () => (
  <Card>
    <div aria-busy="true" className="grid gap-3 py-2">
      <Skeleton className="w-40" />
      <Skeleton className="w-full" />
      <Skeleton className="w-3/4" />
    </div>
  </Card>
);

/** The steps of one file; its state decides which one is shown. */
const ImportOfFile = ({ id }: { id: string }) => {
  const { t } = useTranslation();
  /** Undefined until the operator chose a step; then the state of the batch decides. */
  const [isMatching, setIsMatching] = useState<boolean>();
  const [isReadingWrong, setIsReadingWrong] = useState(false);
  const {
    data: batch,
    error,
    refetch,
  } = useQuery({
    ...apiQuery(batchesApi.get, { params: { id } }),
    refetchInterval: ({ state }) => (state.data && activeStates.includes(state.data.state) ? pollMs : false),
  });
  const state = batch?.state;
  const detailQuery = useQuery({
    ...apiQuery(importsApi.get, { params: { id } }),
    enabled: state !== undefined && !unreadStates.includes(state),
  });
  const detail = detailQuery.data;
  const refetchDetail = detailQuery.refetch;
  // The state of the batch is polled; what was found out comes with its end.
  useEffect(() => {
    if (state === "mapped" || state === "checked") void refetchDetail();
  }, [state, refetchDetail]);

  if (error instanceof ApiError && error.status === 404)
    return (
      <Card>
        <EmptyState icon={SearchX} title={t("import.missing")} text={t("import.missingText")} />
      </Card>
    );
  const failure = error ?? detailQuery.error;
  if (failure && !(batch && detail))
    return (
      <ErrorCard
        title={t("error.load")}
        detail={serverMessage(failure)}
        onRetry={() => void Promise.all([refetch(), refetchDetail()])}
      />
    );
  if (!batch || !state) return <LoadingImport />;

  const readingDialog = detail && isReadingWrong && (
    <ReadingDialog
      id={id}
      detail={detail}
      isReading={state === "reading"}
      onClose={() => setIsReadingWrong(false)}
    />
  );
  if (state === "uploading" || hasNoColumns(batch))
    return (
      <>
        <UnreadFile batch={batch} {...(detail ? { onReadingWrong: () => setIsReadingWrong(true) } : {})} />
        {readingDialog}
      </>
    );
  if (state === "reading")
    return (
      <>
        <ReadingFile batch={batch} />
        {readingDialog}
      </>
    );
  if (endStates.includes(state)) return <ReportStep batch={batch} detail={detail} />;
  if (state === "running" || state === "paused") return <ProgressStep batch={batch} detail={detail} />;
  if (!detail) return <LoadingImport />;
  const current = { ...detail, batch };
  // An answer in the check makes the batch unchecked for a moment, in which the step stays.
  if (isMatching ?? state === "mapped")
    return (
      <>
        <MatchStep
          key={JSON.stringify(detail.columns.map(({ header }) => header))}
          id={id}
          detail={current}
          onReadingWrong={() => setIsReadingWrong(true)}
          onChecking={() => setIsMatching(false)}
        />
        {readingDialog}
      </>
    );
  return (
    <CheckStep
      id={id}
      detail={current}
      isChecking={state === "checking"}
      onBack={() => setIsMatching(true)}
    />
  );
};

const ImportScreen = () => {
  const { t } = useTranslation();
  const mayImport = useMay("people", "work");
  const [, params] = useRoute("/people/import/:id");
  if (!mayImport)
    return (
      <Card>
        <EmptyState icon={Lock} title={t("import.forbidden")} text={t("import.forbiddenText")} />
      </Card>
    );
  return params?.id ? <ImportOfFile key={params.id} id={params.id} /> : <UploadStep />;
};

export default ImportScreen;
