import { CircleAlert, FileUp } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Batch } from "#contract/batches.ts";
import { useFormat } from "#web/lib/format.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { FileCard } from "./file-card.tsx";
import { ImportHead } from "./import-head.tsx";
import { importStartPath } from "./import-path.ts";

const AnotherFile = () => {
  const { t } = useTranslation();
  return (
    <Button variant="primary" asChild>
      <Link href={importStartPath}>
        <FileUp aria-hidden="true" />
        {t("import.match.anotherFile")}
      </Link>
    </Button>
  );
};

/** The file is complete and is being read. */
export const ReadingFile = ({ batch }: { batch: Batch }) => {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      <ImportHead title={t("import.title")} subtitle={t("import.reading.subtitle")} step="upload" />
      <FileCard batch={batch} file={undefined} />
      <Card className="grid gap-2">
        <p role="status" className="text-sm tabular-nums">
          {batch.processed > 0
            ? t("import.reading.rows", { count: batch.processed, shown: format.number(batch.processed) })
            : t("import.reading.running")}
        </p>
        <ProgressBar
          label={t("import.reading.running")}
          value={batch.total ? batch.processed / batch.total : 0.15}
          className="h-2"
        />
      </Card>
    </>
  );
};

/** A file that did not arrive completely, or that cannot be read. */
export const UnreadFile = ({ batch, onReadingWrong }: { batch: Batch; onReadingWrong?: () => void }) => {
  const { t } = useTranslation();
  const worded = useWorded();
  const isUploading = batch.state === "uploading";
  return (
    <>
      <ImportHead title={t("import.title")} subtitle={t("import.upload.subtitle")} step="upload" />
      <FileCard batch={batch} file={undefined} />
      <Card>
        <EmptyState
          icon={CircleAlert}
          title={t(isUploading ? "import.upload.unfinished" : "import.reading.failedTitle")}
          text={
            isUploading
              ? t("import.upload.unfinishedText")
              : batch.problem
                ? worded("import.fileProblem", batch.problem.code)
                : t("import.reading.failed")
          }
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <AnotherFile />
              {onReadingWrong && <Button onClick={onReadingWrong}>{t("import.match.readingWrong")}</Button>}
            </div>
          }
        />
      </Card>
    </>
  );
};
