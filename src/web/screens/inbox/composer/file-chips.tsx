import { Paperclip, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { fileSizeText } from "#web/components/thread/file-size.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import type { UploadedFile } from "./use-files.ts";

type FileChipsProps = { files: readonly UploadedFile[]; onRemove: (key: number) => void };

export const FileChips = ({ files, onRemove }: FileChipsProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  if (files.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1.5 px-3 pt-2">
      {files.map(({ key, filename, size, progress, id, hasFailed }) => (
        <li
          key={key}
          className={cn(
            "flex max-w-56 items-center gap-1.5 rounded-md border px-2 py-1 text-xs",
            hasFailed ? "border-bad text-bad" : "border-line",
          )}
        >
          <Paperclip aria-hidden="true" className="size-3.5 shrink-0 text-soft" />
          <span className="grid min-w-0 gap-0.5">
            <span className="truncate">{filename}</span>
            {id === undefined && !hasFailed && (
              <ProgressBar
                label={t("inbox.files.uploading", { name: filename })}
                value={progress}
                className="w-24"
              />
            )}
          </span>
          <span className="shrink-0 text-faint">
            {hasFailed ? t("inbox.files.failedShort") : fileSizeText(size, format.number)}
          </span>
          <button
            type="button"
            aria-label={t("inbox.files.remove", { name: filename })}
            onClick={() => onRemove(key)}
            className="grid size-5 shrink-0 place-items-center rounded text-soft hover:text-ink"
          >
            <X aria-hidden="true" className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  );
};
