import { Download } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { type ExportFormat, exportFormats, exportsApi } from "#contract/exports.ts";
import type { Audience } from "#domain/audience/audience.ts";
import type { Language } from "#domain/language.ts";
import { exportColumns } from "#domain/people/export-columns.ts";
import { useFormat } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { downloadSelected } from "./download-file.ts";

/** Who is exported. Without any of them, everybody. */
export type ExportedPeople = {
  view?: string | undefined;
  where?: Audience | undefined;
  search?: string | undefined;
  ids?: readonly string[] | undefined;
};

type ExportDialogProps = {
  people: ExportedPeople;
  /** The columns that the list shows, by the names of `exportColumns` or `field.<key>`. */
  columns?: readonly string[] | undefined;
  /** How many people are exported; undefined while it is not known. */
  count?: number | undefined;
  /** The number is a lower bound. */
  isAtLeast?: boolean;
  onClose: () => void;
};

type FileChoice = {
  format: ExportFormat;
  columns: readonly string[] | undefined;
  names: "words" | "machine";
  language: Language;
};

const addressOf = (people: ExportedPeople, { format, columns, names, language }: FileChoice) => {
  const query = new URLSearchParams({ format, names, language });
  if (people.view) query.set("view", people.view);
  if (people.where) query.set("where", JSON.stringify(people.where));
  if (people.search) query.set("search", people.search);
  if (columns) query.set("columns", columns.join(","));
  return `${exportsApi.people.path}?${query}`;
};

/** Format and columns of a file with people; the browser downloads it while the server makes it. */
export const ExportDialog = ({ people, columns, count, isAtLeast = false, onClose }: ExportDialogProps) => {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const formatName = useId();
  const columnsName = useId();
  const [chosen, setChosen] = useState<ExportFormat>("csv");
  const [onlyVisible, setOnlyVisible] = useState(false);
  const [isMachine, setIsMachine] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const visible = columns && columns.length > 0 ? columns : undefined;
  const used = onlyVisible ? visible : undefined;
  const ids = people.ids;
  const file: FileChoice = {
    format: chosen,
    columns: used,
    names: isMachine ? "machine" : "words",
    language: i18n.language === "es" ? "es" : "en",
  };

  const downloadIds = async (selected: readonly string[]) => {
    setIsBusy(true);
    try {
      await downloadSelected({
        ...file,
        ids: [...selected],
        columns: used && [...used],
      });
      onClose();
    } catch (failure) {
      setError(failure instanceof Error && failure.message ? failure.message : t("exportPeople.failed"));
      setIsBusy(false);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("exportPeople.title")}
      description={
        count === undefined
          ? t("exportPeople.text")
          : t("exportPeople.count", { count, shown: `${format.number(count)}${isAtLeast ? "+" : ""}` })
      }
      className="sm:max-w-md"
    >
      <div className="grid gap-5">
        {error && <FormAlert>{error}</FormAlert>}
        <fieldset className="grid gap-2 text-sm">
          <legend className="mb-2 font-[540]">{t("exportPeople.format")}</legend>
          {exportFormats.map((name) => (
            <label key={name} className="flex items-start gap-2.5">
              <input
                type="radio"
                name={formatName}
                checked={chosen === name}
                onChange={() => setChosen(name)}
                className="mt-0.5 size-4 shrink-0 accent-sea"
              />
              <span>
                {t(`exportPeople.formats.${name}`)}
                <span className="block text-soft text-xs">{t(`exportPeople.formatHint.${name}`)}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {visible && (
          <fieldset className="grid gap-2 text-sm">
            <legend className="mb-2 font-[540]">{t("exportPeople.columns")}</legend>
            {[false, true].map((value) => (
              <label key={String(value)} className="flex items-center gap-2.5">
                <input
                  type="radio"
                  name={columnsName}
                  checked={onlyVisible === value}
                  onChange={() => setOnlyVisible(value)}
                  className="size-4 shrink-0 accent-sea"
                />
                {value
                  ? t("exportPeople.visible", { count: visible.length })
                  : t("exportPeople.all", { shown: format.number(exportColumns.length) })}
              </label>
            ))}
          </fieldset>
        )}
        {chosen !== "jsonl" && (
          <label className="flex items-start gap-2.5 text-sm">
            <input
              type="checkbox"
              checked={isMachine}
              onChange={(event) => setIsMachine(event.target.checked)}
              className="mt-0.5 size-4 shrink-0 accent-sea"
            />
            <span>
              {t("exportPeople.machineNames")}
              <span className="block text-soft text-xs">{t("exportPeople.machineNamesHint")}</span>
            </span>
          </label>
        )}
        <p className="text-faint text-xs">{t("exportPeople.recorded")}</p>
        <DialogActions>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          {ids ? (
            <Button variant="primary" disabled={isBusy} onClick={() => void downloadIds(ids)}>
              <Download aria-hidden="true" />
              {t("exportPeople.download")}
            </Button>
          ) : (
            <Button variant="primary" asChild>
              <a href={addressOf(people, file)} download onClick={onClose}>
                <Download aria-hidden="true" />
                {t("exportPeople.download")}
              </a>
            </Button>
          )}
        </DialogActions>
      </div>
    </Dialog>
  );
};
