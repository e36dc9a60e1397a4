import { FileSpreadsheet } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Batch } from "#contract/batches.ts";
import type { ImportDetail } from "#contract/imports.ts";
import { useFormat } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { useFileSize } from "./file-size.ts";

const separatorNames = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" } as const;
type Separator = keyof typeof separatorNames;

export const isSeparator = (text: string): text is Separator => Object.hasOwn(separatorNames, text);

const encodingNames: Record<string, string> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Windows-1252",
  macintosh: "Mac Roman",
};

/** How the file was read, in words. */
const useFileFacts = (): ((file: ImportDetail["file"]) => string) => {
  const { t } = useTranslation();
  const fileSize = useFileSize();
  return ({ size, format, encoding, separator, hasHeader, sheet }) =>
    [
      fileSize(size),
      [
        format === "xlsx"
          ? sheet
            ? t("import.file.sheet", { name: sheet })
            : "Excel"
          : isSeparator(separator) && t(`import.file.separator.${separatorNames[separator]}`),
        format === "csv" && (encodingNames[encoding] ?? encoding),
        t(hasHeader ? "import.file.header" : "import.file.noHeader"),
      ]
        .filter(Boolean)
        .join(", "),
    ].join(" · ");
};

type FileCardProps = { batch: Batch; file: ImportDetail["file"] | undefined; children?: ReactNode };

export const FileCard = ({ batch, file, children }: FileCardProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const facts = useFileFacts();
  return (
    <Card className="flex flex-wrap items-center gap-3 px-4 py-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-[9px] bg-ok-tint text-ok">
        <FileSpreadsheet aria-hidden="true" className="size-[18px]" />
      </span>
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-2">
          <span className="wrap-anywhere font-[560] text-sm">{batch.name ?? t("import.unnamed")}</span>
          {batch.total !== null && (
            <Badge>{t("import.rows", { count: batch.total, shown: format.number(batch.total) })}</Badge>
          )}
        </p>
        {file && <p className="text-soft text-xs">{facts(file)}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </Card>
  );
};
