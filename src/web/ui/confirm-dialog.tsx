import { useTranslation } from "react-i18next";
import { Button } from "./button.tsx";
import { Dialog, DialogActions } from "./dialog.tsx";

type ConfirmDialogProps = {
  title: string;
  text: string;
  /** Label of the button that confirms. */
  confirm: string;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

export const ConfirmDialog = ({
  title,
  text,
  confirm,
  busy = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) => {
  const { t } = useTranslation();
  return (
    <Dialog open onOpenChange={(open) => !open && onCancel()} title={title} className="sm:max-w-md">
      <p className="mb-4 text-sm text-soft">{text}</p>
      <DialogActions>
        <Button onClick={onCancel}>{t("action.cancel")}</Button>
        <Button variant="danger" disabled={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
