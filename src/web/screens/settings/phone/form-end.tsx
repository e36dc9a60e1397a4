import { useTranslation } from "react-i18next";
import type { SaveError } from "#web/lib/form-errors.ts";
import { Button } from "#web/ui/button.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";

type FormEndProps = {
  title: string;
  readOnly: boolean;
  isDirty: boolean;
  isSaving: boolean;
  refusal: SaveError | undefined;
};

/** The error and the button at the end of a form of the phone settings. */
export const FormEnd = ({ title, readOnly, isDirty, isSaving, refusal }: FormEndProps) => {
  const { t } = useTranslation();
  if (readOnly) return <p className="text-faint text-xs">{t("settings.adminOnly")}</p>;
  return (
    <>
      {refusal && <FormAlert>{refusal.message}</FormAlert>}
      <div className="flex justify-end border-line border-t pt-4">
        <Button
          type="submit"
          variant={isDirty ? "primary" : "secondary"}
          disabled={isSaving}
          aria-label={isSaving ? undefined : t("settings.saveNamed", { service: title })}
        >
          {isSaving ? t("action.saving") : t("action.save")}
        </Button>
      </div>
    </>
  );
};
