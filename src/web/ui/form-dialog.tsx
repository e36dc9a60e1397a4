import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Dialog } from "./dialog.tsx";

type FormDialogProps = {
  title: string;
  description?: ReactNode;
  /** Whether there are unsaved changes. */
  dirty: boolean;
  onClose: () => void;
  className?: string;
  children: (cancel: () => void) => ReactNode;
};

/** A dialog around a form. Asks before unsaved changes are discarded. */
export const FormDialog = ({ title, description, dirty, onClose, className, children }: FormDialogProps) => {
  const { t } = useTranslation();
  const [confirmingDiscard, setConfirmingDiscard] = useState(false);
  const cancel = () => (dirty ? setConfirmingDiscard(true) : onClose());
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && cancel()}
      title={title}
      description={description}
      {...(className ? { className } : {})}
    >
      {children(cancel)}
      {confirmingDiscard && (
        <ConfirmDialog
          title={t("form.unsaved")}
          text={t("form.unsavedText")}
          confirm={t("form.discard")}
          onCancel={() => setConfirmingDiscard(false)}
          onConfirm={onClose}
        />
      )}
    </Dialog>
  );
};
