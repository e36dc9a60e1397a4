import { FileText, Paperclip } from "lucide-react";
import { useState } from "react";
import { inboxApi } from "#contract/inbox.ts";
import type { ThreadItem } from "#contract/threads.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { fileSizeText } from "./file-size.ts";

type AttachedFile = Extract<ThreadItem, { kind: "inbound" }>["files"][number];

const pathOf = (id: string): string => inboxApi.getFile.path.replace("{id}", id);
/** Images that every browser shows. */
const shownTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"];

const ImagePreview = ({ file, onFail }: { file: AttachedFile; onFail: () => void }) => (
  <a href={pathOf(file.id)} target="_blank" rel="noreferrer" className="block w-fit">
    <img
      src={pathOf(file.id)}
      alt={file.filename}
      loading="lazy"
      onError={onFail}
      className="max-h-52 max-w-full rounded-lg border border-line object-contain"
    />
  </a>
);

const FileLink = ({ file }: { file: AttachedFile }) => {
  const format = useFormat();
  const Icon = file.contentType === "application/pdf" ? FileText : Paperclip;
  return (
    <a
      href={pathOf(file.id)}
      download={file.filename}
      className="flex min-w-0 items-center gap-1.5 text-[12.5px] hover:underline"
    >
      <Icon aria-hidden="true" className="size-3.5 shrink-0 text-soft" />
      <span className="truncate">{file.filename}</span>
      <span className="shrink-0 text-faint">{fileSizeText(file.size, format.number)}</span>
    </a>
  );
};

/** Images as previews, other files as links. */
export const AttachedFiles = ({
  files,
  className,
}: {
  files: readonly AttachedFile[];
  className?: string;
}) => {
  const [failed, setFailed] = useState<readonly string[]>([]);
  if (files.length === 0) return null;
  return (
    <ul className={cn("mt-2 grid gap-2 border-line border-t pt-2", className)}>
      {files.map((file) => (
        <li key={file.id} className="min-w-0">
          {shownTypes.includes(file.contentType) && !failed.includes(file.id) ? (
            <ImagePreview file={file} onFail={() => setFailed([...failed, file.id])} />
          ) : (
            <FileLink file={file} />
          )}
        </li>
      ))}
    </ul>
  );
};
