import { useTranslation } from "react-i18next";
import { Button } from "#web/ui/button.tsx";

type ConnectionFormButtonsProps = {
  service: string;
  /** Is there anything to save? Then the button stands out. */
  dirty: boolean;
  saving: boolean;
  testing: boolean;
  onTest: () => void;
};

/** The end of every connection's form. */
export const ConnectionFormButtons = ({
  service,
  dirty,
  saving,
  testing,
  onTest,
}: ConnectionFormButtonsProps) => {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button
        disabled={testing}
        onClick={onTest}
        {...(testing ? {} : { "aria-label": t("settings.test.named", { service }) })}
      >
        {testing ? t("settings.test.busy") : t("settings.test.button")}
      </Button>
      <Button
        type="submit"
        variant={dirty ? "primary" : "secondary"}
        disabled={saving}
        {...(saving ? {} : { "aria-label": t("settings.saveNamed", { service }) })}
      >
        {saving ? t("action.saving") : t("action.save")}
      </Button>
    </div>
  );
};
