import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

type ConfirmEmptyingProps = { onConfirm: () => void; onCancel: () => void };

/** Asks before the demo data is deleted. A module of its own, because the first page is small without it. */
export const ConfirmEmptying = ({ onConfirm, onCancel }: ConfirmEmptyingProps) => {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      title={t("demo.confirmTitle")}
      text={t("demo.confirmText")}
      confirm={t("demo.confirm")}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
};
