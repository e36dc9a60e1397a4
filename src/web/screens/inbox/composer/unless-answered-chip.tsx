import { X } from "lucide-react";
import { useTranslation } from "react-i18next";

/** Says that a later message is not sent if the person answers before, until it is removed. */
export const UnlessAnsweredChip = ({ onRemove }: { onRemove: () => void }) => {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      onClick={onRemove}
      className="inline-flex items-center gap-1 rounded-md bg-sea-tint px-1.5 py-px text-sea text-xs"
    >
      {t("inbox.send.unless")}
      <X aria-hidden="true" className="size-3" />
      <span className="sr-only">{t("inbox.send.unlessOff")}</span>
    </button>
  );
};
