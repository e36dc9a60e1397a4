import { useTranslation } from "react-i18next";
import type { Refusal } from "#web/lib/use-refusal.ts";
import { Button } from "./button.tsx";
import { FormAlert } from "./form-alert.tsx";

type RefusalAlertProps = { refusal: Refusal | undefined; onLoadNewest: () => Promise<unknown> };

/** Why a save was refused, and the way on where somebody else was faster. */
export const RefusalAlert = ({ refusal, onLoadNewest }: RefusalAlertProps) => {
  const { t } = useTranslation();
  if (!refusal) return null;
  return (
    <FormAlert
      action={
        refusal.outdated && (
          <Button size="sm" onClick={() => void onLoadNewest()}>
            {t("form.loadNewest")}
          </Button>
        )
      }
    >
      {refusal.message}
    </FormAlert>
  );
};
