import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type PersonField, personFieldsApi } from "#contract/person-fields.ts";
import { useFieldLabel } from "#web/components/person-field/use-person-fields.ts";
import { apiQuery } from "#web/lib/api.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";

type ArchiveDialogProps = { field: PersonField; busy: boolean; onConfirm: () => void; onClose: () => void };

/** Says before archiving how many people have a value, and what names the field. */
export const ArchiveDialog = ({ field, busy, onConfirm, onClose }: ArchiveDialogProps) => {
  const { t } = useTranslation();
  const labelOf = useFieldLabel();
  const translateValue = useWorded();
  const { data } = useQuery(apiQuery(personFieldsApi.usage, { params: { key: field.key }, query: {} }));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("personFields.archiveTitle", { name: labelOf(field) })}
      className="sm:max-w-md"
    >
      <div className="mb-4 grid gap-2 text-sm text-soft">
        <p>{t("personFields.archiveText")}</p>
        {data && <p className="text-ink">{t("personFields.archivePeople", { count: data.people })}</p>}
        {data && data.usedIn.length > 0 && (
          <div>
            <p>{t("personFields.usedIn")}</p>
            <ul className="list-disc pl-5">
              {data.usedIn.map((use) => {
                const at = use.indexOf(":");
                return (
                  <li key={use} className="wrap-anywhere">
                    {translateValue("personFields.use", use.slice(0, at))} {use.slice(at + 1)}
                  </li>
                );
              })}
            </ul>
          </div>
        )}
      </div>
      <DialogActions>
        <Button onClick={onClose}>{t("action.cancel")}</Button>
        <Button variant="danger" disabled={busy} onClick={onConfirm}>
          {t("personFields.archive")}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
