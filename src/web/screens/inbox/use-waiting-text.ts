import { useTranslation } from "react-i18next";
import { useClockText } from "#web/lib/clock.ts";
import { waitingTime } from "./waiting.ts";

/** How long a person waits, kept current. */
export const useWaitingText = (since: string): { text: string; isLate: boolean } => {
  const { t } = useTranslation();
  const shown = useClockText((now) => {
    const { unit, days, hours, minutes, isLate } = waitingTime(since, now);
    return `${isLate ? "!" : " "}${t(`inbox.duration.${unit}`, { days, hours, minutes })}`;
  });
  return { text: shown.slice(1), isLate: shown.startsWith("!") };
};
