import { useState } from "react";
import { useTranslation } from "react-i18next";
import type * as z from "zod";
import { type ImportDetail, importsApi, type readingOptions } from "#contract/imports.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Switch } from "#web/ui/switch.tsx";

type ReadingOptions = z.infer<typeof readingOptions>;

const encodings = ["utf-8", "windows-1252", "macintosh", "utf-16le", "utf-16be"] as const;
const separators = [
  [",", "comma"],
  [";", "semicolon"],
  ["\t", "tab"],
  ["|", "bar"],
] as const;
const sampleColumns = 6;
const sampleRows = 4;

const find = <V extends string>(values: readonly V[], value: string): V | null =>
  values.find((candidate) => candidate === value) ?? null;

type ReadingDialogProps = {
  id: string;
  detail: ImportDetail;
  /** The file is being read again. */
  isReading: boolean;
  onClose: () => void;
};

/** How the file is read: each choice reads it again, and the sample below shows the result. */
export const ReadingDialog = ({ id, detail, isReading, onClose }: ReadingDialogProps) => {
  const { t } = useTranslation();
  const read = useApiMutation(importsApi.read);
  const { file } = detail;
  const [chosen, setChosen] = useState<ReadingOptions>({
    encoding: find(encodings, file.encoding),
    separator: find(
      separators.map(([sign]) => sign),
      file.separator,
    ),
    hasHeader: file.hasHeader,
    sheet: file.sheet,
  });
  const choose = (change: Partial<ReadingOptions>) => {
    const next = { ...chosen, ...change };
    setChosen(next);
    read.mutate({ params: { id }, body: next });
  };
  const columns = detail.columns.slice(0, sampleColumns);
  const isBusy = isReading || read.isPending;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("import.reading.title")}
      description={t("import.reading.text")}
      className="sm:max-w-3xl"
    >
      <div className="grid gap-4">
        {read.error && <FormAlert>{serverMessage(read.error) ?? t("import.reading.failed")}</FormAlert>}
        <div className="grid gap-4 sm:grid-cols-3">
          {file.format === "csv" ? (
            <>
              <Field label={t("import.reading.encoding")}>
                <Select
                  value={chosen.encoding ?? ""}
                  disabled={isBusy}
                  onChange={(event) => choose({ encoding: find(encodings, event.target.value) })}
                >
                  {encodings.map((encoding) => (
                    <option key={encoding} value={encoding}>
                      {t(`import.reading.encodings.${encoding}`)}
                    </option>
                  ))}
                </Select>
              </Field>
              <Field label={t("import.reading.separator")}>
                <Select
                  value={chosen.separator ?? ""}
                  disabled={isBusy}
                  onChange={(event) =>
                    choose({
                      separator: find(
                        separators.map(([sign]) => sign),
                        event.target.value,
                      ),
                    })
                  }
                >
                  {separators.map(([sign, name]) => (
                    <option key={sign} value={sign}>
                      {t(`import.reading.separators.${name}`)}
                    </option>
                  ))}
                </Select>
              </Field>
            </>
          ) : (
            <Field label={t("import.reading.sheet")} className="sm:col-span-2">
              <Select
                value={chosen.sheet ?? ""}
                disabled={isBusy}
                onChange={(event) => choose({ sheet: event.target.value || null })}
              >
                {file.sheets.map((sheet) => (
                  <option key={sheet}>{sheet}</option>
                ))}
              </Select>
            </Field>
          )}
          <Field label={t("import.reading.header")}>
            <Switch
              checked={chosen.hasHeader ?? true}
              disabled={isBusy}
              onCheckedChange={(hasHeader) => choose({ hasHeader })}
              className="my-2"
            />
          </Field>
        </div>
        <section aria-label={t("import.reading.sample")} aria-busy={isBusy} aria-live="polite">
          <h3 className="mb-2 font-[560] text-sm">{t("import.reading.sample")}</h3>
          {isBusy ? (
            <div className="grid gap-2">
              <Skeleton className="w-full" />
              <Skeleton className="w-full" />
              <Skeleton className="w-2/3" />
            </div>
          ) : (
            <div className="overflow-x-auto rounded-lg border border-line">
              <table className="w-full border-collapse text-xs">
                <thead>
                  <tr className="bg-hover text-left">
                    {columns.map(({ header }, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name, and none moves
                      <th key={index} scope="col" className="max-w-44 truncate px-2.5 py-1.5 font-[600]">
                        {header || t("import.match.unnamedColumn", { number: index + 1 })}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {Array.from({ length: sampleRows }, (_, row) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: rows of a sample have no id
                    <tr key={row} className="border-line border-t">
                      {columns.map(({ samples }, index) => (
                        // biome-ignore lint/suspicious/noArrayIndexKey: see above
                        <td key={index} className="h-7 max-w-44 truncate px-2.5 text-soft">
                          {samples[row]}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </section>
        <DialogActions>
          <Button variant="primary" disabled={isBusy} onClick={onClose}>
            {t("import.reading.done")}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
};
