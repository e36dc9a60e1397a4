import { useTranslation } from "react-i18next";
import { useFormat } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";

type OverdueDialogProps = {
  overdue: number;
  tooLate: number;
  busy: boolean;
  onGoOn: () => void;
  /** Those who are too late end before the others go on. */
  onEnd: () => void;
  onCancel: () => void;
};

/** Before a sequence is switched on again: who is overdue, and what becomes of them. */
export const OverdueDialog = ({ overdue, tooLate, busy, onGoOn, onEnd, onCancel }: OverdueDialogProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const late = { count: tooLate, shown: format.number(tooLate) };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onCancel()}
      title={t("sequence.overdue.title", { count: overdue, shown: format.number(overdue) })}
      description={t("sequence.overdue.text")}
      className="sm:max-w-md"
    >
      {tooLate > 0 && <p className="mb-4 text-sm text-soft">{t("sequence.overdue.tooLate", late)}</p>}
      <DialogActions>
        <Button onClick={onCancel}>{t("action.cancel")}</Button>
        {tooLate > 0 && (
          <Button disabled={busy} onClick={onEnd}>
            {t("sequence.overdue.end", late)}
          </Button>
        )}
        <Button variant="primary" disabled={busy} onClick={onGoOn}>
          {t("sequence.overdue.goOn")}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
