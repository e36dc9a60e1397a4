import { useTranslation } from "react-i18next";
import { useFormat } from "#web/lib/format.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

type StopDialogProps = { count: number; busy: boolean; onConfirm: () => void; onCancel: () => void };

/** A run that was stopped cannot go on, so it is asked before. */
export const StopDialog = ({ count, busy, onConfirm, onCancel }: StopDialogProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <ConfirmDialog
      title={t("sequence.stop.title", { count, shown: format.number(count) })}
      text={t("sequence.stop.text")}
      confirm={t("sequence.act.stop")}
      busy={busy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
};
