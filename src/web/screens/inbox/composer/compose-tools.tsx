import { LayoutTemplate, Lock, Paperclip } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#web/ui/button.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";

type ComposeToolsProps = {
  isPickerOpen: boolean;
  onFiles: (files: Iterable<File>) => void;
  onPicker: () => void;
  onNote: () => void;
};

/** Files, saved texts, and the way to a note. */
export const ComposeTools = ({ isPickerOpen, onFiles, onPicker, onNote }: ComposeToolsProps) => {
  const { t } = useTranslation();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onFiles(event.target.files ?? []);
          event.target.value = "";
        }}
      />
      <Tooltip text={t("inbox.compose.attach")} side="top">
        <Button
          size="icon"
          variant="ghost"
          aria-label={t("inbox.compose.attach")}
          className="size-9 sm:size-7"
          onClick={() => picker.current?.click()}
        >
          <Paperclip aria-hidden="true" />
        </Button>
      </Tooltip>
      <Tooltip text={t("inbox.texts.label")} side="top">
        <Button
          size="icon"
          variant="ghost"
          aria-label={t("inbox.texts.label")}
          aria-expanded={isPickerOpen}
          className="size-9 sm:size-7"
          onClick={onPicker}
        >
          <LayoutTemplate aria-hidden="true" />
        </Button>
      </Tooltip>
      <Button size="sm" variant="ghost" className="h-9 px-2 sm:h-7" onClick={onNote}>
        <Lock aria-hidden="true" />
        {t("inbox.note.short")}
        <Kbd className="max-md:hidden pointer-coarse:hidden">N</Kbd>
      </Button>
    </>
  );
};
