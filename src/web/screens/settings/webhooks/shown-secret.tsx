import { useTranslation } from "react-i18next";
import { Button } from "#web/ui/button.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";
import { DialogActions } from "#web/ui/dialog.tsx";

/** The secret is in this dialog only; it cannot be read again. */
export const ShownSecret = ({ secret, onClose }: { secret: string; onClose: () => void }) => {
  const { t } = useTranslation();
  return (
    <div className="grid gap-4">
      <p className="text-sm text-soft">{t("webhooks.shownOnce")}</p>
      <CopyField value={secret} />
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          {t("action.close")}
        </Button>
      </DialogActions>
    </div>
  );
};
