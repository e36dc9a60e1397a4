import { useTranslation } from "react-i18next";
import { useAvailability } from "#web/lib/use-availability.ts";

/** Reminds a user who is away of it, with the way back. */
export const AwayNotice = () => {
  const { t } = useTranslation();
  const { isAway, setAway, busy } = useAvailability();
  if (!isAway) return null;
  return (
    <p
      role="status"
      className="flex shrink-0 items-baseline gap-3 border-line border-b bg-warn-tint px-3.5 py-2 text-xs"
    >
      <span className="min-w-0 flex-1">{t("availability.notice")}</span>
      <button
        type="button"
        disabled={busy}
        onClick={() => setAway(false)}
        className="shrink-0 font-[560] text-sea hover:underline max-sm:min-h-9"
      >
        {t("availability.back")}
      </button>
    </p>
  );
};
