import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

/** Rows of a spreadsheet are separated by tabs. */
export const pastedFile = (text: string, name: string): File =>
  new File([text], text.includes("\t") ? `${name}.tsv` : `${name}.csv`, { type: "text/plain" });

type PasteDialogProps = { text: string; onUse: (text: string) => void; onClose: () => void };

export const PasteDialog = ({ text: start, onUse, onClose }: PasteDialogProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const [text, setText] = useState(start);
  const rows = text.split(/\r?\n/).filter((line) => line.trim() !== "").length;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("import.paste.title")}
      description={t("import.paste.text")}
      className="sm:max-w-2xl"
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (rows > 0) onUse(text);
        }}
      >
        <Field label={t("import.paste.rows")} hint={t("import.paste.hint")}>
          <Textarea
            value={text}
            rows={10}
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
            className="font-mono text-xs"
          />
        </Field>
        <DialogActions>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button type="submit" variant="primary" disabled={rows === 0}>
            {t("import.paste.use", { count: rows, shown: format.number(rows) })}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
