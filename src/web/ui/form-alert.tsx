import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { SaveError } from "#web/lib/form-errors.ts";
import { Button } from "./button.tsx";

type SaveErrorAlertProps = { refusal: SaveError | undefined; onLoadNewest: () => Promise<unknown> };

/** The error of a failed save. If another user has saved, it offers to load the newest version. */
export const SaveErrorAlert = ({ refusal, onLoadNewest }: SaveErrorAlertProps) => {
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

/** The error of a form, shown above its buttons. */
export const FormAlert = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div
    role="alert"
    className="flex flex-wrap items-center gap-x-2.5 gap-y-2 rounded-lg bg-bad-tint px-3 py-2.5 text-sm"
  >
    <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-bad" />
    <p className="min-w-0 flex-1 basis-48">{children}</p>
    {action}
  </div>
);
