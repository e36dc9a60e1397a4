import { CircleAlert, ClipboardPaste, Download, FileSpreadsheet, FileUp, WifiOff } from "lucide-react";
import { type DragEvent, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { importsApi, maxImportBytes } from "#contract/imports.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { EarlierImports } from "./earlier-imports.tsx";
import { useFileSize } from "./file-size.ts";
import { ImportHead } from "./import-head.tsx";
import { importPath } from "./import-path.ts";
import { PasteDialog, pastedFile } from "./paste-dialog.tsx";
import { type Upload, useUpload } from "./use-upload.ts";

const accepted = ".csv,.tsv,.txt,.xlsx";

const hasFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }): boolean =>
  dataTransfer?.types.includes("Files") ?? false;

const Sending = ({ upload, onCancel }: { upload: Upload; onCancel: () => void }) => {
  const { t } = useTranslation();
  const fileSize = useFileSize();
  if (upload.state !== "sending" && upload.state !== "waiting") return null;
  const share = upload.size === 0 ? 0 : upload.sent / upload.size;
  const progress = t("import.upload.progress", {
    sent: fileSize(upload.sent),
    size: fileSize(upload.size),
  });
  return (
    <div className="grid w-full max-w-lg gap-3 justify-self-center">
      <div className="flex items-center gap-3">
        <span className="grid size-9 shrink-0 place-items-center rounded-[9px] bg-ok-tint text-ok">
          <FileSpreadsheet aria-hidden="true" className="size-[18px]" />
        </span>
        <div className="min-w-0 flex-1 text-left">
          <p className="truncate font-[560] text-sm">{upload.name}</p>
          <p role="status" className="flex items-center gap-1.5 text-soft text-xs">
            {upload.state === "waiting" && <WifiOff aria-hidden="true" className="size-3.5 text-warn" />}
            {upload.state === "waiting" ? t("import.upload.waiting") : progress}
          </p>
        </div>
        <Button size="sm" onClick={onCancel} className="max-sm:h-9">
          {t("action.cancel")}
        </Button>
      </div>
      <ProgressBar label={t("import.upload.sending")} value={share} text={progress} className="h-2" />
    </div>
  );
};

/** A file by dropping, choosing or pasting; then its upload. */
export const UploadStep = () => {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const [, navigate] = useLocation();
  const onUploaded = useCallback((id: string) => navigate(importPath(id)), [navigate]);
  const { upload, start, cancel } = useUpload(onUploaded);
  const [isOver, setIsOver] = useState(false);
  const [pasted, setPasted] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const isBusy = upload.state === "sending" || upload.state === "waiting";

  // Rows copied from a spreadsheet may be pasted anywhere on the page.
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (event.target instanceof HTMLElement && event.target.closest("input, textarea")) return;
      const [file] = event.clipboardData?.files ?? [];
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (file) void start(file);
      else if (text.includes("\n")) setPasted(text);
    };
    addEventListener("paste", onPaste);
    return () => removeEventListener("paste", onPaste);
  }, [start]);

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !isBusy) void start(file);
  };

  return (
    <>
      <ImportHead title={t("import.title")} subtitle={t("import.upload.subtitle")} step="upload" />
      <section
        aria-label={t("import.upload.zone")}
        onDragOver={(event) => {
          if (!hasFiles(event)) return;
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
        className={cn(
          "grid justify-items-center gap-4 rounded-card border-2 border-dashed px-5 py-12 text-center transition-colors",
          isOver ? "border-sea bg-sea-tint" : "border-line bg-panel",
        )}
      >
        {isBusy ? (
          <Sending upload={upload} onCancel={cancel} />
        ) : (
          <>
            <span className="grid size-12 place-items-center rounded-xl bg-sea-tint text-sea">
              <FileUp aria-hidden="true" className="size-6" strokeWidth={1.75} />
            </span>
            <div>
              <p className="font-[620] text-base">{t("import.upload.drop")}</p>
              <p className="mt-0.5 text-sm text-soft">
                {t("import.upload.kinds", { size: format.number(maxImportBytes / 1_048_576) })}
              </p>
            </div>
            <div className="flex flex-wrap justify-center gap-2">
              <Button variant="primary" onClick={() => input.current?.click()}>
                <FileSpreadsheet aria-hidden="true" />
                {t("import.upload.choose")}
              </Button>
              <Button onClick={() => setPasted("")}>
                <ClipboardPaste aria-hidden="true" />
                {t("import.upload.paste")}
              </Button>
              <Button variant="ghost" asChild>
                <a href={`${importsApi.template.path}?language=${i18n.language}`} download="faro-import.csv">
                  <Download aria-hidden="true" />
                  {t("import.upload.template")}
                </a>
              </Button>
            </div>
            <input
              ref={input}
              type="file"
              accept={accepted}
              hidden
              onChange={(event) => {
                const [file] = event.target.files ?? [];
                // So that choosing the same file again is a change.
                event.target.value = "";
                if (file) void start(file);
              }}
            />
          </>
        )}
        {upload.state === "refused" && (
          <p
            role="alert"
            className="flex max-w-xl items-start gap-2 rounded-lg bg-bad-tint px-3 py-2 text-left text-ink text-sm"
          >
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-bad" />
            <span className="wrap-anywhere">
              <b className="font-[600] text-bad">{upload.name}: </b>
              {upload.message ??
                t(`import.upload.problem.${upload.problem}`, {
                  size: format.number(maxImportBytes / 1_048_576),
                })}
            </span>
          </p>
        )}
      </section>
      <Card>
        <ul className="grid gap-x-8 gap-y-2 text-sm text-soft sm:grid-cols-3">
          {(["nothing", "quiet", "undo"] as const).map((promise) => (
            <li key={promise} className="flex gap-2">
              <span aria-hidden="true" className="mt-2 size-1.5 shrink-0 rounded-full bg-sea" />
              {t(`import.upload.promise.${promise}`)}
            </li>
          ))}
        </ul>
      </Card>
      <EarlierImports />
      {pasted !== undefined && (
        <PasteDialog
          text={pasted}
          onClose={() => setPasted(undefined)}
          onUse={(text) => {
            setPasted(undefined);
            void start(pastedFile(text, t("import.upload.pastedName")));
          }}
        />
      )}
    </>
  );
};
