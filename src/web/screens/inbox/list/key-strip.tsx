import { useTranslation } from "react-i18next";
import { Kbd } from "#web/ui/kbd.tsx";

/** The most used keys, where the hand is. */
export const KeyStrip = () => {
  const { t } = useTranslation();
  const hints = [
    { keys: ["J", "K"], label: t("inbox.keys.move") },
    { keys: ["A"], label: t("inbox.keys.assign") },
    { keys: ["Z"], label: t("inbox.keys.snooze") },
    { keys: ["E"], label: t("inbox.keys.close") },
    { keys: ["?"], label: "" },
  ];
  return (
    <div
      aria-hidden="true"
      className="flex shrink-0 justify-between gap-1 border-line border-t bg-bg px-2.5 py-2 text-2xs text-faint whitespace-nowrap max-sm:hidden pointer-coarse:hidden"
    >
      {hints.map(({ keys, label }) => (
        <span key={keys.join()} className="flex items-center gap-1">
          {keys.map((key) => (
            <Kbd key={key} className="min-w-4.5 px-0.5">
              {key}
            </Kbd>
          ))}
          {label}
        </span>
      ))}
    </div>
  );
};
