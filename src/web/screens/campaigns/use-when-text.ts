import { useTranslation } from "react-i18next";
import type { BroadcastWhen } from "#domain/broadcasts/broadcast.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatClock } from "#web/lib/time-format.ts";

/** When a broadcast begins, in words. */
export const useWhenText = (): ((when: BroadcastWhen) => string) => {
  const { t } = useTranslation();
  const format = useFormat();
  return (when) => {
    if (when.kind === "now") return t("campaigns.when.now");
    if (when.kind === "at") return format.dateTime(when.at);
    const [hours = 0, minutes = 0] = when.time.split(":").map(Number);
    return t("campaigns.when.local", { time: formatClock(hours * 60 + minutes, format.locale) });
  };
};
