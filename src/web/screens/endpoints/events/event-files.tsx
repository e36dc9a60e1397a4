import { Download, FileText } from "lucide-react";
import { useTranslation } from "react-i18next";
import { events, type IngestedEventDetail } from "#contract/events.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatFixed } from "#web/lib/number-format.ts";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";

const sizeOf = (bytes: number, number: (value: number) => string): string => {
  if (bytes < 1024) return `${number(bytes)} B`;
  const [size, unit] = bytes < 1_048_576 ? [bytes / 1024, "KB"] : [bytes / 1_048_576, "MB"];
  return `${formatFixed(size, size < 10 ? 1 : 0, number)} ${unit}`;
};

const addressOf = (id: string, file: string): string =>
  events.file.path.replace("{id}", id).replace("{file}", file);

type EventFilesProps = { eventId: string; files: IngestedEventDetail["files"] };

/** What came along, as downloads: none of it is ever shown in the page. */
export const EventFiles = ({ eventId, files }: EventFilesProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const mayDownload = useMay("operator");
  return (
    <ul className="grid gap-1.5">
      {files.map((file) => {
        const name = file.filename ?? t("endpoints.detail.unnamedFile");
        return (
          <li key={file.id} className="flex min-h-11 items-center gap-2.5 text-sm">
            <FileText aria-hidden="true" className="size-4 shrink-0 text-soft" />
            <span className="min-w-0 flex-1">
              <span className="block break-words font-[540]">{name}</span>
              <span className="block text-faint text-xs tabular-nums">
                {file.contentType} · {sizeOf(file.size, format.number)}
              </span>
            </span>
            {mayDownload && (
              <Button asChild size="icon" variant="ghost">
                <a
                  href={addressOf(eventId, file.id)}
                  download={name}
                  aria-label={t("endpoints.detail.download", { name })}
                >
                  <Download aria-hidden="true" />
                </a>
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
};
