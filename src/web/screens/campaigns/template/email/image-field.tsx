import { ImagePlus } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { templatesApi } from "#contract/templates.ts";
import type { BlockOf } from "#domain/email/email-design.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { readBase64 } from "#web/lib/read-base64.ts";
import { Button } from "#web/ui/button.tsx";
import { chosenTypes, maxChosenBytes, resizePicture } from "./resize-picture.ts";

type ImageFieldProps = { block: BlockOf<"image">; onChange: (block: BlockOf<"image">) => void };

/** The picture of a block, and another one in its place. */
export const ImageField = ({ block, onChange }: ImageFieldProps) => {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const upload = useApiMutation(templatesApi.addImage);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  const add = async (file: File): Promise<string | undefined> => {
    if (!chosenTypes.includes(file.type)) return t("templates.picture.wrongType");
    if (file.size > maxChosenBytes) return t("templates.picture.tooLarge");
    const picture = await resizePicture(file);
    if (!picture) return t("templates.picture.unreadable");
    try {
      const { id, width, height } = await upload.mutateAsync({
        body: { contentBase64: await readBase64(picture) },
      });
      onChange({ ...block, imageId: id, width, height });
      return undefined;
    } catch (error) {
      return serverMessage(error) ?? t("templates.picture.failed");
    }
  };

  const choose = async (file: File | undefined) => {
    if (!file) return;
    setIsBusy(true);
    setProblem(await add(file));
    setIsBusy(false);
  };

  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-center gap-3">
        {block.imageId !== null && (
          <img
            src={`/api/templates/images/${block.imageId}`}
            alt=""
            className="h-14 w-24 rounded-md border border-line bg-hover object-contain"
          />
        )}
        <Button size="sm" disabled={isBusy} onClick={() => input.current?.click()}>
          <ImagePlus aria-hidden="true" />
          {t(
            isBusy
              ? "templates.picture.uploading"
              : block.imageId === null
                ? "templates.picture.choose"
                : "templates.picture.replace",
          )}
        </Button>
        <input
          ref={input}
          type="file"
          accept={chosenTypes.join(",")}
          aria-label={t("templates.picture.file")}
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            void choose(target.files?.[0]);
            target.value = "";
          }}
        />
        <p className="text-faint text-xs">{t("templates.picture.hint")}</p>
      </div>
      {problem && (
        <p role="alert" className="text-bad text-xs wrap-anywhere">
          {problem}
        </p>
      )}
    </div>
  );
};
