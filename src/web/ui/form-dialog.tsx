import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Dialog } from "./dialog.tsx";

type FormDialogProps = {
  title: string;
  description?: string | undefined;
  /** Is there something to lose? */
  dirty: boolean;
  onClose: () => void;
  className?: string;
  children: (cancel: () => void) => ReactNode;
};

/** A dialog around a form: what was typed is not lost without asking. */
export const FormDialog = ({ title, description, dirty, onClose, className, children }: FormDialogProps) => {
  const { t } = useTranslation();
  const [leaving, setLeaving] = useState(false);
  const cancel = () => (dirty ? setLeaving(true) : onClose());
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && cancel()}
      title={title}
      description={description}
      {...(className ? { className } : {})}
    >
      {children(cancel)}
      {leaving && (
        <ConfirmDialog
          title={t("form.unsaved")}
          text={t("form.unsavedText")}
          confirm={t("form.discard")}
          onCancel={() => setLeaving(false)}
          onConfirm={onClose}
        />
      )}
    </Dialog>
  );
};
