import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { inboxApi } from "#contract/inbox.ts";
import { readBase64 } from "#web/lib/read-base64.ts";
import { toast } from "#web/lib/toast.ts";

const maxBytes = 5 * 1024 * 1024;
const maxFiles = 10;

export type UploadedFile = {
  key: number;
  filename: string;
  size: number;
  /** 0 to 1. */
  progress: number;
  /** Once it is stored. */
  id: string | undefined;
  hasFailed: boolean;
};

/** By XMLHttpRequest, as fetch does not report the progress of an upload. */
const upload = (
  personId: string,
  body: unknown,
  onProgress: (share: number) => void,
): Promise<{ id: string }> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", inboxApi.addFile.path.replace("{id}", personId));
    request.setRequestHeader("content-type", "application/json");
    request.setRequestHeader("accept-language", document.documentElement.lang);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new Error("network"));
    request.onload = () =>
      request.status < 300
        ? resolve(JSON.parse(request.responseText) as { id: string })
        : reject(new Error(String(request.status)));
    request.send(JSON.stringify(body));
  });

/** A file that the server has. */
export type DraftFile = { id: string; filename: string; size: number };

/** Files that will go out with the reply; each is uploaded when it is added. Those of a draft are there already. */
export const useFiles = (personId: string, stored: readonly DraftFile[]) => {
  const { t } = useTranslation();
  const lastKey = useRef(0);
  const toUploaded = ({ id, filename, size }: DraftFile): UploadedFile => {
    lastKey.current += 1;
    return { key: lastKey.current, id, filename, size, progress: 1, hasFailed: false };
  };
  const [files, setFiles] = useState<UploadedFile[]>(() => stored.map(toUploaded));
  const change = (key: number, values: Partial<UploadedFile>) =>
    setFiles((current) => current.map((file) => (file.key === key ? { ...file, ...values } : file)));

  const refuse = (description: string) =>
    toast({ title: t("error.title"), description, variant: "destructive" });

  const add = (added: Iterable<File>) => {
    for (const file of [...added].slice(0, maxFiles - files.length)) {
      if (file.size > maxBytes) {
        refuse(t("inbox.files.tooLarge", { name: file.name }));
        continue;
      }
      lastKey.current += 1;
      const key = lastKey.current;
      setFiles((current) => [
        ...current,
        { key, filename: file.name, size: file.size, progress: 0, id: undefined, hasFailed: false },
      ]);
      readBase64(file)
        .then((contentBase64) =>
          upload(
            personId,
            {
              filename: file.name.slice(0, 200),
              contentType: file.type || "application/octet-stream",
              contentBase64,
            },
            (progress) => change(key, { progress }),
          ),
        )
        .then(({ id }) => change(key, { id, progress: 1 }))
        .catch(() => {
          change(key, { hasFailed: true });
          refuse(t("inbox.files.failed", { name: file.name }));
        });
    }
  };
  return {
    files,
    add,
    remove: (key: number) => setFiles((current) => current.filter((file) => file.key !== key)),
    clear: () => setFiles([]),
    /** Files of a message that was taken back. */
    restore: (back: readonly DraftFile[]) =>
      setFiles((current) => [
        ...current,
        ...back.filter(({ id }) => !current.some((file) => file.id === id)).map(toUploaded),
      ]),
    ids: files.flatMap(({ id }) => (id === undefined ? [] : [id])),
    isUploading: files.some(({ id, hasFailed }) => id === undefined && !hasFailed),
  };
};
